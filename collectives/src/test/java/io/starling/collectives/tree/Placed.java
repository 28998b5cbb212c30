package io.starling.collectives.tree;

import io.starling.topology.layout.Layout;
import io.starling.topology.layout.LayoutBuilder;
import io.starling.topology.layout.NodeGroups;
import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Ranks on machines that need not exist, one core each as far as cores go.
 *
 * @param description of the machines, for messages
 */
public record Placed(String description, Placement placement, LayoutBuilder survey) {

  private static final String FOLDER = "../topology/src/test/resources/machines/";

  /** Two-socket Xeon, EPYC with several NUMA nodes, sub-NUMA clusters, small and large clusters. */
  public static final List<String> MACHINES =
      List.of(
          "package:1 core:1 pu:1",
          "package:1 core:8 pu:2",
          "package:2 numa:1 l3:1 core:4 pu:2",
          "package:2 numa:4 l3:2 core:2 pu:1",
          "package:1 l3:1 numa:2 core:4 pu:1",
          "package:4 core:3 pu:1",
          "node:3 package:2 core:4 pu:1",
          "node:5 package:1 core:2 pu:1",
          "node:7 package:2 numa:2 l3:2 core:1 pu:2",
          FOLDER + "xeon.xml",
          FOLDER + "epyc.xml",
          FOLDER + "gpus.xml",
          FOLDER + "asymmetric.xml",
          FOLDER + "hybrid.xml",
          FOLDER + "highbandwidth.xml",
          FOLDER + "subnuma.xml");

  /** Ways to number the cores, friendly and unfriendly. */
  public enum Mapping {
    /** Core after core, node after node. */
    BY_SLOT,
    /** Round robin over the nodes. */
    BY_NODE,
    /** Round robin over the packages of all nodes. */
    BY_PACKAGE,
    /** At random. */
    SHUFFLED,
    /** Node after node, but bound to the whole node. */
    UNBOUND
  }

  private record Core(int node, int inNode, CpuSet cpus) {}

  /** So many ranks; where they are more than cores, some cores have several. */
  public static Placed on(String description, int ranks, Mapping mapping) {
    Cluster cluster = Cluster.named(description);
    List<Core> cores = new ArrayList<>();
    for (int node = 0; node < cluster.nodes().size(); node++) {
      for (HardwareObject core : cluster.nodes().get(node).cores()) {
        cores.add(new Core(node, core.logicalIndex(), core.cpus()));
      }
    }
    order(cores, mapping);
    List<RankLocation> locations = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Core core = cores.get(rank % cores.size());
      CpuSet cpus = mapping == Mapping.UNBOUND ? cluster.nodes().get(core.node).cpus() : core.cpus;
      locations.add(new RankLocation(rank, core.node, core.cpus, cpus));
    }
    Placement placement = new Placement(cluster, locations, true, ranks > cores.size());
    return new Placed(
        "%d ranks %s on %s".formatted(ranks, mapping, description),
        placement,
        new LayoutBuilder(placement));
  }

  /** The same with racks, and perhaps zones, as levels above the nodes. */
  public Placed in(NodeGroups groups) {
    return new Placed(
        description + " in " + groups, placement, new LayoutBuilder(placement, groups));
  }

  private static void order(List<Core> cores, Mapping mapping) {
    switch (mapping) {
      case BY_SLOT, UNBOUND -> {}
      case BY_NODE -> cores.sort(Comparator.comparingInt(Core::inNode));
      case BY_PACKAGE -> cores.sort(Comparator.comparingInt(core -> core.inNode % 4));
      case SHUFFLED -> Collections.shuffle(cores, new Random(4));
    }
  }

  /** How many ranks. */
  public int size() {
    return placement.locations().size();
  }

  /** What a rank knows. */
  public Layout layout(int rank) {
    return survey.layoutOf(rank);
  }

  @Override
  public String toString() {
    return description;
  }
}
