package io.starling.runtime.transport.simulated;

import static io.starling.runtime.transport.simulated.DeviceNetwork.COPY_PER_BYTE;
import static io.starling.runtime.transport.simulated.DeviceNetwork.LATENCY;
import static io.starling.runtime.transport.simulated.DeviceNetwork.TOUCH_PER_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SimulatedDeviceTest {

  private static final long BYTES = 1 << 16;
  private static final long COPY = (long) (BYTES * COPY_PER_BYTE);
  private static final long TOUCH = (long) (BYTES * TOUCH_PER_BYTE);
  private static final Fold SUM = FoldingOperator.of(ReductionOperator.SUM).fold(Datatype.INT8);

  /** A device, its memory and the host's, and when each work ended. */
  private static final class Bench {
    final SimulatedFabric fabric;
    final SimulatedPort port;
    final SimulatedDevice device;
    final MemorySegment memory;
    final MemorySegment host = Arena.ofAuto().allocate(4 * BYTES, 64);
    final Map<Integer, Long> ends = new HashMap<>();

    Bench(DeviceFigures figures, boolean carriesData) {
      fabric = new SimulatedFabric(new DeviceNetwork(figures), Noise.NONE, carriesData);
      port = fabric.port(0);
      device = port.device();
      memory = device.allocate(4 * BYTES, Arena.ofAuto()).segment();
      device.attach(
          (work, failure) -> {
            assertThat(failure).isNull();
            assertThat(ends.put(work, port.clock())).isNull();
          });
    }

    Bench() {
      this(new DeviceFigures(0, 0), true);
    }

    /** A copy of one of the four parts of the memories. */
    void in(int work, int part) {
      device.copyIn(work, host, part * BYTES, memory, part * BYTES, BYTES);
    }

    void out(int work, int part) {
      device.copyOut(work, memory, part * BYTES, host, part * BYTES, BYTES);
    }

    void fold(int work, int left, int right, int into) {
      device.fold(
          work, SUM, memory, left * BYTES, memory, right * BYTES, memory, into * BYTES, BYTES);
    }

    Map<Integer, Long> run() {
      SimulatedFabric.Host listens =
          _ -> {
            while (device.progress() > 0) {
              assertThat(port.progress()).isZero();
            }
          };
      boolean going = true;
      while (going) {
        going = fabric.step(listens);
      }
      return ends;
    }
  }

  @Test
  void copies_in_one_direction_pass_one_after_the_other() {
    Bench bench = new Bench();
    for (int work = 0; work < 4; work++) {
      bench.in(work, work);
    }
    long copy = COPY + LATENCY;
    assertThat(bench.run()).isEqualTo(Map.of(0, copy, 1, 2 * copy, 2, 3 * copy, 3, 4 * copy));
  }

  @Test
  void a_copy_does_not_overtake_one_that_waits() {
    Bench bench = new Bench();
    bench.fold(0, 0, 1, 1);
    bench.out(1, 1);
    bench.out(2, 2);
    long fold = 3 * TOUCH + LATENCY;
    long copy = COPY + LATENCY;
    assertThat(bench.run()).isEqualTo(Map.of(0, fold, 1, fold + copy, 2, fold + 2 * copy));
  }

  @Test
  void copies_in_both_directions_overlap() {
    Bench bench = new Bench();
    bench.in(0, 0);
    bench.out(1, 1);
    assertThat(bench.run()).isEqualTo(Map.of(0, COPY + LATENCY, 1, COPY + LATENCY));
  }

  @Test
  void a_copy_and_a_fold_overlap() {
    Bench bench = new Bench();
    bench.in(0, 0);
    bench.fold(1, 1, 2, 2);
    assertThat(bench.run()).isEqualTo(Map.of(0, COPY + LATENCY, 1, 3 * TOUCH + LATENCY));
  }

  @Test
  void folds_take_the_memory_one_after_the_other_and_a_copy_within_takes_two_thirds() {
    Bench bench = new Bench();
    bench.fold(0, 0, 1, 1);
    bench.device.copyWithin(1, bench.memory, 2 * BYTES, bench.memory, 3 * BYTES, BYTES);
    assertThat(bench.run()).isEqualTo(Map.of(0, 3 * TOUCH + LATENCY, 1, 5 * TOUCH + LATENCY));
    assertThat(bench.fabric.carried(SimulatedNetwork.DeviceWay.WITHIN.ordinal()))
        .isEqualTo(5 * BYTES);
  }

  @Test
  void a_fold_waits_for_its_operand_and_a_copy_out_for_the_fold() {
    Bench bench = new Bench();
    bench.in(0, 0);
    bench.fold(1, 0, 1, 1);
    bench.out(2, 1);
    long fold = COPY + LATENCY + 3 * TOUCH + LATENCY;
    assertThat(bench.run()).isEqualTo(Map.of(0, COPY + LATENCY, 1, fold, 2, fold + COPY + LATENCY));
  }

  @Test
  void what_is_read_twice_waits_for_nothing_but_the_link() {
    Bench bench = new Bench();
    bench.out(0, 0);
    bench.fold(1, 0, 1, 2);
    assertThat(bench.run()).isEqualTo(Map.of(0, COPY + LATENCY, 1, 3 * TOUCH + LATENCY));
  }

  @Test
  void an_operand_is_not_overwritten_before_it_is_folded() {
    Bench bench = new Bench();
    bench.fold(0, 0, 1, 1);
    bench.in(1, 0);
    long fold = 3 * TOUCH + LATENCY;
    assertThat(bench.run()).isEqualTo(Map.of(0, fold, 1, fold + COPY + LATENCY));
  }

  @Test
  void the_processor_pays_for_posts_and_ends_and_for_nothing_else() {
    Bench bench = new Bench(new DeviceFigures(5000, 300), true);
    bench.in(0, 0);
    assertThat(bench.port.clock()).isEqualTo(5000);
    bench.fold(1, 1, 2, 2);
    assertThat(bench.port.clock()).isEqualTo(10_000);
    assertThat(bench.run())
        .isEqualTo(Map.of(0, 5000 + COPY + LATENCY + 300, 1, 10_000 + 3 * TOUCH + LATENCY + 300));
  }

  @Test
  void the_data_is_right_whatever_overlaps() {
    Bench bench = new Bench();
    bench.host.asSlice(0, BYTES).fill((byte) 3);
    bench.host.asSlice(BYTES, BYTES).fill((byte) 4);
    bench.in(0, 0);
    bench.in(1, 1);
    bench.fold(2, 0, 1, 1);
    bench.fold(3, 0, 1, 1);
    bench.device.copyWithin(4, bench.memory, BYTES, bench.memory, 2 * BYTES, BYTES);
    bench.out(5, 2);
    bench.run();
    assertThat(part(bench.host, 2)).containsOnly(3 + 3 + 4);
    assertThat(part(bench.memory, 1)).containsOnly(3 + 3 + 4);
  }

  @Test
  void a_copy_that_waits_sees_all_that_was_posted_before() {
    Bench bench = new Bench();
    bench.host.asSlice(0, 2 * BYTES).fill((byte) 5);
    bench.in(0, 0);
    bench.in(1, 1);
    bench.fold(2, 0, 1, 1);
    bench.device.copyOutNow(bench.memory, BYTES, bench.host, 3 * BYTES, BYTES);
    assertThat(part(bench.host, 3)).containsOnly(10);
    assertThat(bench.port.clock()).isZero();
    bench.run();
    assertThat(part(bench.memory, 1)).containsOnly(10);
  }

  @Test
  void memory_of_a_device_is_read_into_java_arrays_and_written_from_them() {
    Bench bench = new Bench();
    Memory memory = Memory.of(bench.device.allocate(8, Arena.ofAuto()));
    memory.write(2, MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5}), 1, 4);
    byte[] read = new byte[6];
    memory.read(1, MemorySegment.ofArray(read), 1, 4);
    assertThat(read).containsExactly(0, 0, 2, 3, 4, 0);
  }

  private static byte[] part(MemorySegment memory, int part) {
    return memory.asSlice(part * BYTES, BYTES).toArray(ValueLayout.JAVA_BYTE);
  }

  @Test
  void without_data_memory_is_addresses_that_differ_and_the_times_are_the_same() {
    Bench with = new Bench();
    Bench without = new Bench(new DeviceFigures(0, 0), false);
    for (Bench bench : Arrays.asList(with, without)) {
      bench.in(0, 0);
      bench.in(1, 1);
      bench.fold(2, 0, 1, 1);
      bench.out(3, 1);
      bench.device.copyInNow(bench.host, 0, bench.memory, 0, BYTES);
    }
    assertThat(without.run()).isEqualTo(with.run());
    MemorySegment other = without.device.allocate(1, Arena.ofAuto()).segment();
    assertThat(other.address()).isEqualTo(without.memory.address() + 4 * BYTES);
  }

  @Test
  void folds_of_users_are_for_the_processor() {
    SimulatedDevice device = new Bench().device;
    assertThat(device.folds(SUM)).isTrue();
    assertThat(device.folds((_, _, _, _, _, _, _) -> {})).isFalse();
  }

  @Test
  void one_rank_attaches_once() {
    SimulatedDevice device = new Bench().device;
    assertThatThrownBy(() -> device.attach((_, _) -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("simulated device of rank 0 has been attached before");
  }

  @Test
  void a_network_without_devices_says_so() {
    SimulatedFabric fabric = new SimulatedFabric(new HockneyNetwork(1, 0, 0), Noise.NONE, false);
    assertThatThrownBy(() -> fabric.port(0).device())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("rank 0 has no device");
  }
}
