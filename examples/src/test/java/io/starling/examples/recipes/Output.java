package io.starling.examples.recipes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The output that a page promises. Lines may come in any order, as those of ranks do. An ellipsis
 * stands for any text within a line, and on a line of its own for any further lines. The launcher's
 * notice that ranks share cores depends on the machine and does not count.
 */
final class Output {

  private static final String ELLIPSIS = "\u2026";
  private static final Pattern NOTICE =
      Pattern.compile("starling: \\d+ ranks share \\d+ cores? and are not bound .*");

  private Output() {}

  /** The first difference, if there is one. */
  static Optional<String> difference(String promised, String real) {
    List<String> left =
        new ArrayList<>(
            real.lines()
                .map(String::stripTrailing)
                .filter(line -> !NOTICE.matcher(line).matches())
                .toList());
    List<String> lines = promised.lines().map(String::stripTrailing).toList();
    // Exact lines first: a pattern must not take what only they fit.
    List<String> wanted =
        lines.stream()
            .filter(line -> !line.strip().equals(ELLIPSIS))
            .sorted(Comparator.comparing(line -> line.contains(ELLIPSIS)))
            .toList();
    for (String line : wanted) {
      Pattern pattern = pattern(line);
      Optional<String> match =
          left.stream().filter(other -> pattern.matcher(other).matches()).findFirst();
      if (match.isEmpty()) {
        return Optional.of("missing: " + line);
      }
      left.remove(match.get());
    }
    boolean mayHaveMore = wanted.size() < lines.size();
    return mayHaveMore || left.isEmpty() ? Optional.empty() : Optional.of("extra: " + left.get(0));
  }

  private static Pattern pattern(String line) {
    StringBuilder pattern = new StringBuilder();
    for (String part : line.split(ELLIPSIS, -1)) {
      pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.compile(pattern.toString());
  }
}
