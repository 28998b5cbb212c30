package io.starling.bench.tune;

import io.starling.collectives.selection.AlgorithmDescription;
import io.starling.runtime.memory.ByteSize;
import java.util.ArrayList;
import java.util.List;

/** The algorithms and parameters that are worth a try. */
final class Candidates {

  private static final List<Long> SEGMENTS = List.of(16L << 10, 64L << 10, 256L << 10, 1L << 20);
  private static final List<Integer> RADIXES = List.of(4, 8);
  private static final String BASELINE = "baseline";

  /** It keeps memory for each communicator and length of segments, so a user must want it. */
  private static final String SHELF = "shelf";

  /** Messages up to the default segment are also sent in one piece. */
  private static final long WHOLE_UP_TO = 128 << 10;

  private Candidates() {}

  /** Whether there is something to choose between. */
  static boolean exist(String collective) {
    return algorithms(collective).size() > 1;
  }

  /** Whether there is one algorithm and no other. */
  static boolean hasNoRival(String collective) {
    return algorithms(collective).size() == 1;
  }

  /** Specifications for a message length, without the collective's name. */
  static List<String> of(String collective, long bytes, int ranks) {
    List<String> all = new ArrayList<>();
    for (AlgorithmDescription algorithm : algorithms(collective)) {
      List<String> forms = radixes(algorithm, ranks);
      for (String form : forms) {
        all.addAll(segments(form, algorithm, bytes));
      }
    }
    return all;
  }

  private static List<AlgorithmDescription> algorithms(String collective) {
    return AlgorithmDescription.all().stream()
        .filter(algorithm -> algorithm.collective().equals(collective))
        .filter(algorithm -> !algorithm.description().startsWith(BASELINE))
        .filter(algorithm -> !algorithm.name().equals(SHELF))
        .toList();
  }

  private static List<String> radixes(AlgorithmDescription algorithm, int ranks) {
    // A tree of levels has a base only where one of its levels is k-nomial.
    boolean hasRadix =
        algorithm.parameters().contains("radix") && !algorithm.parameters().contains("node");
    if (!hasRadix || ranks <= 2) {
      return List.of(algorithm.name());
    }
    return RADIXES.stream().map(radix -> algorithm.name() + ",radix=" + radix).toList();
  }

  private static List<String> segments(String form, AlgorithmDescription algorithm, long bytes) {
    if (!algorithm.parameters().contains("segment")) {
      return List.of(form);
    }
    List<String> all = new ArrayList<>();
    if (bytes <= WHOLE_UP_TO) {
      all.add(form);
    }
    for (long segment : SEGMENTS) {
      if (segment < bytes) {
        all.add(form + ",segment=" + ByteSize.format(segment));
      }
    }
    return all;
  }
}
