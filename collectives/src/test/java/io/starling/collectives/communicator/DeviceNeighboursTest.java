package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What goes from device to device between ranks of one host, and what doesn't. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DeviceNeighboursTest {

  private static final int RANKS = 3;
  private static final int COUNT = 10_000;
  private static final long BYTES = (long) COUNT * Long.BYTES;
  private static final int SMALLEST = 4096;

  private final List<AdversarialDevice> devices =
      IntStream.range(0, RANKS)
          .mapToObj(rank -> new AdversarialDevice(rank, _ -> true, Long.MAX_VALUE))
          .toList();
  private final RankTeam team = RankTeam.neighbours(TestFabric.ADVERSARIAL, RANKS, 1);

  @AfterEach
  void close() {
    team.close();
  }

  private void share(AdversarialDevice... sharing) {
    Arrays.stream(sharing)
        .forEach(device -> device.share(new AdversarialDevice.Sharing(1, SMALLEST, 0)));
  }

  private void shareAll() {
    share(devices.toArray(AdversarialDevice[]::new));
  }

  private Buffer onDevice(Communicator world, long... values) {
    return MemoryBuffer.of(devices.get(world.rank()).region(values), Datatype.INT64);
  }

  private static long[] values(int rank) {
    return LongStream.range(0, COUNT).map(i -> 3 * i + rank).toArray();
  }

  private static long[] content(Buffer buffer) {
    long[] values = new long[(int) buffer.count()];
    MemoryBuffer.of(buffer).memory().read(0, MemorySegment.ofArray(values), 0, buffer.byteSize());
    return values;
  }

  private long crossed() {
    return devices.stream().mapToLong(device -> device.bytesIn() + device.bytesOut()).sum();
  }

  private List<Long> pulled() {
    return devices.stream().map(AdversarialDevice::bytesPulled).toList();
  }

  private void broadcast(Communicator world, String algorithm) {
    long[] sent = values(0);
    Buffer data = onDevice(world, world.rank() == 0 ? sent : new long[COUNT]);
    world.withAlgorithm(algorithm).broadcast(data, 0);
    assertThat(content(data)).isEqualTo(sent);
  }

  /** Rank 0 sends each of the others a copy of its own; what a broadcast sends goes to all. */
  private void spread(Communicator world, Buffer into) {
    Communicator linear = world.withAlgorithm("scatter=linear");
    if (world.rank() == 0) {
      long[] copies = LongStream.range(0, 3 * COUNT).map(i -> 3 * (i % COUNT)).toArray();
      linear.scatter(onDevice(world, copies), Buffer.IN_PLACE, 0);
    } else {
      linear.scatter(Buffer.EMPTY, into, 0);
    }
  }

  private void spread(Communicator world) {
    Buffer data = onDevice(world, new long[COUNT]);
    spread(world, data);
    if (world.rank() != 0) {
      assertThat(content(data)).isEqualTo(values(0));
    }
  }

  @Test
  void no_byte_of_a_chain_crosses_to_the_host() {
    shareAll();
    team.run(world -> broadcast(world, "broadcast=chain,segment=8K"));
    assertThat(crossed()).isZero();
    assertThat(pulled()).containsExactly(0L, BYTES, BYTES);
  }

  @Test
  void nor_of_a_reduction() {
    shareAll();
    team.run(
        world -> {
          Buffer sum = onDevice(world, new long[COUNT]);
          world
              .withAlgorithm("reduce=chain,segment=8K")
              .reduce(onDevice(world, values(world.rank())), sum, ReductionOperator.SUM, 0);
          if (world.rank() == 0) {
            assertThat(content(sum))
                .isEqualTo(LongStream.range(0, COUNT).map(i -> 9 * i + 3).toArray());
          }
        });
    assertThat(crossed()).isZero();
  }

  @Test
  void short_segments_go_through_the_host() {
    shareAll();
    team.run(world -> broadcast(world, "broadcast=chain,segment=2K"));
    assertThat(pulled()).containsOnly(0L);
    assertThat(crossed()).isEqualTo(3 * BYTES);
  }

  @Test
  void what_goes_to_memory_of_the_host_crosses_once() {
    shareAll();
    team.run(
        world -> {
          // So that all have shown their device.
          broadcast(world, "broadcast=chain,segment=8K");
          Buffer data = Buffer.of(new long[COUNT]);
          spread(world, data);
          assertThat(world.rank() == 0 || Arrays.equals(content(data), values(0))).isTrue();
        });
    assertThat(pulled()).containsExactly(0L, 2 * BYTES, 2 * BYTES);
    assertThat(devices.get(0).bytesOut()).isZero();
    assertThat(devices.get(1).bytesOut()).isEqualTo(BYTES);
  }

  @Test
  void messages_of_point_to_point_go_through_the_host() {
    shareAll();
    team.run(
        world -> {
          if (world.rank() == 0) {
            world.send(onDevice(world, values(0)), 1, 5);
          } else if (world.rank() == 1) {
            assertThat(world.probe(0, 5).bytes()).isEqualTo(BYTES);
            Buffer got = onDevice(world, new long[COUNT + 1]);
            assertThat(world.receive(got, 0, 5).bytes()).isEqualTo(BYTES);
          }
        });
    assertThat(pulled()).containsOnly(0L);
  }

  @Test
  void who_refuses_once_is_never_asked_again() {
    share(devices.get(0), devices.get(1));
    team.run(
        world -> {
          spread(world);
          spread(world);
        });
    devices.get(2).share(new AdversarialDevice.Sharing(1, SMALLEST, 0));
    team.run(world -> spread(world));
    assertThat(devices.get(1).bytesPulled()).isPositive();
    assertThat(devices.get(2).bytesPulled()).isZero();
    assertThat(devices.get(2).bytesIn()).isEqualTo(3 * BYTES);
  }

  @Test
  void a_rank_without_a_device_refuses_too() {
    shareAll();
    team.run(
        world -> {
          long[] sent = values(0);
          Buffer data = world.rank() == 0 ? onDevice(world, sent) : Buffer.of(new long[COUNT]);
          world.withAlgorithm("broadcast=chain,segment=8K").broadcast(data, 0);
          assertThat(content(data)).isEqualTo(sent);
        });
    assertThat(pulled()).containsOnly(0L);
    assertThat(crossed()).isEqualTo(BYTES);
  }

  @Test
  void a_receiver_whose_device_breaks_down_fails_alone_and_says_why() {
    shareAll();
    devices.get(1).breakDownAtOpening("the fan has stopped");
    team.run(
        world -> {
          Buffer data = onDevice(world, new long[COUNT]);
          if (world.rank() == 1) {
            assertThatThrownBy(() -> spread(world, data))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("rank 1")
                .hasMessageContaining("the fan has stopped");
          } else {
            spread(world, data);
          }
        });
  }

  @Test
  void a_receiver_into_host_memory_whose_device_breaks_down_fails_alone_too() {
    shareAll();
    team.run(world -> spread(world));
    devices.get(1).breakDownAtOpening("the fan has stopped");
    team.run(
        world -> {
          Buffer data = Buffer.of(new long[COUNT]);
          if (world.rank() == 1) {
            assertThatThrownBy(() -> spread(world, data))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("rank 1, receive of at most 80000 bytes from rank 0")
                .hasMessageContaining("the fan has stopped");
          } else {
            spread(world, data);
          }
        });
  }

  @Test
  void a_sender_whose_device_breaks_down_says_why() {
    shareAll();
    devices.get(0).breakDown("the fan has stopped");
    assertThatThrownBy(() -> team.run(world -> broadcast(world, "broadcast=chain")))
        .hasMessageContaining("rank 0, send of")
        .hasMessageContaining("the fan has stopped");
  }

  @Test
  void a_message_longer_than_its_buffer_fails_its_receiver_alone() {
    shareAll();
    team.run(
        world -> {
          Communicator flat = world.withAlgorithm("broadcast=flat,segment=80000");
          if (world.rank() == 1) {
            Buffer small = onDevice(world, new long[COUNT / 2]);
            assertThatThrownBy(() -> flat.broadcast(small, 0))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("longer than the buffer");
          } else {
            flat.broadcast(onDevice(world, new long[COUNT]), 0);
          }
        });
  }

  @Test
  void a_message_shorter_than_its_buffer_does_too() {
    shareAll();
    team.run(
        world -> {
          Communicator flat = world.withAlgorithm("broadcast=flat,segment=160000");
          if (world.rank() == 1) {
            Buffer large = onDevice(world, new long[2 * COUNT]);
            assertThatThrownBy(() -> flat.broadcast(large, 0))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("expected 160000 bytes from rank 0 and got 80000");
          } else {
            flat.broadcast(onDevice(world, new long[COUNT]), 0);
          }
        });
  }
}
