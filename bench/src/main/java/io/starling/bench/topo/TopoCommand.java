package io.starling.bench.topo;

import io.starling.launcher.Subcommand;
import io.starling.topology.Affinity;
import io.starling.topology.Cluster;
import io.starling.topology.CpuSet;
import io.starling.topology.Machine;
import io.starling.topology.placement.Placement;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling topo}: what a machine is made of, who runs where and who talks to whom. */
@Command(
    name = "topo",
    header = "Shows a machine, ranks on it and the tree along which they talk.",
    description = {
      "",
      "Alone it lists packages, NUMA nodes, caches, cores and PUs of this machine. With"
          + " --ranks it also says on which core each rank runs and lists the tree of a"
          + " broadcast, a line for each lane of a parent. With --svg it draws all that.",
      ""
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  starling topo",
      "  starling topo --ranks 2 --svg machine.svg",
      "  starling topo --synthetic 'package:2 core:16 pu:2' --ranks 32",
      "  starling topo --synthetic 'node:3 package:2 core:4 pu:1' --svg cluster.svg",
      "  starling topo --xml elsewhere.xml --json"
    })
public final class TopoCommand implements Subcommand {

  private static final int MOST_RANKS = 1 << 16;

  @Spec private CommandSpec spec;

  @ArgGroup private Elsewhere elsewhere;

  private static final class Elsewhere {
    @Option(
        names = "--synthetic",
        paramLabel = "DESCRIPTION",
        description = "machines in hwloc's notation, such as 'node:3 package:2 core:4 pu:1'")
    private String synthetic;

    @Option(
        names = "--xml",
        paramLabel = "FILE",
        description = "a machine from a file that 'lstopo FILE.xml' has written")
    private Path xml;
  }

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description = "how many ranks to place; for a picture one on each core by default")
  private Integer ranks;

  @Option(
      names = "--root",
      paramLabel = "R",
      defaultValue = "0",
      description = "the rank that broadcasts (${DEFAULT-VALUE})")
  private int root;

  @Option(names = "--svg", paramLabel = "FILE", description = "draw a picture instead of text")
  private Path svg;

  @Option(names = "--json", description = "write one JSON object instead of text")
  private boolean json;

  // STAND-IN: the launcher's PlacementOptions come here.
  @Option(names = "--map-by", defaultValue = "slot", hidden = true)
  private String mapBy;

  // STAND-IN: what the collectives' topology tree takes, such as node=binomial,package=chain.
  @Option(names = "--tree", defaultValue = "chain", hidden = true)
  private String tree;

  /** For the service loader. */
  public TopoCommand() {}

  @Override
  public Integer call() throws IOException {
    try {
      show(scene(cluster()));
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return 0;
  }

  private Cluster cluster() {
    if (elsewhere == null) {
      return Cluster.here();
    }
    return elsewhere.xml == null
        ? Cluster.synthetic(elsewhere.synthetic)
        : Cluster.of(Machine.xml(elsewhere.xml));
  }

  private Scene scene(Cluster cluster) {
    int count = ranks == null ? defaultRanks(cluster) : ranks;
    require(
        ranks == null || (count > 0 && count <= MOST_RANKS),
        "--ranks: from 1 to %d, not %d".formatted(MOST_RANKS, count));
    require(
        root >= 0 && (root < count || (root == 0 && count == 0)),
        "--root: there is no rank %d of %d".formatted(root, count));
    // STAND-IN until there are PlacementOptions and TopologyTree: these two lines.
    Placement placement = StandIn.place(cluster, count, "node".equals(mapBy));
    List<Edge> edges = StandIn.tree(placement, root, tree);
    boolean alone = edges.isEmpty();
    String caption = "broadcast tree from rank %d: %s on every level".formatted(root, tree);
    return new Scene(placement, edges, alone ? "" : caption);
  }

  /** A picture shows a rank on each core, text shows the machine alone. */
  private int defaultRanks(Cluster cluster) {
    return svg == null
        ? 0
        : cluster.nodes().stream().mapToInt(node -> node.slots(node.cpus())).sum();
  }

  private void show(Scene scene) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (svg != null) {
      PictureFile.write(svg, TopologySvg.of(scene));
    }
    if (json) {
      TopologyJson.write(scene, out);
    } else if (svg != null) {
      out.println(svg + ": " + scene.title());
    } else {
      out.print(text(scene));
    }
    out.flush();
  }

  private String text(Scene scene) {
    Glyphs glyphs = Glyphs.of(charset());
    String machines = MachineText.of(scene.placement(), allowed(scene.placement()), glyphs);
    if (scene.ranks() == 0) {
      return machines;
    }
    String title = scene.title() + (scene.caption().isEmpty() ? "" : ", " + scene.caption());
    return machines + "\n" + title + "\n" + TreeText.of(scene, glyphs);
  }

  /** Only of this machine it is known what the process may use. */
  private List<CpuSet> allowed(Placement placement) {
    return elsewhere == null
        ? List.of(Affinity.ofThisProcess())
        : placement.cluster().nodes().stream().map(Machine::cpus).toList();
  }

  private static Charset charset() {
    return Charset.forName(
        System.getProperty("stdout.encoding", Charset.defaultCharset().name()),
        Charset.defaultCharset());
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
