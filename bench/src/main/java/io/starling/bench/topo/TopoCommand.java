package io.starling.bench.topo;

import io.starling.launcher.Subcommand;
import io.starling.topology.Cluster;
import io.starling.topology.placement.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code starling topo}. */
@Command(name = "topo", header = "Shows machines.")
public final class TopoCommand implements Subcommand {
  @Spec private CommandSpec spec;

  @Option(names = "--synthetic")
  private String synthetic;

  @Option(names = "--ranks")
  private int ranks;

  @Option(names = "--root")
  private int root;

  @Option(names = "--by-node")
  private boolean byNode;

  @Option(names = "--tree", defaultValue = "chain")
  private String tree;

  @Option(names = "--svg")
  private Path svg;

  /** For the service loader. */
  public TopoCommand() {}

  @Override
  public Integer call() throws IOException {
    Cluster cluster = synthetic == null ? Cluster.here() : Cluster.synthetic(synthetic);
    Placement placement = StandIn.place(cluster, ranks, byNode);
    Scene scene =
        new Scene(
            placement,
            StandIn.tree(placement, root, tree),
            "broadcast tree from rank " + root + ": " + tree + " on every level");
    Files.writeString(svg, TopologySvg.of(scene));
    return 0;
  }
}
