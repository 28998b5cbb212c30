package io.starling.topology.placement;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Finds a location for every rank, in three steps as MPI's launchers do: mapping assigns cores,
 * ranking numbers them, and binding limits the PUs around its core that a rank may use.
 *
 * <pre>{@code
 * package:2 core:2 pu:1, 4 ranks     core 0   core 1  |  core 2   core 3
 *
 *   map by slot                      rank 0   rank 1  |  rank 2   rank 3
 *   map by package                   rank 0   rank 2  |  rank 1   rank 3
 *   map by package, rank by core     rank 0   rank 1  |  rank 2   rank 3
 * }</pre>
 *
 * Nodes are filled one after the other, except with {@code node}, which takes them in turn. An
 * object without a free core is skipped; if no core is free, mapping starts again, and the ranks
 * are oversubscribed. If the user has given a node a number of slots, it takes that many ranks.
 */
public final class Placer {

  /** The default binding of ranks that have a core each. */
  public static final BindTo DEFAULT_BINDING = BindTo.CORE;

  private final ClusterAllocation allocation;
  private final List<UsableCores> nodes;

  private Placer(ClusterAllocation allocation) {
    this.allocation = allocation;
    Map<NodeKind, UsableCores> kinds = new HashMap<>();
    List<Machine> machines = allocation.cluster().nodes();
    this.nodes =
        IntStream.range(0, machines.size())
            .mapToObj(node -> new NodeKind(machines.get(node), allocation.allowed().get(node)))
            .map(kind -> kinds.computeIfAbsent(kind, NodeKind::usableCores))
            .toList();
  }

  /** Nodes of the same kind are examined once and share the result. */
  private record NodeKind(Machine machine, CpuSet allowed) {
    UsableCores usableCores() {
      return new UsableCores(machine, allowed);
    }
  }

  /**
   * Places ranks.
   *
   * @param ranks at least one
   * @throws IllegalArgumentException if the request is impossible; the message names the level that
   *     a machine lacks, or the line of the rankfile
   */
  public static Placement place(ClusterAllocation allocation, int ranks, PlacementPolicy policy) {
    if (ranks < 1) {
      throw new IllegalArgumentException("there is no job of " + ranks + " ranks");
    }
    return policy.rankfile().isPresent()
        ? Rankfile.read(policy.rankfile().get(), ranks, allocation)
            .placement(policy.bindTo().isEmpty())
        : new Placer(allocation).place(ranks, policy);
  }

  private Placement place(int ranks, PlacementPolicy policy) {
    policy.mapBy().ifPresent(by -> require(by.level(), "--map-by " + by.label()));
    policy.rankBy().ifPresent(by -> require(by.level(), "--rank-by " + by.label()));
    policy.bindTo().ifPresent(to -> require(to.level(), "--bind-to " + to.label()));
    List<CoreLocation> cores = deal(policy.mapBy().orElse(MapBy.SLOT).level(), ranks);
    List<CoreLocation> dealt =
        IntStream.range(0, ranks).mapToObj(i -> cores.get(i % cores.size())).toList();
    boolean oversubscribed =
        cores.size() < ranks
            || (!allocation.slots().isEmpty() && new HashSet<>(dealt).size() < ranks);
    List<CoreLocation> places = policy.rankBy().map(by -> number(by.level(), dealt)).orElse(dealt);
    BindTo binding = policy.bindTo().orElse(oversubscribed ? BindTo.NONE : DEFAULT_BINDING);
    List<RankLocation> locations =
        IntStream.range(0, ranks)
            .mapToObj(rank -> location(rank, places.get(rank), binding.level()))
            .toList();
    return new Placement(allocation.cluster(), locations, binding != BindTo.NONE, oversubscribed);
  }

  /** As many cores as there are ranks, or all; some of them twice if a node has more slots. */
  private List<CoreLocation> deal(Level level, int ranks) {
    int rounds = rounds(ranks);
    List<CoreLocation> dealt = new ArrayList<>();
    if (level == Level.NODE) {
      List<List<CoreLocation>> piles = new ArrayList<>();
      for (int node = 0; node < nodes.size(); node++) {
        for (List<CoreLocation> pile : piles(node, level)) {
          piles.add(slots(node, rounds, pile));
        }
      }
      dealt.addAll(RoundRobin.roundRobin(piles, ranks));
    } else {
      for (int node = 0; node < nodes.size() && dealt.size() < ranks; node++) {
        List<CoreLocation> cores = RoundRobin.roundRobin(piles(node, level), ranks - dealt.size());
        List<CoreLocation> slots = slots(node, rounds, cores);
        dealt.addAll(slots.subList(0, Math.min(slots.size(), ranks - dealt.size())));
      }
    }
    if (dealt.isEmpty()) {
      throw new IllegalArgumentException("the job may not use a core of any node");
    }
    return dealt;
  }

  /** How many times the slots are needed; each node takes that many times its share. */
  private int rounds(int ranks) {
    int slots = allocation.slots().stream().mapToInt(Integer::intValue).sum();
    return slots == 0 ? 1 : Math.ceilDiv(ranks, slots);
  }

  /** The cores for the slots of a node: the first ones, or all, cyclically. */
  private List<CoreLocation> slots(int node, int rounds, List<CoreLocation> cores) {
    return allocation.slots().isEmpty() || cores.isEmpty()
        ? cores
        : RoundRobin.repeated(cores, rounds * allocation.slots(node));
  }

  private List<List<CoreLocation>> piles(int node, Level level) {
    return nodes.get(node).coresByPiece(level).stream()
        .map(cores -> RoundRobin.pile(node, cores))
        .toList();
  }

  private List<CoreLocation> number(Level level, List<CoreLocation> places) {
    Map<Long, List<CoreLocation>> piles = new TreeMap<>();
    for (CoreLocation place : places) {
      long piece = nodes.get(place.node()).piece(level, place.core());
      piles.computeIfAbsent((long) place.node() << 32 | piece, _ -> new ArrayList<>()).add(place);
    }
    return RoundRobin.roundRobin(List.copyOf(piles.values()), places.size());
  }

  private RankLocation location(int rank, CoreLocation place, Level level) {
    UsableCores node = nodes.get(place.node());
    return new RankLocation(
        rank, place.node(), node.home(place.core()), node.reach(level, place.core()));
  }

  private void require(Level level, String option) {
    for (int node = 0; node < nodes.size(); node++) {
      UsableCores cores = nodes.get(node);
      if (!cores.has(level)) {
        throw new IllegalArgumentException(
            "%s: %s has no %s; it has %s"
                .formatted(
                    option,
                    nodes.size() == 1 ? "the machine" : "node " + allocation.name(node),
                    level.label(),
                    cores.levels()));
      }
    }
  }
}
