package io.starling.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.starling.collectives.AlgorithmDescription;
import io.starling.collectives.Starling;
import io.starling.launcher.Subcommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code starling algorithms}: lists what {@code --algorithm} can choose from. */
@Command(
    name = "algorithms",
    header = "Lists the algorithms of the collectives.",
    description = {
      "",
      "What is not chosen with --algorithm is chosen by the size of the message.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  starling algorithms",
      "  starling algorithms --json",
      "  starling run -n 4 --algorithm 'broadcast=chain,segment=32K;reduce=binary' my.Main"
    })
public final class AlgorithmsCommand implements Subcommand {

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "one JSON object per line")
  private boolean json;

  /** For the service loader. */
  public AlgorithmsCommand() {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    List<AlgorithmDescription> algorithms = Starling.algorithms();
    if (json) {
      writeJson(out, algorithms);
    } else {
      writeTable(out, algorithms);
    }
    out.flush();
    return 0;
  }

  private static void writeTable(PrintWriter out, List<AlgorithmDescription> algorithms) {
    List<Function<AlgorithmDescription, String>> columns =
        List.of(
            AlgorithmDescription::collective,
            AlgorithmDescription::name,
            AlgorithmDescription::description,
            AlgorithmsCommand::limits);
    int[] widths =
        columns.stream()
            .mapToInt(
                column -> algorithms.stream().map(column).mapToInt(String::length).max().orElse(0))
            .toArray();
    for (AlgorithmDescription algorithm : algorithms) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        String cell = columns.get(c).apply(algorithm);
        line.append(cell).repeat(' ', widths[c] - cell.length() + 2);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static String limits(AlgorithmDescription algorithm) {
    String parameters = String.join(", ", algorithm.parameters());
    String restrictions = algorithm.restrictions();
    if (restrictions.isEmpty()) {
      return parameters;
    }
    return parameters + (parameters.isEmpty() ? "" : "; ") + "only for " + restrictions;
  }

  private static void writeJson(PrintWriter out, List<AlgorithmDescription> algorithms)
      throws IOException {
    JsonFactory factory =
        JsonFactory.builder()
            .disable(com.fasterxml.jackson.core.StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();
    for (AlgorithmDescription algorithm : algorithms) {
      try (JsonGenerator generator = factory.createGenerator(out)) {
        generator.writeStartObject();
        generator.writeStringField("collective", algorithm.collective());
        generator.writeStringField("name", algorithm.name());
        generator.writeStringField("description", algorithm.description());
        generator.writeStringField("restrictions", algorithm.restrictions());
        generator.writeArrayFieldStart("parameters");
        for (String parameter : algorithm.parameters()) {
          generator.writeString(parameter);
        }
        generator.writeEndArray();
        generator.writeEndObject();
      }
      out.println();
    }
  }
}
