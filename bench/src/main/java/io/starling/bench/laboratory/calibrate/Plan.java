package io.starling.bench.laboratory.calibrate;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is measured.
 *
 * @param sizes of messages, in bytes, from small to large
 * @param segments that they are cut into, in bytes, from small to large
 * @param millis how long each measurement takes, about, besides a warm-up that is as long
 */
record Plan(List<Long> sizes, List<Integer> segments, long millis) {

  /** A message that costs nothing but to send one. */
  static final int SMALL = 8;

  static final int SMALL_COUNT = 1024;

  /** A message that is copied, and certainly eager. */
  static final int MIDDLING = 4096;

  /** How many readings there will be. */
  int readings() {
    int cells = sizes.stream().mapToInt(bytes -> segments(bytes).size()).sum();
    return 4 + 4 * cells;
  }

  /** Those that a message of so many bytes has several of, or one. */
  List<Integer> segments(long bytes) {
    return segments.stream().filter(segment -> segment <= bytes).toList();
  }

  /** What {@code withAlgorithm} takes. */
  static String algorithm(String collective, int segment) {
    return "%s=chain,segment=%d".formatted(collective, segment);
  }

  List<String> toArguments() {
    return List.of(words(sizes), words(segments), Long.toString(millis));
  }

  private static String words(List<? extends Number> numbers) {
    return numbers.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  static Plan ofArguments(List<String> arguments) {
    return new Plan(
        Stream.of(arguments.get(0).split(",")).map(Long::parseLong).toList(),
        Stream.of(arguments.get(1).split(",")).map(Integer::parseInt).toList(),
        Long.parseLong(arguments.get(2)));
  }
}
