package io.starling.collectives.algorithm;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.shelf.SlicedReduction;
import java.util.List;
import java.util.Set;

/**
 * A reduce or an allreduce of ranks that share memory, in which each folds a slice of all data from
 * where it lies. Where not all map the data of all, another algorithm runs.
 *
 * @param its the parameters of the other algorithm, or null for those of this one
 */
public record SlicesAlgorithm(Algorithm elsewhere, Parameters its) implements Algorithm {

  /** The registry's. */
  static List<SlicesAlgorithm> all(List<Algorithm> others) {
    return others.stream()
        .filter(SlicesAlgorithm::isElsewhere)
        .map(other -> new SlicesAlgorithm(other, null))
        .toList();
  }

  private static boolean isElsewhere(Algorithm other) {
    return switch (other.kind()) {
      case REDUCE -> other.name().equals(TreeKind.CHAIN.label());
      case ALLREDUCE -> other.name().equals("ring");
      default -> false;
    };
  }

  @Override
  public CollectiveKind kind() {
    return elsewhere.kind();
  }

  @Override
  public String name() {
    return "slices";
  }

  @Override
  public String description() {
    return "each rank of a host folds a slice, straight from shared memory; elsewhere "
        + elsewhere.name();
  }

  @Override
  public String restrictions() {
    return elsewhere.restrictions();
  }

  @Override
  public Set<Parameter> parameters() {
    return elsewhere.parameters();
  }

  @Override
  public boolean keepsOrder(Parameters values) {
    return elsewhere.keepsOrder(values);
  }

  @Override
  public CollectiveOperation operation(Task task) {
    if (!SlicedReduction.suits(task.context())) {
      return otherOperation(task);
    }
    return new SlicedReduction(
        task.context(),
        kind() == CollectiveKind.REDUCE ? task.problem().root() : SlicedReduction.ALL,
        task.problem().bytes(),
        task.parameters().segmentBytes(),
        task.problem().elementBytes(),
        task.fold(),
        () -> otherOperation(task));
  }

  private CollectiveOperation otherOperation(Task task) {
    return elsewhere.operation(
        its == null
            ? task
            : new Task(task.context(), its, task.problem(), task.fold(), task.inOrder()));
  }
}
