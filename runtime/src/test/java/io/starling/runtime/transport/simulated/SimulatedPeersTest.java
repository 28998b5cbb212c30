package io.starling.runtime.transport.simulated;

import static io.starling.runtime.transport.simulated.DeviceNetwork.COPY_PER_BYTE;
import static io.starling.runtime.transport.simulated.DeviceNetwork.LATENCY;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.memory.Device;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies from the memory of one simulated device to that of another one. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SimulatedPeersTest {

  private static final long BYTES = 1 << 16;
  private static final long COPY = (long) (BYTES * COPY_PER_BYTE);
  private static final long PULL = COPY + 2 * LATENCY;
  private static final int OTHER = 100;

  /** Two devices, memory of each, and when work ended: that of rank 1 is counted from 100. */
  private static final class Bench {
    final SimulatedFabric fabric;
    final SimulatedDevice[] devices = new SimulatedDevice[2];
    final MemorySegment[] memories = new MemorySegment[2];
    final MemorySegment host = Arena.ofAuto().allocate(4 * BYTES, 64);
    final MemorySegment description = Arena.ofAuto().allocate(Device.DESCRIPTION_BYTES);
    final Map<Integer, Long> ends = new HashMap<>();

    Bench(long post, boolean carriesData) {
      DeviceNetwork one = new DeviceNetwork(new DeviceFigures(post, 0));
      fabric = new SimulatedFabric(new PeerNetwork(one), Noise.NONE, carriesData);
      for (int rank = 0; rank < 2; rank++) {
        SimulatedPort port = fabric.port(rank);
        int first = rank * OTHER;
        devices[rank] = port.device();
        memories[rank] = devices[rank].allocate(4 * BYTES, Arena.ofAuto()).segment();
        devices[rank].attach((work, _) -> ends.put(first + work, port.clock()));
      }
    }

    MemorySegment opened(int part) {
      assertThat(devices[0].export(memories[0], part * BYTES, BYTES, description)).isTrue();
      return devices[1].open(description, BYTES);
    }

    void pull(int work, int part) {
      devices[1].copyWithin(work, opened(part), 0, memories[1], part * BYTES, BYTES);
    }

    Map<Integer, Long> run() {
      boolean going = true;
      while (going) {
        going = fabric.step(rank -> assertThat(drain(devices[rank])).isNotNegative());
      }
      return ends;
    }

    private static int drain(Device device) {
      int ended = 0;
      while (device.progress() > 0) {
        ended++;
      }
      return ended;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_pull_takes_the_slower_link_once_and_the_latency_of_both(boolean carriesData) {
    Bench bench = new Bench(5000, carriesData);
    bench.pull(0, 1);
    assertThat(bench.run()).isEqualTo(Map.of(OTHER, 5000 + PULL));
    assertThat(bench.fabric.port(0).clock()).isZero();
  }

  @Test
  void pulls_share_the_bytes_of_the_links_and_their_latencies_overlap() {
    Bench bench = new Bench(0, false);
    bench.pull(0, 0);
    bench.pull(1, 1);
    assertThat(bench.run()).isEqualTo(Map.of(OTHER, PULL, OTHER + 1, COPY + PULL));
  }

  @Test
  void a_pull_overlaps_with_copies_in_the_other_direction_on_both_sides() {
    Bench bench = new Bench(0, false);
    bench.pull(0, 0);
    bench.devices[1].copyOut(1, bench.memories[1], BYTES, bench.host, BYTES, BYTES);
    bench.devices[0].copyIn(2, bench.host, 2 * BYTES, bench.memories[0], 2 * BYTES, BYTES);
    assertThat(bench.run())
        .isEqualTo(Map.of(OTHER, PULL, OTHER + 1, COPY + LATENCY, 2, COPY + LATENCY));
  }

  @Test
  void a_pull_shares_the_link_in_with_a_copy_from_the_host() {
    Bench bench = new Bench(0, false);
    bench.devices[1].copyIn(1, bench.host, BYTES, bench.memories[1], BYTES, BYTES);
    bench.pull(0, 0);
    assertThat(bench.run()).isEqualTo(Map.of(OTHER + 1, COPY + LATENCY, OTHER, 2 * COPY + LATENCY));
  }

  @Test
  void to_the_host_a_pull_takes_the_link_out_of_the_peer() {
    Bench bench = new Bench(0, true);
    bench.memories[0].asSlice(BYTES, BYTES).fill((byte) 9);
    bench.devices[1].copyOut(0, bench.opened(1), 0, bench.host, 0, BYTES);
    assertThat(bench.run()).isEqualTo(Map.of(OTHER, COPY + LATENCY));
    assertThat(bench.host.asSlice(0, BYTES).toArray(ValueLayout.JAVA_BYTE)).containsOnly(9);
    assertThat(bench.fabric.carried(SimulatedNetwork.DeviceWay.OUT.ordinal())).isEqualTo(BYTES);
  }

  @Test
  void what_is_posted_after_a_pull_sees_its_data() {
    Bench bench = new Bench(0, true);
    Fold sum = FoldingOperator.of(ReductionOperator.SUM).fold(Datatype.INT8);
    MemorySegment mine = bench.memories[1];
    bench.memories[0].asSlice(0, BYTES).fill((byte) 3);
    mine.asSlice(BYTES, BYTES).fill((byte) 4);
    bench.pull(0, 0);
    bench.devices[1].fold(1, sum, mine, 0, mine, BYTES, mine, BYTES, BYTES);
    bench.run();
    assertThat(mine.asSlice(BYTES, BYTES).toArray(ValueLayout.JAVA_BYTE)).containsOnly(7);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void to_settle_waits_for_what_writes_the_range_and_for_nothing_else(boolean carriesData) {
    Bench bench = new Bench(10, carriesData);
    SimulatedDevice device = bench.devices[0];
    device.copyIn(0, bench.host, 0, bench.memories[0], 0, BYTES);
    device.settle(1, bench.memories[0], BYTES, BYTES);
    device.settle(2, bench.memories[0], 0, BYTES);
    device.copyOut(3, bench.memories[0], BYTES, bench.host, BYTES, BYTES);
    long copied = 10 + COPY + LATENCY;
    assertThat(bench.run()).isEqualTo(Map.of(0, copied, 1, 30L, 2, copied, 3, 30 + COPY + LATENCY));
  }

  @Test
  void what_is_no_description_or_not_allowed_is_not_opened() {
    Bench bench = new Bench(0, true);
    assertThat(bench.devices[1].open(bench.description, BYTES)).isNull();
    assertThat(bench.opened(0)).isNotNull();
    assertThat(bench.devices[0].open(bench.description, BYTES)).as("its own").isNull();
    bench.devices[1].allow(new DeviceUse(0, DeviceUse.NO_FOLDS, DeviceUse.NO_PEERS));
    assertThat(bench.devices[1].open(bench.description, BYTES)).isNull();
    assertThat(bench.devices[1].export(bench.memories[1], 0, BYTES, bench.description)).isFalse();
  }

  @Test
  void without_data_a_device_shares_short_ranges_only() {
    SimulatedDevice device = new Bench(0, false).devices[0];
    MemorySegment description = Arena.ofAuto().allocate(Device.DESCRIPTION_BYTES);
    MemorySegment memory = device.allocate(4 << 20, Arena.ofAuto()).segment();
    assertThat(device.export(memory, 0, 1 << 20, description)).isTrue();
    assertThat(device.export(memory, 0, (1 << 20) + 1, description)).isFalse();
  }

  /** Two headers that have come to two links are still there when somebody reads them. */
  @Test
  void without_data_short_messages_have_contents_and_links_of_their_own() {
    SimulatedFabric fabric = new Bench(0, false).fabric;
    MemorySegment[] links = new MemorySegment[3];
    for (int link = 0; link < links.length; link++) {
      links[link] = fabric.port(1).memory().allocate(1 << 17, Arena.ofAuto());
    }
    for (int rank = 0; rank < 2; rank++) {
      fabric.port(rank).attach(new Unheard());
    }
    for (byte message = 1; message < links.length; message++) {
      fabric.port(1).receive(message, message, -1L, links[message], 0, 1 << 17);
      links[0].fill(message);
      fabric.port(0).send(message, 1, message, links[0], 0, 136, false);
    }
    boolean going = true;
    while (going) {
      going =
          fabric.step(
              rank -> {
                while (fabric.port(rank).hasMail()) {
                  assertThat(fabric.port(rank).progress()).isPositive();
                }
              });
    }
    for (byte message = 1; message < links.length; message++) {
      assertThat(links[message].asSlice(0, 137).toArray(ValueLayout.JAVA_BYTE))
          .startsWith(message)
          .endsWith(message, (byte) 0);
    }
  }

  private static final class Unheard implements Completions {
    @Override
    public void completed(int transfer, long tag, long bytes) {}

    @Override
    public void failed(int transfer, Failure failure, String detail) {
      throw new AssertionError(failure);
    }
  }
}
