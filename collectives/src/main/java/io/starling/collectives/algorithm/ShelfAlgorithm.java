package io.starling.collectives.algorithm;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.shelf.ShelfBroadcast;
import io.starling.topology.Level;
import java.util.List;
import java.util.Set;

/**
 * A broadcast in memory that ranks share, which a rank without its processor does not stop. Where
 * accesses between nodes need the owner of memory, another algorithm runs.
 */
public record ShelfAlgorithm(Algorithm elsewhere) implements Algorithm {

  /** The registry's, with ADAPT's tree elsewhere. */
  static ShelfAlgorithm of(List<Algorithm> others) {
    return new ShelfAlgorithm(
        others.stream()
            .filter(other -> other.kind() == CollectiveKind.BROADCAST)
            .filter(other -> other.name().equals(TreeKind.TOPOLOGY.label()))
            .findFirst()
            .orElseThrow());
  }

  @Override
  public CollectiveKind kind() {
    return CollectiveKind.BROADCAST;
  }

  @Override
  public String name() {
    return "shelf";
  }

  @Override
  public String description() {
    return "in shared memory; any rank that is awake gets the next segment for its group; where"
        + " accesses need the owner of memory, "
        + elsewhere.name();
  }

  @Override
  public String restrictions() {
    return "";
  }

  @Override
  public Set<Parameter> parameters() {
    return elsewhere.parameters();
  }

  @Override
  public boolean keepsOrder(Parameters values) {
    return true;
  }

  @Override
  public CollectiveOperation operation(Task task) {
    Parameters parameters = task.parameters();
    if (!ShelfBroadcast.suits(task.context())) {
      return elsewhere.operation(task);
    }
    return new ShelfBroadcast(
        task.context(),
        task.problem().root(),
        task.problem().bytes(),
        parameters.segmentBytes(),
        parameters.receiveWindow(),
        parameters.treeOf(Level.CLUSTER).with(parameters.radix()));
  }
}
