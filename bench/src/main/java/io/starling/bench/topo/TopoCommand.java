package io.starling.bench.topo;

import static io.starling.bench.OptionBounds.require;

import io.starling.bench.report.WholeFile;
import io.starling.collectives.selection.CommunicationTree;
import io.starling.launcher.Subcommand;
import io.starling.launcher.command.PlacementOptions;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.launcher.placing.Slots;
import io.starling.topology.Level;
import io.starling.topology.layout.LayoutBuilder;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.ClusterAllocation;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.PlacementPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
    header = "Shows a machine, the places of ranks on it and their communication tree.",
    description = {
      "",
      "Without options it lists the packages, NUMA nodes, caches, cores and PUs of this machine."
          + " With --ranks it also shows the core and the GPU of each rank, and the tree of a"
          + " broadcast. With --svg it draws a picture of the same. With --matrix it shows the"
          + " racks that round-trip times between hosts tell, and the tree that follows them.",
      ""
    },
    exitCodeList = {"0:the machine is shown", "2:wrong usage, or ranks that cannot be placed"},
    footer = {
      "  starling topo",
      "  starling topo --ranks 2 --svg machine.svg",
      "  starling topo --synthetic 'package:2 core:16 pu:2' --ranks 32",
      "  starling topo --synthetic 'node:3 package:2 core:4 pu:1' --svg cluster.svg",
      "  starling topo --topology elsewhere.xml --ranks 4 --gpu-map 0,1,1,0",
      "  starling topo --topology elsewhere.xml --json -",
      "  starling topo --matrix latency.json --ranks 64 --svg racks.svg"
    })
public final class TopoCommand implements Subcommand {

  private static final int MOST_RANKS = Slots.MAXIMUM_RANKS;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description = "how many ranks to place; in a picture, by default one on each core")
  private Integer ranks;

  @Option(
      names = "--root",
      paramLabel = "R",
      defaultValue = "0",
      description = "the rank that broadcasts (${DEFAULT-VALUE})")
  private int root;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "draw a picture instead of the text; - is the standard output")
  private Path svg;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write one JSON object; - is the standard output")
  private Path json;

  @Option(
      names = "--tree",
      paramLabel = "TREE|LEVEL=TREE[,LEVEL=TREE]...",
      defaultValue = "",
      description =
          "the shape of the tree on all levels, such as binomial, or on each, such as"
              + " node=binomial,package=chain; other levels are chains")
  private String tree;

  @Option(
      names = "--matrix",
      paramLabel = "FILE",
      description =
          "the round-trip times between hosts, as starling probe writes them; each host has one"
              + " core, or a node of --topology")
  private Path matrix;

  @Mixin private PlacementOptions options;

  @Override
  public Integer call() throws IOException {
    PlacementRequest request = options.request();
    try {
      WholeFile.check("--json", json, "--svg", svg);
      WholeFile.checkInput("--json", json, "--matrix", matrix);
      WholeFile.checkInput("--svg", svg, "--matrix", matrix);
      HostGroups hosts = matrix == null ? HostGroups.NONE : HostGroups.read(matrix);
      ClusterAllocation allotment = allocation(request, hosts);
      int count = ranks == null ? defaultRanks(allotment, request) : ranks;
      check(count);
      show(
          count == 0 ? machinesOf(allotment, hosts) : scene(request, allotment, hosts, count),
          allotment);
    } catch (IllegalArgumentException | LaunchException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return 0;
  }

  private static ClusterAllocation allocation(PlacementRequest request, HostGroups hosts) {
    if (hosts.isEmpty()) {
      return request.allocation();
    }
    if (request.topology().isEmpty()) {
      return ClusterAllocation.whole(hosts.cluster());
    }
    ClusterAllocation given = request.allocation();
    int nodes = given.cluster().nodes().size();
    require(
        nodes == hosts.names().size(),
        "--topology has %d nodes, and --matrix %d hosts".formatted(nodes, hosts.names().size()));
    return given;
  }

  /** A picture shows a rank on each core; so does text that is asked for ranks or a tree. */
  private int defaultRanks(ClusterAllocation allotment, PlacementRequest request) {
    List<Machine> nodes = allotment.cluster().nodes();
    return svg == null && tree.isEmpty() && request.policy().equals(PlacementPolicy.NONE)
        ? 0
        : IntStream.range(0, nodes.size())
            .map(node -> nodes.get(node).slots(allotment.allowed().get(node)))
            .sum();
  }

  private void check(int count) {
    require(
        count <= MOST_RANKS && (ranks == null || count > 0),
        "--ranks must be 1 to %d, not %d".formatted(MOST_RANKS, count));
    require(
        svg == null || count <= TopologySvg.MOST,
        "--svg draws at most %d ranks, not %d; choose fewer with --ranks"
            .formatted(TopologySvg.MOST, count));
    require(root == 0 || count > 0, "--root needs --ranks, the number of ranks");
    require(
        root >= 0 && root < Math.max(1, count),
        "--root must be 0 to %d, not %d".formatted(count - 1, root));
  }

  private static TopologyScene machinesOf(ClusterAllocation allotment, HostGroups hosts) {
    return new TopologyScene(
        new Placement(allotment.cluster(), List.of(), false, false),
        List.of(),
        "",
        GpuAssignment.NONE,
        hosts);
  }

  private TopologyScene scene(
      PlacementRequest request, ClusterAllocation allotment, HostGroups hosts, int count) {
    Placement placement = request.place(allotment, count);
    CommunicationTree whole = new CommunicationTree(tree);
    List<Edge> edges =
        whole
            .edges(new LayoutBuilder(placement, hosts.groups()), placement.locations().size(), root)
            .stream()
            .map(edge -> new Edge(edge.parent(), edge.child(), edge.level()))
            .toList();
    Stream<Level> levels = edges.stream().map(Edge::level).distinct().sorted();
    String caption =
        edges.isEmpty()
            ? ""
            : "broadcast tree from rank %d: %s%s"
                .formatted(
                    root,
                    whole.describe(levels),
                    placement.bound() ? "" : "; ranks are not bound to their cores");
    return new TopologyScene(placement, edges, caption, request.gpus(placement), hosts);
  }

  private void show(TopologyScene scene, ClusterAllocation allotment) throws IOException {
    PrintWriter out = StandardOutput.text(spec.commandLine(), json, svg);
    if (svg != null) {
      WholeFile.write(spec.commandLine(), svg, TopologySvg.of(scene));
      out.println(svg + ": " + scene.title());
    } else {
      out.print(text(scene, allotment.allowed()));
    }
    out.flush();
    if (json != null) {
      StringWriter text = new StringWriter();
      TopologyJson.write(scene, new PrintWriter(text, true));
      WholeFile.write(spec.commandLine(), json, text.toString());
    }
  }

  private String text(TopologyScene scene, List<CpuSet> allowed) {
    Glyphs glyphs = Glyphs.of(charset());
    boolean isRacksOnly = matrix != null && options.request().topology().isEmpty();
    String racks = matrix == null ? "" : scene.hosts().outline().render(glyphs);
    String machines = racks + (isRacksOnly ? "" : MachineText.of(scene, allowed, glyphs));
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
}
