package io.starling.bench.laboratory.noise;

import io.starling.collectives.job.SelectionCheck;
import io.starling.collectives.settings.JobVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An algorithm of Starling's for one collective.
 *
 * @param label as the user said it
 * @param specification for {@code withAlgorithm}; empty: Starling's own choice
 */
record NoiseAlgorithm(String label, String specification) {

  /** What is measured where the user does not say, and the collective has it. */
  static final String USUAL = "adapt,waitall,blocking";

  private static final String DEFAULT = "default";

  /**
   * Reads a list such as {@code adapt,waitall,broadcast=chain,segment=64K}: {@code name=value}
   * belongs to what stands before it, unless the name is that of the collective.
   *
   * @throws IllegalArgumentException if an algorithm is not there
   */
  static List<NoiseAlgorithm> parse(String collective, List<String> words) {
    List<String> texts = new ArrayList<>();
    for (String word : words) {
      boolean isParameter = word.contains("=") && !word.startsWith(collective + "=");
      if (isParameter && !texts.isEmpty()) {
        texts.add(texts.removeLast() + "," + word);
      } else {
        texts.add(word);
      }
    }
    return texts.stream().distinct().map(text -> of(collective, text)).toList();
  }

  private static NoiseAlgorithm of(String collective, String text) {
    if (text.equals(DEFAULT)) {
      return new NoiseAlgorithm(text, "");
    }
    String head = text.split(",", 2)[0];
    String parameters = text.substring(head.length());
    String tree = parameters.contains(",tree=") ? "" : ",tree=topology";
    String algorithm =
        switch (head) {
          case "adapt" -> "topology" + parameters;
          case "waitall", "blocking" -> head + parameters + tree;
          default -> text;
        };
    String prefix = collective + "=";
    String specification = algorithm.startsWith(prefix) ? algorithm : prefix + algorithm;
    new SelectionCheck().check(Map.of(JobVariables.ALGORITHM, specification));
    return new NoiseAlgorithm(text, specification);
  }
}
