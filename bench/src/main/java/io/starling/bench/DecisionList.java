package io.starling.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.starling.collectives.settings.AlgorithmTable.Line;
import io.starling.runtime.memory.ByteSize;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Shows what a table chooses for some ranks, from short messages to long ones. */
final class DecisionList {

  private final PrintWriter out;

  DecisionList(PrintWriter out) {
    this.out = out;
  }

  void print(List<Line> lines, boolean json) throws IOException {
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
    StringBuilder text = new StringBuilder();
    if (line.leastBytes() == 0 && line.mostBytes() == Long.MAX_VALUE) {
      text.append("any length");
    } else if (line.mostBytes() == Long.MAX_VALUE) {
      text.append("from ").append(ByteSize.format(line.leastBytes()));
    } else {
      text.append(line.leastBytes() == 0 ? "" : ByteSize.format(line.leastBytes()) + " ");
      text.append("below ").append(ByteSize.format(line.mostBytes() + 1));
    }
    return line.limits().isEmpty() ? text.toString() : text + ", " + line.limits();
  }

  private void printJson(List<Line> lines) throws IOException {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    for (Line line : lines) {
      try (JsonGenerator generator = factory.createGenerator(out)) {
        generator.writeStartObject();
        generator.writeStringField("collective", line.collective());
        generator.writeNumberField("least_bytes", line.leastBytes());
        if (line.mostBytes() < Long.MAX_VALUE) {
          generator.writeNumberField("most_bytes", line.mostBytes());
        }
        generator.writeStringField("limits", line.limits());
        generator.writeStringField("algorithm", line.algorithm());
        generator.writeStringField("reason", line.reason());
        generator.writeEndObject();
      }
      out.println();
    }
  }
}
