package io.starling.collectives.cost;

import io.starling.runtime.memory.ByteSize;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.Objective;
import io.starling.topology.locality.Timing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A registered algorithm whose messages are its cost, as {@code
 * broadcast=k-nomial,radix=8,bytes=1M,timing=links} says.
 *
 * @param collective such as broadcast
 * @param algorithm with its parameters
 * @param bytes the longest message of a rank
 * @param timing how its messages follow each other
 */
public record AlgorithmObjective(String collective, String algorithm, long bytes, Timing timing)
    implements Objective {

  /** Reads such objectives wherever Starling's collectives are present. */
  public static final class Reader implements Objective.Reader {

    /** For the service loader. */
    public Reader() {}

    @Override
    public Objective parse(String text) {
      return AlgorithmObjective.parse(text);
    }
  }

  private static final long DEFAULT_BYTES = 100 << 20;
  private static final String BYTES = "bytes=";
  private static final String TIMING = "timing=";

  /**
   * Reads a specification.
   *
   * @throws IllegalArgumentException if it is wrong; the message says what there is
   */
  static AlgorithmObjective parse(String text) {
    List<String> fields = new ArrayList<>(List.of(text.split(",", -1)));
    String bytes = take(fields, BYTES);
    String timing = take(fields, TIMING);
    String[] first = fields.isEmpty() ? new String[0] : fields.removeFirst().split("=", 2);
    if (first.length < 2 || first[1].isBlank()) {
      throw new IllegalArgumentException(
          "'%s' is not like broadcast=binomial,bytes=1M,timing=chains".formatted(text));
    }
    fields.addFirst(first[1]);
    AlgorithmObjective objective =
        new AlgorithmObjective(
            first[0],
            String.join(",", fields),
            bytes.isEmpty() ? DEFAULT_BYTES : ByteSize.parse(bytes),
            timing.isEmpty() ? Timing.CHAINS : timing(timing));
    objective.messages(2);
    return objective;
  }

  /** Removes the field that begins so, and returns the rest of it. */
  private static String take(List<String> fields, String begin) {
    String found = "";
    for (String field : List.copyOf(fields)) {
      if (field.startsWith(begin)) {
        if (!found.isEmpty() || field.equals(begin)) {
          throw new IllegalArgumentException(begin + " needs one value");
        }
        found = field.substring(begin.length());
        fields.remove(field);
      }
    }
    return found;
  }

  private static Timing timing(String text) {
    return Arrays.stream(Timing.values())
        .filter(timing -> label(timing).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "timing must be %s, not '%s'"
                        .formatted(
                            Arrays.stream(Timing.values())
                                .map(AlgorithmObjective::label)
                                .collect(Collectors.joining(", ")),
                            text)));
  }

  private static String label(Timing timing) {
    return timing.name().toLowerCase(Locale.ROOT);
  }

  private AlgorithmPattern messages(int ranks) {
    return AlgorithmPattern.of(collective, algorithm, bytes, ranks);
  }

  @Override
  public CommunicationPattern pattern(int ranks) {
    return messages(ranks).pattern(ranks, timing);
  }

  @Override
  public String describe() {
    return "%s of %s by %s, %s"
        .formatted(
            collective,
            ByteSize.format(bytes),
            algorithm,
            switch (timing) {
              case CHAINS -> "the longest chain of messages";
              case ROUNDS -> "the slowest message of each round";
              case LINKS -> "the longest chain of messages, bytes on a link one after the other";
              case TOTAL -> "the sum of all messages";
            });
  }
}
