package io.starling.benchmarks;

import io.starling.collectives.tree.Branch;
import io.starling.collectives.tree.TopologyTree;
import io.starling.collectives.tree.TreeShapes;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.LayoutBuilder;
import io.starling.topology.layout.LayoutExchange;
import io.starling.topology.layout.NodeTable;
import io.starling.topology.machine.Cluster;
import io.starling.topology.placement.ClusterAllocation;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.PlacementPolicy;
import io.starling.topology.placement.Placer;
import io.starling.topology.placement.RankLocation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What it costs to know where all ranks are, as their number grows. The rank that derives is the
 * leader of the last node: no other has more to look at.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
@SuppressWarnings("checkstyle:VisibilityModifier") // JMH sets the parameters.
public class TopologyGrowth {

  private static final int RANKS_OF_A_NODE = 32;

  /** How the ranks are numbered. */
  public enum Mapping {
    /** Node after node. */
    SLOT,
    /** In turn over the nodes. */
    NODE,
    /** In no order. */
    RANDOM
  }

  /** How many ranks, 32 on a node. */
  @Param({"1000", "10000", "100000"})
  public int ranks;

  /** How they are numbered. */
  @Param public Mapping mapping;

  private Placement placement;
  private Map<String, byte[]> published;
  private int leader;
  private int root;

  /** Places the ranks, and publishes where they are. */
  @Setup
  public void place() {
    int nodes = Math.ceilDiv(ranks, RANKS_OF_A_NODE);
    Cluster cluster = Cluster.synthetic("node:%d package:2 core:16 pu:2".formatted(nodes));
    PlacementPolicy requests =
        PlacementPolicy.NONE.mapBy(mapping == Mapping.NODE ? MapBy.NODE : MapBy.SLOT);
    Placement placed = Placer.place(ClusterAllocation.whole(cluster), ranks, requests);
    placement = mapping == Mapping.RANDOM ? shuffled(placed) : placed;
    published = new HashMap<>();
    LayoutExchange.publish(new LayoutBuilder(placement), _ -> "host", published::put);
    NodeTable table = LayoutExchange.read(0, published::get).table();
    leader = table.ranksOf(table.nodes() - 1).lowest();
    root = ranks / 2;
  }

  private static Placement shuffled(Placement placement) {
    List<RankLocation> locations = new ArrayList<>(placement.locations());
    Collections.shuffle(locations, new Random(1));
    for (int rank = 0; rank < locations.size(); rank++) {
      RankLocation location = locations.get(rank);
      locations.set(
          rank, new RankLocation(rank, location.node(), location.home(), location.cpus()));
    }
    return new Placement(
        placement.cluster(), locations, placement.bound(), placement.oversubscribed());
  }

  /** From what was published to the rank's place in the tree, in a process that does it often. */
  @Benchmark
  public Branch rankAfterWarmUp() {
    Layout layout = LayoutExchange.read(leader, published::get);
    return new TopologyTree(layout.hierarchy(leader), _ -> TreeShapes::binomial)
        .branch(leader, ranks, root);
  }

  /**
   * The same in a process that never did it before, as every rank is at its start. The bytes that
   * JMH shows for it are of no use: they contain {@link #place}'s.
   */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  @Fork(value = 3, jvmArgsAppend = "-Xmx1g")
  public Branch rankAtItsStart() {
    return rankAfterWarmUp();
  }

  /** The launcher's side: to look at all locations and to write the bytes for every node. */
  @Benchmark
  public void launcher(Blackhole store) {
    LayoutExchange.publish(
        new LayoutBuilder(placement), _ -> "host", (_, bytes) -> store.consume(bytes));
  }
}
