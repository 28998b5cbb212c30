package io.starling.bench.laboratory.study;

import io.starling.collectives.selection.Selection;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * A line of a plot: an implementation.
 *
 * @param label for people
 * @param algorithm its name and settings, without the collective
 */
record NoiseLine(String label, String algorithm) {

  /** One of the paper's, or of ours. */
  static NoiseLine of(Implementation implementation, String segment) {
    return new NoiseLine(implementation.label(), implementation.algorithm(segment));
  }

  /**
   * One of those by its label.
   *
   * @throws IllegalArgumentException if none has this label
   */
  static NoiseLine named(String label, String segment) {
    return Stream.of(Implementation.values())
        .filter(implementation -> implementation.label().equals(label))
        .findFirst()
        .map(implementation -> of(implementation, segment))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--implementation must be one of %s, not '%s'; --algorithm NAME=ALGORITHM takes others"
                        .formatted(String.join(", ", Implementation.labels()), label)));
  }

  /**
   * One that the user gives.
   *
   * @param text {@code NAME=ALGORITHM}
   * @param collectives those that the algorithm must have
   * @throws IllegalArgumentException if it is something else
   */
  static NoiseLine parse(String text, Collection<StudyCollective> collectives) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw new IllegalArgumentException(
          "--algorithm must be NAME=ALGORITHM, such as mine=topology,segment=64K, not '%s'"
              .formatted(text));
    }
    NoiseLine line = new NoiseLine(text.substring(0, equals), text.substring(equals + 1));
    for (StudyCollective collective : collectives) {
      Selection.DEFAULT.with(line.specification(collective), "--algorithm " + text);
    }
    return line;
  }

  /** The message to a user who gives a name twice. */
  static String taken(String label) {
    return "--algorithm: '%s' names another line".formatted(label);
  }

  /** What {@code withAlgorithm} takes. */
  String specification(StudyCollective collective) {
    return collective.label() + "=" + algorithm;
  }
}
