package io.starling.objects.protocol;

import io.starling.objects.ObjectId;
import java.util.List;

/**
 * Between the coordinator of a reduce and the nodes of its tree. An epoch names one set of inputs
 * of a node: what is said of an older one does not count, so these messages need no view.
 */
public sealed interface ReduceMessage extends Message {

  /** The reduce. */
  ObjectId reduce();

  @Override
  default boolean isBoundToView() {
    return false;
  }

  /**
   * Coordinator to node: reduce a source and what the children have. Said again with the same epoch
   * when another child is known, with a new epoch when an input is replaced.
   *
   * @param position in the tree
   * @param root whether the result is the target
   * @param children those that are known
   * @param expected how many children there will be
   */
  record Assign(
      ObjectId reduce,
      long epoch,
      int position,
      boolean root,
      ObjectId target,
      ObjectId source,
      ObjectType type,
      long size,
      String operator,
      List<Child> children,
      int expected)
      implements ReduceMessage {

    public Assign {
      children = List.copyOf(children);
    }
  }

  /**
   * A child of a node.
   *
   * @param input what the parent fetches: the child's accumulator, or the source of a leaf
   */
  record Child(int position, int store, ObjectId input) {}

  /** Coordinator to node: end all nodes whose epoch is older. */
  record Dismiss(ObjectId reduce, int position, long before) implements ReduceMessage {
    /** Stands for all positions. */
    public static final int ALL = -1;
  }

  /** Node to coordinator: the node has all of a child, which is not needed any more. */
  record Drained(ObjectId reduce, int position, long epoch, int child) implements ReduceMessage {}

  /** Node to coordinator: a child could not be read. */
  record ChildLost(ObjectId reduce, int position, long epoch, int child) implements ReduceMessage {}

  /**
   * Node to coordinator: the node can't go on.
   *
   * @param gone the source can't be had: another one may take its place
   */
  record Failed(ObjectId reduce, int position, long epoch, boolean gone, String reason)
      implements ReduceMessage {}

  /** Root to coordinator: the result is there. */
  record Done(ObjectId reduce, long epoch) implements ReduceMessage {}

  /** Coordinator to root: the result counts. */
  record Commit(ObjectId reduce, long epoch) implements ReduceMessage {}
}
