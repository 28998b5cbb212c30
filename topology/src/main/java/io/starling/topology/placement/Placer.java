package io.starling.topology.placement;

import io.starling.topology.CpuSet;
import io.starling.topology.Level;
import io.starling.topology.Machine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Finds a seat for every rank, in three steps as MPI's launchers do: mapping deals cores out,
 * ranking numbers them, binding says how far from its core a rank may stray.
 *
 * <pre>{@code
 * package:2 core:2 pu:1, 4 ranks     core 0   core 1  |  core 2   core 3
 *
 *   map by slot                      rank 0   rank 1  |  rank 2   rank 3
 *   map by package                   rank 0   rank 2  |  rank 1   rank 3
 *   map by package, rank by core     rank 0   rank 1  |  rank 2   rank 3
 * }</pre>
 *
 * Nodes are filled one after the other, except by {@code node}, which deals to them in turn. A
 * piece without a free core is passed over; when no core is free the dealing starts again, and the
 * ranks are oversubscribed. Where the user has given nodes a number of slots, a node takes so many
 * ranks.
 */
public final class Placer {

  /** What ranks are bound to that have a core each, where the user does not say. */
  public static final BindTo DEFAULT_BINDING = BindTo.CORE;

  private final Allotment allotment;
  private final List<UsableCores> nodes;

  private Placer(Allotment allotment) {
    this.allotment = allotment;
    Map<NodeKind, UsableCores> kinds = new HashMap<>();
    List<Machine> machines = allotment.cluster().nodes();
    this.nodes =
        IntStream.range(0, machines.size())
            .mapToObj(node -> new NodeKind(machines.get(node), allotment.allowed().get(node)))
            .map(kind -> kinds.computeIfAbsent(kind, NodeKind::usableCores))
            .toList();
  }

  /** Nodes of the same kind are looked at once, and share what is found. */
  private record NodeKind(Machine machine, CpuSet allowed) {
    UsableCores usableCores() {
      return new UsableCores(machine, allowed);
    }
  }

  /**
   * Places ranks.
   *
   * @param ranks at least one
   * @throws IllegalArgumentException if it can't be done as wished; the message names the culprit,
   *     which is a level that a machine lacks or a line of the rankfile
   */
  public static Placement place(Allotment allotment, int ranks, Wishes wishes) {
    if (ranks < 1) {
      throw new IllegalArgumentException("there is no job of " + ranks + " ranks");
    }
    return wishes.rankfile().isPresent()
        ? Rankfile.read(wishes.rankfile().get(), ranks, allotment)
            .placement(wishes.bindTo().isEmpty())
        : new Placer(allotment).place(ranks, wishes);
  }

  private Placement place(int ranks, Wishes wishes) {
    wishes.mapBy().ifPresent(by -> require(by.level(), "--map-by " + by.label()));
    wishes.rankBy().ifPresent(by -> require(by.level(), "--rank-by " + by.label()));
    wishes.bindTo().ifPresent(to -> require(to.level(), "--bind-to " + to.label()));
    List<Spot> cores = deal(wishes.mapBy().orElse(MapBy.SLOT).level(), ranks);
    List<Spot> dealt =
        IntStream.range(0, ranks).mapToObj(i -> cores.get(i % cores.size())).toList();
    boolean oversubscribed =
        cores.size() < ranks
            || (!allotment.slots().isEmpty() && new HashSet<>(dealt).size() < ranks);
    List<Spot> spots = wishes.rankBy().map(by -> number(by.level(), dealt)).orElse(dealt);
    BindTo binding = wishes.bindTo().orElse(oversubscribed ? BindTo.NONE : DEFAULT_BINDING);
    List<Seat> seats =
        IntStream.range(0, ranks)
            .mapToObj(rank -> seat(rank, spots.get(rank), binding.level()))
            .toList();
    return new Placement(allotment.cluster(), seats, binding != BindTo.NONE, oversubscribed);
  }

  /** As many cores as there are ranks, or all; some twice where a node has more slots. */
  private List<Spot> deal(Level level, int ranks) {
    int rounds = rounds(ranks);
    List<Spot> dealt = new ArrayList<>();
    if (level == Level.NODE) {
      List<List<Spot>> piles = new ArrayList<>();
      for (int node = 0; node < nodes.size(); node++) {
        for (List<Spot> pile : piles(node, level)) {
          piles.add(slots(node, rounds, pile));
        }
      }
      dealt.addAll(Dealing.roundRobin(piles, ranks));
    } else {
      for (int node = 0; node < nodes.size() && dealt.size() < ranks; node++) {
        List<Spot> cores = Dealing.roundRobin(piles(node, level), ranks - dealt.size());
        List<Spot> slots = slots(node, rounds, cores);
        dealt.addAll(slots.subList(0, Math.min(slots.size(), ranks - dealt.size())));
      }
    }
    if (dealt.isEmpty()) {
      throw new IllegalArgumentException("the job may use no core of any node");
    }
    return dealt;
  }

  /** How often the slots are needed; each node then takes as many times its share. */
  private int rounds(int ranks) {
    int slots = allotment.slots().stream().mapToInt(Integer::intValue).sum();
    return slots == 0 ? 1 : Math.ceilDiv(ranks, slots);
  }

  /** The cores for the slots of a node: the first of them, or all and round again. */
  private List<Spot> slots(int node, int rounds, List<Spot> cores) {
    return allotment.slots().isEmpty() || cores.isEmpty()
        ? cores
        : Dealing.repeated(cores, rounds * allotment.slots(node));
  }

  private List<List<Spot>> piles(int node, Level level) {
    return nodes.get(node).coresByPiece(level).stream()
        .map(cores -> Dealing.pile(node, cores))
        .toList();
  }

  private List<Spot> number(Level level, List<Spot> spots) {
    Map<Long, List<Spot>> piles = new TreeMap<>();
    for (Spot spot : spots) {
      long piece = nodes.get(spot.node()).piece(level, spot.core());
      piles.computeIfAbsent((long) spot.node() << 32 | piece, _ -> new ArrayList<>()).add(spot);
    }
    return Dealing.roundRobin(List.copyOf(piles.values()), spots.size());
  }

  private Seat seat(int rank, Spot spot, Level level) {
    UsableCores node = nodes.get(spot.node());
    return new Seat(rank, spot.node(), node.home(spot.core()), node.reach(level, spot.core()));
  }

  private void require(Level level, String option) {
    for (int node = 0; node < nodes.size(); node++) {
      UsableCores cores = nodes.get(node);
      if (!cores.has(level)) {
        throw new IllegalArgumentException(
            "%s: %s has no %s; it has %s"
                .formatted(
                    option,
                    nodes.size() == 1 ? "the machine" : "node " + allotment.name(node),
                    level.label(),
                    cores.levels()));
      }
    }
  }
}
