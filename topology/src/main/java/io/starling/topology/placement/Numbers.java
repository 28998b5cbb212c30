package io.starling.topology.placement;

import io.starling.topology.CpuSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Numbers of ranks, cores and packages as text. */
final class Numbers {

  private Numbers() {}

  /** Ascending and short, {@code 0-3,8}: {@link CpuSet} has that format already. */
  static String list(IntStream numbers) {
    String text = numbers.mapToObj(String::valueOf).collect(Collectors.joining(","));
    return CpuSet.parse(text).toString();
  }
}
