package io.starling.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GrowthTest {

  private static final long MIB = 1 << 20;

  private static List<ProcessSample> samples(
      IntToLongFunction heap, IntToLongFunction descriptors) {
    return IntStream.range(0, 40)
        .mapToObj(
            i -> new ProcessSample(heap.applyAsLong(i), 0, 0, descriptors.applyAsLong(i), 9, 0, 0))
        .toList();
  }

  private static boolean grows(ProcessSample.Kind kind, List<ProcessSample> samples) {
    return Growth.isTooMuch(kind, Growth.of(kind, samples));
  }

  @Test
  void a_warm_up_is_no_growth() {
    List<ProcessSample> samples = samples(i -> i < 10 ? i * MIB : 50 * MIB, i -> i < 10 ? 1 : 40);
    assertThat(grows(ProcessSample.Kind.HEAP, samples)).isFalse();
    assertThat(grows(ProcessSample.Kind.DESCRIPTORS, samples)).isFalse();
  }

  @Test
  void a_steady_leak_is_growth() {
    List<ProcessSample> samples = samples(i -> (10L + i) * MIB, i -> 20L + i / 3);
    assertThat(grows(ProcessSample.Kind.HEAP, samples)).isTrue();
    assertThat(grows(ProcessSample.Kind.DESCRIPTORS, samples)).isTrue();
    assertThat(grows(ProcessSample.Kind.THREADS, samples)).isFalse();
  }

  @Test
  void single_peaks_are_no_growth() {
    List<ProcessSample> samples = samples(i -> i % 8 == 7 ? 500 * MIB : 10 * MIB, _ -> 20);
    assertThat(grows(ProcessSample.Kind.HEAP, samples)).isFalse();
  }

  @Test
  void what_a_process_uses_is_read_and_written() {
    ProcessSample now = ProcessSample.ofThisProcess();
    assertThat(now.residentBytes()).isGreaterThan(MIB);
    assertThat(now.descriptors()).isPositive();
    assertThat(now.threads()).isPositive();
    assertThat(ProcessSample.of(("5 " + now.words()).split(" "), 1)).isEqualTo(now);
  }
}
