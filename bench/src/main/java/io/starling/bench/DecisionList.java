package io.starling.bench;

import io.starling.bench.report.Json;
import io.starling.collectives.settings.AlgorithmTable.Line;
import io.starling.runtime.memory.ByteSize;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Shows what a table chooses for some ranks, from short messages to long ones. */
record DecisionList(PrintWriter out) {
  void print(List<Line> lines, boolean json) {
    if (json) {
      printJson(lines);
    } else {
      printTable(lines);
    }
  }

  private void printTable(List<Line> lines) {
    int range = lines.stream().mapToInt(line -> range(line).length()).max().orElse(0);
    String before = "";
    for (Line line : lines) {
      if (!line.collective().equals(before)) {
        out.println((before.isEmpty() ? "" : System.lineSeparator()) + line.collective());
        before = line.collective();
      }
      String padding = " ".repeat(range - range(line).length());
      out.printf("  %s%s  %s%n", range(line), padding, line.algorithm());
      out.printf("  %s    by %s%n", " ".repeat(range), line.reason());
    }
  }

  private static String range(Line line) {
    List<String> parts = new ArrayList<>();
    if (line.leastBytes() > 0) {
      parts.add(rounder("from ", line.leastBytes(), "above ", line.leastBytes() - 1));
    }
    if (line.mostBytes() < Long.MAX_VALUE) {
      parts.add(rounder("below ", line.mostBytes() + 1, "up to ", line.mostBytes()));
    }
    String text = parts.isEmpty() ? "any length" : String.join(" ", parts);
    return line.limits().isEmpty() ? text : text + ", " + line.limits();
  }

  /** The one of two lengths that more powers of two divide. */
  private static String rounder(String word, long bytes, String otherWord, long other) {
    return Long.numberOfTrailingZeros(other) > Long.numberOfTrailingZeros(bytes)
        ? otherWord + ByteSize.format(other)
        : word + ByteSize.format(bytes);
  }

  private void printJson(List<Line> lines) {
    for (Line line : lines) {
      Json json =
          new Json().put("collective", line.collective()).put("least_bytes", line.leastBytes());
      if (line.mostBytes() < Long.MAX_VALUE) {
        json.put("most_bytes", line.mostBytes());
      }
      json.put("limits", line.limits())
          .put("algorithm", line.algorithm())
          .put("reason", line.reason());
      out.println(json);
    }
  }
}
