package io.starling.bench.topo;

import io.starling.bench.report.WholeFile;
import io.starling.collectives.CommunicationTree;
import io.starling.launcher.JobSpecification;
import io.starling.launcher.LaunchException;
import io.starling.launcher.PlacementOptions;
import io.starling.launcher.PlacementRequest;
import io.starling.launcher.Subcommand;
import io.starling.topology.CpuSet;
import io.starling.topology.Level;
import io.starling.topology.Machine;
import io.starling.topology.layout.Survey;
import io.starling.topology.placement.Allotment;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.Wishes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "Alone it lists packages, NUMA nodes, caches, cores and PUs of this machine. With --ranks it"
          + " also says on which core each rank runs, which GPU it gets, and lists the tree of a"
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
      "  starling topo --topology elsewhere.xml --ranks 4 --gpu-map 0,1,1,0",
      "  starling topo --topology elsewhere.xml --json"
    })
public final class TopoCommand implements Subcommand {

  private static final int MOST_RANKS = JobSpecification.MAXIMUM_RANKS;

  @Spec private CommandSpec spec;

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

  @Option(
      names = "--tree",
      paramLabel = "TREE|LEVEL=TREE[,LEVEL=TREE]...",
      defaultValue = "",
      description =
          "the tree of all levels, such as binomial, or of each, such as"
              + " node=binomial,package=chain; levels that are not named have chains")
  private String tree;

  @Mixin private PlacementOptions options;

  /** For the service loader. */
  public TopoCommand() {}

  @Override
  public Integer call() throws IOException {
    PlacementRequest request = options.request();
    try {
      Allotment allotment = request.allotment();
      int count = ranks == null ? defaultRanks(allotment, request) : ranks;
      check(count);
      show(count == 0 ? machinesOf(allotment) : scene(request, allotment, count), allotment);
    } catch (IllegalArgumentException | LaunchException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return 0;
  }

  /** A picture shows a rank on each core; so does text that is asked for ranks or a tree. */
  private int defaultRanks(Allotment allotment, PlacementRequest request) {
    List<Machine> nodes = allotment.cluster().nodes();
    return svg == null && tree.isEmpty() && request.wishes().equals(Wishes.NONE)
        ? 0
        : IntStream.range(0, nodes.size())
            .map(node -> nodes.get(node).slots(allotment.allowed().get(node)))
            .sum();
  }

  private void check(int count) {
    require(
        count <= MOST_RANKS && (ranks == null || count > 0),
        "--ranks: from 1 to %d, not %d".formatted(MOST_RANKS, count));
    require(
        svg == null || count <= TopologySvg.MOST,
        "--svg: at most %d ranks can be drawn, not %d; --ranks says how many"
            .formatted(TopologySvg.MOST, count));
    require(
        root >= 0 && (root < count || (root == 0 && count == 0)),
        "--root: there is no rank %d of %d".formatted(root, count));
  }

  private static Scene machinesOf(Allotment allotment) {
    return new Scene(new Placement(allotment.cluster(), List.of(), false, false), List.of(), "");
  }

  private Scene scene(PlacementRequest request, Allotment allotment, int count) {
    Placement placement = request.place(allotment, count);
    CommunicationTree whole = new CommunicationTree(tree);
    List<Edge> edges =
        whole.edges(new Survey(placement), placement.seats().size(), root).stream()
            .map(edge -> new Edge(edge.parent(), edge.child(), edge.lane()))
            .toList();
    Stream<Level> lanes = edges.stream().map(Edge::level).distinct().sorted();
    String caption =
        edges.isEmpty()
            ? ""
            : "broadcast tree from rank %d: %s%s"
                .formatted(
                    root,
                    whole.describe(lanes),
                    placement.bound() ? "" : "; ranks are not bound to the cores they stand on");
    return new Scene(placement, edges, caption, request.gpus(placement));
  }

  private void show(Scene scene, Allotment allotment) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (svg != null) {
      WholeFile.write(svg, TopologySvg.of(scene));
    }
    if (json) {
      TopologyJson.write(scene, out);
    } else if (svg != null) {
      out.println(svg + ": " + scene.title());
    } else {
      out.print(text(scene, allotment.allowed()));
    }
    out.flush();
  }

  private static String text(Scene scene, List<CpuSet> allowed) {
    Glyphs glyphs = Glyphs.of(charset());
    String machines = MachineText.of(scene, allowed, glyphs);
    if (scene.ranks() == 0) {
      return machines;
    }
    String title = scene.title() + (scene.caption().isEmpty() ? "" : ", " + scene.caption());
    return machines + "\n" + title + "\n" + TreeText.of(scene, glyphs);
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
