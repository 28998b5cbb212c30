package io.starling.topology.placement;

import io.starling.topology.machine.CpuSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats numbers of ranks, cores and packages. */
final class NumberText {

  private NumberText() {}

  /** Ascending and short, {@code 0-3,8}, in the format of {@link CpuSet}. */
  static String list(IntStream numbers) {
    String text = numbers.mapToObj(String::valueOf).collect(Collectors.joining(","));
    return CpuSet.parse(text).toString();
  }
}
