package io.starling.collectives.communicator;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.GraphCommunicator;
import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Parameter;
import io.starling.collectives.algorithm.Parameters;
import io.starling.collectives.algorithm.TreeKind;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What every registered algorithm must do, on one communicator. The same code runs on threads and
 * on processes.
 */
final class AlgorithmContract {

  /**
   * An algorithm with values of its parameters.
   *
   * @param counts lengths of messages, in elements of eight bytes, that make it do something
   */
  record Variant(Algorithm algorithm, String specification, List<Integer> counts) {

    /** Whether operators that do not commute are allowed. */
    boolean isInOrder() {
      String inOrder = TreeKind.IN_ORDER_BINARY.label();
      return specification.contains("tree=" + inOrder) || algorithm.keepsOrder(Parameters.DEFAULT);
    }

    @Override
    public String toString() {
      return specification;
    }
  }

  private AlgorithmContract() {}

  /** Every algorithm with the smallest windows, with segments on all the transports' paths. */
  static Stream<Variant> variants() {
    return AlgorithmRegistry.all().stream().flatMap(AlgorithmContract::variants);
  }

  private static Stream<Variant> variants(Algorithm algorithm) {
    String name = algorithm.kind().label() + "=" + algorithm.name();
    if (algorithm.parameters().contains(Parameter.TREE)) {
      return Stream.of(TreeKind.BINARY, TreeKind.IN_ORDER_BINARY, TreeKind.TOPOLOGY)
          .map(TreeKind::label)
          .map(
              tree ->
                  new Variant(algorithm, name + ",segment=1K,tree=" + tree, List.of(0, 7, 1000)));
    }
    if (!algorithm.parameters().contains(Parameter.SEGMENT)) {
      return Stream.of(new Variant(algorithm, name, List.of()));
    }
    if (algorithm.parameters().contains(Parameter.NODE)) {
      return levels(algorithm, name);
    }
    return Stream.of(
        new Variant(
            algorithm, name + ",segment=100,send-window=1,receive-window=2", List.of(0, 1, 300)),
        new Variant(
            algorithm,
            name + ",segment=1K,send-window=2,receive-window=3" + radix(algorithm),
            List.of(7, 1000)),
        new Variant(algorithm, name + ",segment=16K", List.of(5000)));
  }

  private static String radix(Algorithm algorithm) {
    return algorithm.parameters().contains(Parameter.RADIX) ? ",radix=3" : "";
  }

  /** Chains as in the paper, and all other shapes mixed. */
  private static Stream<Variant> levels(Algorithm algorithm, String name) {
    String segments = name + ",segment=200,send-window=1,receive-window=2";
    String mixed = ",cluster=k-nomial,radix=3,node=flat,package=binomial,numa=binary";
    return Stream.of(
        new Variant(algorithm, segments, List.of(0, 1, 300)),
        new Variant(algorithm, segments + mixed, List.of(3, 300)),
        new Variant(
            algorithm, name + ",segment=16K,cluster=in-order-binary,core=flat", List.of(5000)));
  }

  /** Runs an algorithm in all forms, with several roots; throws an {@link AssertionError}. */
  static void check(Communicator world, Variant variant) {
    Communicator chosen = world.withAlgorithm(variant.specification());
    var roots = new TreeSet<>(List.of(0, world.size() / 2, world.size() - 1));
    CollectiveKind kind = variant.algorithm().kind();
    switch (kind) {
      case BARRIER -> barriers(chosen);
      case BROADCAST -> {
        for (int root : roots) {
          variant.counts().forEach(count -> new BroadcastContract(chosen, root, count).check());
        }
      }
      case REDUCE -> {
        for (int root : roots) {
          for (int count : variant.counts()) {
            operators(variant)
                .forEach(operator -> new ReduceContract(chosen, root, count, operator).check());
          }
        }
      }
      case NEIGHBOUR_ALLGATHER, NEIGHBOUR_ALLTOALL -> neighbours(chosen, variant);
      default -> {
        for (int root : kind.hasRoot() ? roots : Set.of(0)) {
          for (int count : variant.counts()) {
            operators(variant)
                .flatMap(
                    operator -> CollectiveCases.of(chosen, count, kind, root, operator).stream())
                .forEach(test -> new CollectiveContract(test).check());
          }
        }
      }
    }
  }

  private static Stream<ReductionOperator> operators(Variant variant) {
    return variant.isInOrder() && variant.algorithm().kind().folds()
        ? Stream.of(TestOperators.SUM, TestOperators.COMPOSE)
        : Stream.of(TestOperators.SUM);
  }

  /** On a plane with an edge in one dimension, and on a graph. */
  private static void neighbours(Communicator chosen, Variant variant) {
    CollectiveKind kind = variant.algorithm().kind();
    try (CartesianCommunicator plane = chosen.cartesian(new int[2], new boolean[] {false, true})) {
      for (int count : variant.counts()) {
        NeighbourCases.onGrid(plane, count)
            .of(kind)
            .forEach(test -> new CollectiveContract(test).check());
      }
    }
    List<int[]> edges = edges(chosen.size());
    int rank = chosen.rank();
    int[] sources = edges.stream().filter(e -> e[1] == rank).mapToInt(e -> e[0]).toArray();
    int[] destinations = edges.stream().filter(e -> e[0] == rank).mapToInt(e -> e[1]).toArray();
    try (GraphCommunicator graph = chosen.graph(sources, destinations)) {
      for (int count : variant.counts()) {
        NeighbourCases.onGraph(graph, edges, count)
            .of(kind)
            .forEach(test -> new CollectiveContract(test).check());
      }
    }
  }

  /** Round a ring, twice; from the last rank to all, itself among them; and nothing back. */
  private static List<int[]> edges(int size) {
    List<int[]> edges = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      int[] ring = {rank, (rank + 1) % size};
      edges.add(ring);
      edges.add(new int[] {size - 1, rank});
      edges.add(ring.clone());
    }
    return edges;
  }

  private static void barriers(Communicator world) {
    world.barrier();
    world.iBarrier().await();
    try (PersistentRequest barrier = world.barrierInit()) {
      barrier.start().await();
      barrier.start().await();
    }
  }
}
