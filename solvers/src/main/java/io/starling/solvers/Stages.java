package io.starling.solvers;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.RingPattern;
import io.starling.topology.locality.RoundsPattern;
import io.starling.topology.locality.TreesPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A pattern as all solvers see it: stages, each as slow as its slowest message, and sums of stages,
 * the largest of which is the cost.
 *
 * @param ranks the number of ranks
 * @param stages the messages
 * @param paths the stages that follow each other, for each sum
 */
record Stages(int ranks, List<Stage> stages, List<List<Integer>> paths) {

  /**
   * Messages at the same time.
   *
   * @param from the sender of each
   * @param to the receiver of each
   * @param bytes the length of all
   */
  record Stage(int[] from, int[] to, double bytes) {}

  /** The stages of a pattern; empty for one whose messages wait for each other in other ways. */
  static Optional<Stages> of(CommunicationPattern pattern) {
    return switch (pattern) {
      case RingPattern ring -> Optional.of(ring(ring));
      case RoundsPattern rounds -> Optional.of(rounds(rounds));
      case TreesPattern trees -> Optional.of(trees(trees));
      default -> Optional.empty();
    };
  }

  private static Stages ring(RingPattern ring) {
    int size = ring.size();
    List<Stage> hops =
        IntStream.range(0, size)
            .mapToObj(rank -> message(rank, (rank + 1) % size, ring.bytes()))
            .toList();
    return new Stages(size, hops, List.of(IntStream.range(0, size).boxed().toList()));
  }

  private static Stages rounds(RoundsPattern pattern) {
    List<Stage> stages =
        pattern.rounds().stream()
            .map(round -> new Stage(round.from(), round.to(), round.bytes()))
            .toList();
    return new Stages(
        pattern.size(), stages, List.of(IntStream.range(0, stages.size()).boxed().toList()));
  }

  /** An edge is a stage, and a leaf has the path from its root. */
  private static Stages trees(TreesPattern pattern) {
    List<Stage> stages = new ArrayList<>();
    List<List<Integer>> paths = new ArrayList<>();
    for (int[] parents : pattern.parents()) {
      int[] stageOf = new int[parents.length];
      boolean[] isInner = new boolean[parents.length];
      for (int rank = 0; rank < parents.length; rank++) {
        if (parents[rank] != TreesPattern.NONE) {
          isInner[parents[rank]] = true;
          stageOf[rank] = stages.size();
          stages.add(message(parents[rank], rank, pattern.bytes()));
        }
      }
      for (int leaf = 0; leaf < parents.length; leaf++) {
        if (!isInner[leaf]) {
          paths.add(path(leaf, parents, stageOf));
        }
      }
    }
    return new Stages(pattern.size(), stages, paths);
  }

  private static List<Integer> path(int leaf, int[] parents, int... stageOf) {
    List<Integer> path = new ArrayList<>();
    for (int rank = leaf; parents[rank] != TreesPattern.NONE; rank = parents[rank]) {
      path.add(stageOf[rank]);
    }
    return path;
  }

  private static Stage message(int from, int to, double bytes) {
    return new Stage(new int[] {from}, new int[] {to}, bytes);
  }

  /** The longest message. */
  double mostBytes() {
    return stages.stream().mapToDouble(Stage::bytes).max().orElse(0);
  }

  /** The cost of an order in units. */
  long cost(WholeCosts costs, int... order) {
    long[] slowest = new long[stages.size()];
    for (int i = 0; i < slowest.length; i++) {
      Stage stage = stages.get(i);
      for (int message = 0; message < stage.from.length; message++) {
        long time = costs.of(order[stage.from[message]], order[stage.to[message]], stage.bytes);
        slowest[i] = Math.max(slowest[i], time);
      }
    }
    return paths.stream()
        .mapToLong(path -> path.stream().mapToLong(stage -> slowest[stage]).sum())
        .max()
        .orElse(0);
  }
}
