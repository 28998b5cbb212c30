package io.starling.collectives.algorithm;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.shelf.ShelfBroadcast;
import io.starling.topology.Level;
import java.util.EnumSet;
import java.util.Set;

/** A broadcast in memory that ranks share, which a rank without its processor does not stop. */
public record ShelfAlgorithm() implements Algorithm {

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
    return "in shared memory; any rank that is awake gets the next segment for its group";
  }

  @Override
  public String restrictions() {
    return "";
  }

  @Override
  public Set<Parameter> parameters() {
    return EnumSet.of(
        Parameter.SEGMENT,
        Parameter.SEND_WINDOW,
        Parameter.RECEIVE_WINDOW,
        Parameter.CLUSTER,
        Parameter.RADIX);
  }

  @Override
  public boolean keepsOrder(Parameters values) {
    return true;
  }

  @Override
  public CollectiveOperation operation(Task task) {
    Parameters parameters = task.parameters();
    return new ShelfBroadcast(
        task.context(),
        task.problem().root(),
        task.problem().bytes(),
        parameters.segmentBytes(),
        parameters.receiveWindow(),
        parameters.treeOf(Level.CLUSTER).with(parameters.radix()));
  }
}
