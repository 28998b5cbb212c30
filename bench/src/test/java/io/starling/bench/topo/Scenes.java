package io.starling.bench.topo;

import io.starling.topology.Level;
import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.GpuMap;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Ranks and trees to look at. */
final class Scenes {

  private Scenes() {}

  /** So many ranks core by core; where there are more ranks than cores, from the start again. */
  static Placement bySlot(String description, int ranks) {
    return place(Cluster.synthetic(description), ranks, false);
  }

  /** So many ranks, neighbours on different nodes. */
  static Placement byNode(String description, int ranks) {
    return place(Cluster.synthetic(description), ranks, true);
  }

  /** A rank on each core of machines that differ. */
  static TopologyScene mixed() {
    Cluster cluster =
        new Cluster(
            List.of(
                Machine.synthetic("package:2 core:4 pu:2"),
                Machine.synthetic("package:1 l3:2 core:3 pu:1"),
                Machine.synthetic("core:6 pu:4")));
    return new TopologyScene(place(cluster, 20, false), binomial(20, Level.CLUSTER), "binomial");
  }

  /** So many ranks core by core on a machine with GPUs, from a file of the tests of topology. */
  static TopologyScene withGpus(String file, int ranks, String gpuMap) {
    Path machine = Path.of("../topology/src/test/resources/machines", file);
    Placement placement = place(Cluster.of(Machine.xml(machine)), ranks, false);
    GpuAssignment gpus = GpuAssignment.of(placement, GpuMap.parse(gpuMap));
    return new TopologyScene(placement, binomial(ranks, Level.PACKAGE), "binomial", gpus);
  }

  private static Placement place(Cluster cluster, int ranks, boolean byNode) {
    List<RankLocation> slots = new ArrayList<>();
    List<Machine> nodes = cluster.nodes();
    for (int node = 0; node < nodes.size(); node++) {
      Machine machine = nodes.get(node);
      for (var core : machine.cores().isEmpty() ? machine.pus() : machine.cores()) {
        slots.add(new RankLocation(0, node, core.cpus(), core.cpus()));
      }
    }
    int share = slots.size() / nodes.size();
    List<RankLocation> seats = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int slot = rank % slots.size();
      RankLocation seat =
          slots.get(byNode ? slot % nodes.size() * share + slot / nodes.size() : slot);
      seats.add(new RankLocation(rank, seat.node(), seat.home(), seat.cpus()));
    }
    return new Placement(cluster, seats, true, ranks > slots.size());
  }

  /** One rank on the given PUs of the first node. */
  static Placement alone(Machine machine, CpuSet home) {
    return new Placement(
        Cluster.of(machine), List.of(new RankLocation(0, 0, home, home)), true, false);
  }

  /** Ranks in a row. */
  static List<Edge> chain(Level level, int... ranks) {
    return IntStream.range(1, ranks.length)
        .mapToObj(i -> new Edge(ranks[i - 1], ranks[i], level))
        .toList();
  }

  /** A parent and its children. */
  static List<Edge> fan(Level level, int parent, int... children) {
    return IntStream.of(children).mapToObj(child -> new Edge(parent, child, level)).toList();
  }

  /** The binomial tree over ranks by number: on machines it is a mess, which is the point. */
  static List<Edge> binomial(int ranks, Level level) {
    return IntStream.range(1, ranks)
        .mapToObj(rank -> new Edge(rank - Integer.lowestOneBit(rank), rank, level))
        .toList();
  }

  static List<Edge> all(List<List<Edge>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }

  /** Any tree over ranks that sit anywhere, levels at will. */
  static TopologyScene random(String machine, int ranks, long seed) {
    Random random = new Random(seed);
    Placement ordered = bySlot(machine, ranks);
    List<RankLocation> shuffled = new ArrayList<>(ordered.locations());
    Collections.shuffle(shuffled, random);
    List<RankLocation> seats = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      RankLocation seat = shuffled.get(rank);
      seats.add(new RankLocation(rank, seat.node(), seat.home(), seat.cpus()));
      if (rank > 0) {
        Level level = Level.values()[random.nextInt(Level.values().length)];
        edges.add(new Edge(random.nextInt(rank), rank, level));
      }
    }
    Placement placement = new Placement(ordered.cluster(), seats, true, false);
    return new TopologyScene(placement, edges, "seed " + seed);
  }

  /** The paper's figure 5: three nodes, two packages in each, four cores in each package. */
  static TopologyScene figureFive() {
    List<Edge> edges = new ArrayList<>(chain(Level.CLUSTER, 0, 8, 16));
    for (int node = 0; node < 24; node += 8) {
      edges.addAll(chain(Level.NODE, node, node + 4));
    }
    for (int first = 0; first < 24; first += 4) {
      edges.addAll(chain(Level.PACKAGE, first, first + 1, first + 2, first + 3));
    }
    return new TopologyScene(bySlot("node:3 package:2 core:4 pu:1", 24), edges, "chains");
  }

  /** The paper's Cori node, a chain in each package. */
  static TopologyScene cori() {
    int[] low = IntStream.range(0, 16).toArray();
    int[] high = IntStream.range(16, 32).toArray();
    List<Edge> edges =
        all(
            List.of(
                chain(Level.NODE, 0, 16), chain(Level.PACKAGE, low), chain(Level.PACKAGE, high)));
    return new TopologyScene(bySlot("package:2 core:16 pu:2", 32), edges, "chains");
  }
}
