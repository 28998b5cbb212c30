package io.starling.bench;

import io.starling.bench.report.Json;
import io.starling.bench.report.WholeFile;
import io.starling.collectives.selection.AlgorithmDescription;
import io.starling.collectives.settings.AlgorithmTable;
import io.starling.launcher.Subcommand;
import io.starling.launcher.output.StandardOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code starling algorithms}: lists what {@code --algorithm} can choose from. */
@Command(
    name = "algorithms",
    header = "Lists the algorithms of the collectives, or the choices of a table.",
    description = {
      "",
      "A table of rules chooses the algorithms that --algorithm does not: Starling's own, or that"
          + " of --table or STARLING_TABLE. With -n this command shows the choices of the table;"
          + " STARLING_GPUS=all shows those for ranks with a GPU each.",
      ""
    },
    exitCodeList = {"0:they are listed", "2:wrong usage"},
    footer = {
      "  starling algorithms",
      "  starling algorithms allreduce --json -",
      "  starling algorithms broadcast -n 8",
      "  starling algorithms -n 4 --table tuned.json",
      "  STARLING_GPUS=all starling algorithms reduce -n 4",
      "  starling run -n 4 --algorithm 'broadcast=chain;reduce=binary' my.Main"
    })
public final class AlgorithmsCommand implements Subcommand {

  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COLLECTIVE",
      split = ",",
      arity = "0..*",
      description = "list only these, such as broadcast,allreduce")
  private List<String> collectives = new ArrayList<>();

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description = "show the choices for a job of this many ranks")
  private Integer ranks;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "the number of nodes of that job (${DEFAULT-VALUE})")
  private int nodes;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "the file of rules, in place of STARLING_TABLE; needs -n")
  private String table;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write one JSON object per line; - is the standard output")
  private Path json;

  /** For the service loader. */
  public AlgorithmsCommand() {
    this(System.getenv());
  }

  AlgorithmsCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    List<AlgorithmDescription> all = AlgorithmDescription.all();
    check(all);
    List<AlgorithmDescription> wanted =
        all.stream().filter(each -> isWanted(each.collective())).toList();
    List<AlgorithmTable.Line> decisions = ranks == null ? List.of() : decisions();
    PrintWriter out = StandardOutput.text(spec.commandLine(), json);
    if (ranks == null) {
      writeTable(out, wanted);
    } else {
      new DecisionList(out).print(decisions, false);
    }
    out.flush();
    if (json != null) {
      StringWriter text = new StringWriter();
      PrintWriter lines = new PrintWriter(text, true);
      if (ranks == null) {
        writeJson(lines, wanted);
      } else {
        new DecisionList(lines).print(decisions, true);
      }
      lines.flush();
      WholeFile.write(spec.commandLine(), json, text.toString());
    }
    return 0;
  }

  private boolean isWanted(String collective) {
    return collectives.isEmpty() || collectives.contains(collective);
  }

  private void check(List<AlgorithmDescription> algorithms) {
    Set<String> known = new LinkedHashSet<>();
    algorithms.forEach(algorithm -> known.add(algorithm.collective()));
    for (String collective : collectives) {
      require(
          known.contains(collective),
          "COLLECTIVE must be one of %2$s, not '%1$s'%3$s"
              .formatted(collective, String.join(", ", known), AlgorithmChoice.hint(collective)));
    }
    try {
      WholeFile.check("--json", json);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    require(table == null || ranks != null, "--table needs -n, the number of ranks");
    require(ranks == null || ranks > 0, "-n must be at least 1, not " + ranks);
    require(
        ranks == null || (nodes > 0 && nodes <= ranks),
        "--nodes must be 1 to -n, the number of ranks, not " + nodes);
  }

  private List<AlgorithmTable.Line> decisions() {
    try {
      AlgorithmTable rules =
          table == null ? AlgorithmTable.from(environment) : AlgorithmTable.read(table);
      return rules.in(environment).decisions(ranks, nodes, (ranks + nodes - 1) / nodes).stream()
          .filter(line -> isWanted(line.collective()))
          .toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }

  /** The collective stands above its algorithms. */
  private static void writeTable(PrintWriter out, List<AlgorithmDescription> algorithms) {
    int name = width(algorithms, AlgorithmDescription::name);
    int description = width(algorithms, AlgorithmDescription::description);
    String before = "";
    for (AlgorithmDescription algorithm : algorithms) {
      if (!algorithm.collective().equals(before)) {
        out.println((before.isEmpty() ? "" : System.lineSeparator()) + algorithm.collective());
        before = algorithm.collective();
      }
      String line =
          "  %s  %s  %s"
              .formatted(
                  padded(algorithm.name(), name),
                  padded(algorithm.description(), description),
                  limits(algorithm));
      out.println(line.stripTrailing());
    }
  }

  private static int width(
      List<AlgorithmDescription> algorithms, Function<AlgorithmDescription, String> column) {
    return algorithms.stream().map(column).mapToInt(String::length).max().orElse(0);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  private static String limits(AlgorithmDescription algorithm) {
    String parameters = String.join(", ", algorithm.parameters());
    String restrictions = algorithm.restrictions();
    if (restrictions.isEmpty()) {
      return parameters;
    }
    return parameters + (parameters.isEmpty() ? "" : "; ") + "only for " + restrictions;
  }

  private static void writeJson(PrintWriter out, List<AlgorithmDescription> algorithms) {
    for (AlgorithmDescription algorithm : algorithms) {
      out.println(
          new Json()
              .put("collective", algorithm.collective())
              .put("name", algorithm.name())
              .put("description", algorithm.description())
              .put("restrictions", algorithm.restrictions())
              .put("parameters", algorithm.parameters()));
    }
  }
}
