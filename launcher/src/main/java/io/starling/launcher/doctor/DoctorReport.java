package io.starling.launcher.doctor;

import io.starling.launcher.doctor.Finding.Level;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Findings for people and for machines. */
public final class DoctorReport {

  private static final Map<Level, Integer> COLOURS =
      Map.of(Level.OK, 32, Level.WARN, 33, Level.FAIL, 31);

  private DoctorReport() {}

  /** A table, a line a finding, and a line for what is to be done about it. */
  public static void table(List<Finding> findings, boolean coloured, PrintWriter out) {
    int host = findings.stream().mapToInt(it -> it.host().length()).max().orElse(0);
    int check = findings.stream().mapToInt(it -> it.check().length()).max().orElse(0);
    String indent = " ".repeat(host + check + 10);
    for (Finding it : findings) {
      out.printf(
          "%-" + host + "s  %s  %-" + check + "s  %s%n",
          it.host(),
          word(it.level(), coloured),
          it.check(),
          it.text());
      if (!it.remedy().isEmpty()) {
        out.println(indent + "-> " + it.remedy());
      }
    }
    out.println(summary(findings));
    out.flush();
  }

  private static String word(Level level, boolean coloured) {
    String word = "%-4s".formatted(level.name().toLowerCase(Locale.ROOT));
    return coloured ? "\033[%dm%s\033[0m".formatted(COLOURS.get(level), word) : word;
  }

  private static String summary(List<Finding> findings) {
    Map<Level, Long> counts =
        findings.stream().collect(Collectors.groupingBy(Finding::level, Collectors.counting()));
    return "%d ok, %d warnings, %d failed"
        .formatted(
            counts.getOrDefault(Level.OK, 0L),
            counts.getOrDefault(Level.WARN, 0L),
            counts.getOrDefault(Level.FAIL, 0L));
  }

  /** An array of objects with the names of {@link Finding}'s parts. */
  public static void json(List<Finding> findings, PrintWriter out) {
    out.println("[");
    for (int i = 0; i < findings.size(); i++) {
      Finding it = findings.get(i);
      out.printf(
          "  {\"host\": %s, \"check\": %s, \"level\": %s, \"text\": %s, \"remedy\": %s}%s%n",
          quoted(it.host()),
          quoted(it.check()),
          quoted(it.level().name().toLowerCase(Locale.ROOT)),
          quoted(it.text()),
          quoted(it.remedy()),
          i + 1 < findings.size() ? "," : "");
    }
    out.println("]");
    out.flush();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().forEach(c -> quoted.append(escaped((char) c)));
    return quoted.append('"').toString();
  }

  private static String escaped(char c) {
    if (c == '"' || c == '\\') {
      return "\\" + c;
    }
    return c < ' ' ? "\\u%04x".formatted((int) c) : Character.toString(c);
  }

  /** Whether something has failed. */
  public static boolean hasFailure(List<Finding> findings) {
    return findings.stream().anyMatch(it -> it.level() == Level.FAIL);
  }
}
