package io.starling.collectives.algorithm;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.shelf.ShelfBroadcast;
import io.starling.collectives.shelf.ShelfReduce;
import io.starling.collectives.tree.TreeShape;
import io.starling.topology.Level;
import java.util.List;

/**
 * A broadcast or a reduce in memory that ranks share, which a rank without its processor does not
 * stop. Where accesses between nodes need the owner of memory, another algorithm runs.
 */
public record ShelfAlgorithm(Algorithm elsewhere) implements SharedMemoryAlgorithm {

  /** The registry's, with ADAPT's tree elsewhere. */
  static List<ShelfAlgorithm> all(List<Algorithm> others) {
    return others.stream()
        .filter(
            other ->
                other.kind() == CollectiveKind.BROADCAST || other.kind() == CollectiveKind.REDUCE)
        .filter(other -> other.name().equals(TreeKind.TOPOLOGY.label()))
        .map(ShelfAlgorithm::new)
        .toList();
  }

  private boolean isReduce() {
    return kind() == CollectiveKind.REDUCE;
  }

  @Override
  public String name() {
    return "shelf";
  }

  @Override
  public String description() {
    String work = isReduce() ? "folds" : "gets";
    return "in shared memory; any rank that is awake "
        + work
        + " the next segment for its group; where accesses need the owner of memory, "
        + elsewhere.name();
  }

  @Override
  public boolean keepsOrder(Parameters values) {
    return !isReduce();
  }

  @Override
  public CollectiveOperation operation(Task task) {
    if (!ShelfBroadcast.suits(task.context())) {
      return elsewhere.operation(task);
    }
    Parameters parameters = task.parameters();
    TreeShape between = parameters.treeOf(Level.CLUSTER).with(parameters.radix());
    return isReduce()
        ? new ShelfReduce(
            task.context(),
            task.problem().root(),
            task.problem().bytes(),
            parameters.segmentBytes(),
            task.problem().elementBytes(),
            task.fold(),
            between)
        : new ShelfBroadcast(
            task.context(),
            task.problem().root(),
            task.problem().bytes(),
            parameters.segmentBytes(),
            parameters.receiveWindow(),
            between);
  }
}
