package io.starling.bench.order;

import io.starling.bench.report.Labels;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.WholeFile;
import io.starling.launcher.Subcommand;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.output.UnwritableException;
import io.starling.topology.locality.Clusters;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.ExactSearch;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.MatrixFile;
import io.starling.topology.locality.Objective;
import io.starling.topology.locality.RankOrder;
import io.starling.topology.locality.RankOrderSearch;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling reorder}: searches for the order of hosts in which a collective costs least. */
@Command(
    name = "reorder",
    header = "Finds the order of hosts in which a collective costs least.",
    description = {
      "",
      "In a cloud, some hosts are near each other and some are far apart. Which ranks are"
          + " neighbours decides how fast a collective is. This command reads the round-trip times"
          + " between the hosts, puts them into the cost model of an algorithm (Cloud Collectives),"
          + " and searches for the cheapest order by simulated annealing. It says how far the order"
          + " found can be from the best one.",
      "",
      "The matrix is a JSON file: {\"hosts\": [\"a\", \"b\"], \"rtt_us\": [[0, 21.5], [22.1, 0]]},"
          + " and, if bandwidths were measured, \"bytes_per_us\" in the same form.",
      ""
    },
    exitCodeList = {
      "0:an order was found",
      "1:a file cannot be written; the order is on the standard output",
      "2:wrong usage"
    },
    footer = {
      "  starling reorder --matrix latency.json -o hosts",
      "  starling reorder --matrix latency.json --for allreduce=bcube,radix=4",
      "  starling reorder --matrix latency.json --for alltoall=pairwise,bytes=64M,timing=rounds",
      "  starling reorder --matrix latency.json --solver cp-sat --solver-limit 10",
      "  starling reorder --matrix latency.json -o hosts && mpirun --map-by seq --hostfile hosts"
          + " a.out",
      "  starling run --hostfile hosts my.Main"
    })
public final class ReorderCommand implements Subcommand {

  @Spec private CommandSpec spec;

  @Option(
      names = "--matrix",
      paramLabel = "FILE",
      required = true,
      description = "the round-trip times between the hosts")
  private Path matrix;

  @Option(
      names = "--for",
      paramLabel = "ALGORITHM",
      defaultValue = "allreduce=ring",
      description =
          "what shall cost little, as in allreduce=ring,bytes=100M (${DEFAULT-VALUE}). For"
              + " allreduce by ring, halving-doubling, double-tree, or bcube with a radix, it is"
              + " the paper's formula. Any other algorithm that starling algorithms lists is"
              + " measured by its own messages, as in broadcast=k-nomial,radix=8,timing=links:"
              + " chains of messages, rounds, chains on links of limited bandwidth, or"
              + " the total of all messages")
  private String algorithm;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "write the order to this file; - is the standard output (the default)")
  private Path output = Path.of("-");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "hostfile",
      description =
          "hostfile for Starling and Open MPI (mpirun --map-by seq), rankfile for Open MPI, mpich,"
              + " or list"
              + " (${DEFAULT-VALUE})")
  private String format;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "stop when no better order was found for so long (${DEFAULT-VALUE})")
  private int patience;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "stop after so long in any case (${DEFAULT-VALUE})")
  private int limit;

  @Option(
      names = "--solver",
      paramLabel = "NAME",
      defaultValue = "none",
      description =
          "prove which order is the best one, or find it: cp-sat or z3 (${DEFAULT-VALUE}). For the"
              + " paper's formulas and few hosts: a ring of 64, 16 hosts otherwise. The solvers are"
              + " a module of their own, which starling builds at the first use: Maven fetches"
              + " 120 MB. Where a solver does not load, the order of the search stands")
  private String solver;

  @Option(
      names = "--solver-limit",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "the solver's longest time (${DEFAULT-VALUE})")
  private int solverLimit;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "the seed of the search (${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--window",
      paramLabel = "BYTES",
      defaultValue = "" + LinkCosts.DEFAULT_WINDOW_BYTES,
      description =
          "how many bytes a connection has under way, where no bandwidth was measured"
              + " (${DEFAULT-VALUE})")
  private long window;

  @Override
  public Integer call() throws InterruptedException {
    try {
      reorder();
      return 0;
    } catch (UnwritableException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void reorder() throws InterruptedException {
    WholeFile.check("--output", output);
    WholeFile.checkInput("--output", output, "--matrix", matrix);
    OrderFormat wanted = named();
    Objective objective = objective();
    LatencyMatrix hosts = MatrixFile.read("--matrix", matrix);
    if (patience < 0 || limit < 0) {
      throw new IllegalArgumentException("--patience and --limit must be at least 0 seconds");
    }
    ExactStage exact = ExactStage.of(solver, solverLimit);
    LinkCosts links = new LinkCosts(hosts, window);
    CommunicationPattern pattern = objective.pattern(hosts.size());
    ExactSearch.Improved found = exact.improve(search(pattern, links), pattern, links);
    RankOrder order = found.order();
    PrintWriter out = StandardOutput.text(spec.commandLine(), output);
    print(out, objective, hosts, order);
    if (!found.remark().isEmpty()) {
      out.println(found.remark());
    }
    out.flush();
    WholeFile.keep(spec.commandLine(), output, wanted.write(order.hosts()));
  }

  private OrderFormat named() {
    try {
      return Labels.find(OrderFormat.class, format);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--format " + e.getMessage(), e);
    }
  }

  private Objective objective() {
    try {
      return Objective.parse(algorithm);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--for: " + e.getMessage(), e);
    }
  }

  private RankOrder search(CommunicationPattern pattern, LinkCosts links)
      throws InterruptedException {
    ProgressBar bar = ProgressBar.onError(spec.commandLine().getErr());
    bar.show(0, "searching, at most %d s".formatted(limit));
    try {
      return new RankOrderSearch(
              seed,
              Duration.ofSeconds(patience),
              Duration.ofSeconds(limit),
              Runtime.getRuntime().availableProcessors())
          .search(pattern, links);
    } finally {
      bar.clear();
    }
  }

  private static void print(
      PrintWriter out, Objective objective, LatencyMatrix hosts, RankOrder order) {
    out.printf("%d hosts, %s%n", hosts.size(), objective.describe());
    Clusters.of(hosts).forEach(level -> out.println(level.explain()));
    line(out, "in the given order", order.costBefore());
    line(out, "in the order found", order.cost());
    out.println("by the model " + order.describe());
    if (hosts.asymmetry() > 2) {
      out.printf(
          Locale.ROOT,
          "the two directions of a pair differ by up to %.1f times; the slower one counts%n",
          hosts.asymmetry());
    }
  }

  private static void line(PrintWriter out, String what, double microseconds) {
    out.printf(Locale.ROOT, "%-20s %12.3f ms%n", what, microseconds / 1000);
  }
}
