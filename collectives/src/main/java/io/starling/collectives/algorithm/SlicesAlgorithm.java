package io.starling.collectives.algorithm;

import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.shelf.SlicedBroadcast;
import io.starling.collectives.shelf.SlicedReduction;
import java.util.List;

/**
 * A broadcast, a reduce or an allreduce of ranks that share memory, in which each copies or folds a
 * slice of the data from where it lies. Where not all map the data of all, another algorithm runs.
 *
 * @param its the parameters of the other algorithm, or null for those of this one
 */
public record SlicesAlgorithm(Algorithm elsewhere, Parameters its)
    implements SharedMemoryAlgorithm {

  /** The registry's. */
  static List<SlicesAlgorithm> all(List<Algorithm> others) {
    return others.stream()
        .filter(SlicesAlgorithm::isElsewhere)
        .map(other -> new SlicesAlgorithm(other, null))
        .toList();
  }

  private static boolean isElsewhere(Algorithm other) {
    return switch (other.kind()) {
      case BROADCAST, REDUCE -> other.name().equals(TreeKind.CHAIN.label());
      case ALLREDUCE -> other.name().equals("ring");
      default -> false;
    };
  }

  @Override
  public String name() {
    return "slices";
  }

  @Override
  public String description() {
    String work = kind() == CollectiveKind.BROADCAST ? "copies" : "folds";
    return "each rank of a host %s a slice, straight from shared memory; elsewhere %s"
        .formatted(work, elsewhere.name());
  }

  @Override
  public CollectiveOperation operation(Task task) {
    boolean suits =
        kind() == CollectiveKind.BROADCAST
            ? SlicedBroadcast.suits(task.context())
            : SlicedReduction.suits(task.context());
    if (!suits) {
      return otherOperation(task);
    }
    Problem problem = task.problem();
    long segmentBytes = task.parameters().segmentBytes();
    return kind() == CollectiveKind.BROADCAST
        ? new SlicedBroadcast(
            task.context(),
            problem.root(),
            problem.bytes(),
            segmentBytes,
            () -> otherOperation(task))
        : new SlicedReduction(
            task.context(),
            kind() == CollectiveKind.REDUCE ? problem.root() : SlicedReduction.ALL,
            problem.bytes(),
            segmentBytes,
            problem.elementBytes(),
            task.fold(),
            () -> otherOperation(task));
  }

  private CollectiveOperation otherOperation(Task task) {
    return elsewhere.operation(
        new Task(
            task.context(),
            elsewhere(task.parameters()),
            task.problem(),
            task.fold(),
            task.inOrder()));
  }

  @Override
  public Parameters elsewhere(Parameters own) {
    return its == null ? own : its;
  }
}
