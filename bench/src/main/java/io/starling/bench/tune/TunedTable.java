package io.starling.bench.tune;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.starling.collectives.settings.AlgorithmTable;
import io.starling.collectives.settings.AlgorithmTable.Rule;
import io.starling.runtime.memory.ByteSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The table of what was measured: for each collective the rules that beat the shipped ones, then
 * the shipped ones. A rule reaches half way, on a logarithmic scale, to the next message length
 * that was measured with another winner.
 */
record TunedTable(String machine, String made, List<Result> results) {
  /** How the note of those who made a table begins if it was this class. */
  static final String MADE_BY = "by starling tune";

  /** In JSON, a rule per line; read once to be sure that it is valid. */
  String toJson() {
    StringBuilder text = new StringBuilder("{\n  \"version\": 1,\n");
    text.append("  \"machine\": ").append(quoted(machine)).append(",\n");
    text.append("  \"made\": ").append(quoted(MADE_BY + ", " + made)).append(",\n");
    text.append("  \"collectives\": {\n");
    text.append(
        results.stream()
            .map(Result::collective)
            .distinct()
            .map(
                collective -> "    " + quoted(collective) + ": [\n" + rules(collective) + "\n    ]")
            .collect(Collectors.joining(",\n")));
    text.append("\n  }\n}\n");
    AlgorithmTable.parse("the tuned table", text.toString());
    return text.toString();
  }

  private String rules(String collective) {
    List<String> lines = new ArrayList<>();
    List<Integer> ranks = results.stream().map(Result::ranks).distinct().sorted().toList();
    int below = 0;
    for (int number : ranks) {
      List<Result> ladder =
          results.stream()
              .filter(result -> result.collective().equals(collective))
              .filter(result -> result.ranks() == number)
              .sorted(Comparator.comparingLong(Result::bytes))
              .toList();
      addRules(lines, ladder, ranks(below, number));
      below = number;
    }
    for (Rule rule : AlgorithmTable.shipped().rules(collective)) {
      lines.add(line(rule.conditions(), rule.use(), ""));
    }
    return lines.stream().map(line -> "      " + line).collect(Collectors.joining(",\n"));
  }

  /** A number that was measured stands for those below it that were not. */
  private static String ranks(int below, int number) {
    return below == 0 || below + 1 == number ? "" + number : (below + 1) + "-" + number;
  }

  private static void addRules(List<String> lines, List<Result> ladder, String ranks) {
    int begin = 0;
    while (begin < ladder.size()) {
      Result first = ladder.get(begin);
      int end = begin + 1;
      while (end < ladder.size() && ladder.get(end).best().equals(first.best())) {
        end++;
      }
      if (ladder.subList(begin, end).stream().anyMatch(Result::changes)) {
        Map<String, String> conditions = new LinkedHashMap<>();
        conditions.put("ranks", ranks);
        conditions.put("nodes", "1");
        String bytes = bytes(ladder, begin, end);
        if (!bytes.isEmpty()) {
          conditions.put("bytes", bytes);
        }
        lines.add(line(conditions, first.best(), note(ladder.subList(begin, end))));
      }
      begin = end;
    }
  }

  private static String bytes(List<Result> ladder, int begin, int end) {
    List<String> bounds = new ArrayList<>();
    if (begin > 0) {
      bounds.add(">=" + between(ladder.get(begin - 1).bytes(), ladder.get(begin).bytes()));
    }
    if (end < ladder.size()) {
      bounds.add("<" + between(ladder.get(end - 1).bytes(), ladder.get(end).bytes()));
    }
    return String.join(" ", bounds);
  }

  /** The geometric mean, without digits that pretend to be known. */
  static String between(long shorter, long longer) {
    long mean = Math.round(Math.sqrt((double) shorter * longer));
    long unit = Math.max(1, Long.highestOneBit(mean) / 8);
    return ByteSize.format(Math.clamp(mean / unit * unit, shorter + 1, longer));
  }

  private static String note(List<Result> results) {
    return results.stream()
        .filter(Result::changes)
        .map(
            result ->
                String.format(
                    Locale.ROOT,
                    "%s%.1f us instead of %.1f",
                    result.bytes() == 0 ? "" : ByteSize.format(result.bytes()) + ": ",
                    result.bestMicros(),
                    result.shippedMicros()))
        .collect(Collectors.joining(", "));
  }

  private static String line(Map<String, String> conditions, String use, String note) {
    List<String> members = new ArrayList<>();
    conditions.forEach((key, value) -> members.add(quoted(key) + ": " + value(value)));
    members.add("\"use\": " + quoted(use));
    if (!note.isEmpty()) {
      members.add("\"note\": " + quoted(note));
    }
    return "{" + String.join(", ", members) + "}";
  }

  private static String value(String value) {
    boolean isTruth = value.equals("true") || value.equals("false");
    return isTruth ? value : quoted(value);
  }

  private static String quoted(String text) {
    return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
  }
}
