package io.starling.objects.reduce;

import io.starling.objects.ObjectId;

/**
 * A place in the tree of a reduce, as its coordinator knows it.
 *
 * <pre>
 * empty --take--> node --lose--> lost --take--> node        lost --drained: its parent has all of it--> node
 * </pre>
 *
 * <p>A lost place keeps its source until another one takes it: until then a result may have that
 * source.
 */
final class Position {

  private ObjectId source;
  private int store;
  private long epoch;
  private boolean drained;
  private boolean lost;

  /** Null until the first one comes. */
  ObjectId source() {
    return source;
  }

  /** The store that has the source, and the node. */
  int store() {
    return store;
  }

  /** Names the inputs that the node has now. */
  long epoch() {
    return epoch;
  }

  /** Whether the parent has all of it, so that nothing is needed of its store. */
  boolean isDrained() {
    return drained;
  }

  /** Whether a source may take the place. */
  boolean isFree() {
    return source == null || lost;
  }

  boolean hasNode() {
    return source != null && !lost;
  }

  void take(ObjectId newSource, int holder) {
    source = newSource;
    store = holder;
    lost = false;
  }

  void renew(long newEpoch) {
    epoch = newEpoch;
  }

  /** The parent has all of it, also when its store is dead by now. */
  void drain() {
    drained = true;
    lost = false;
  }

  /** The parent has begun anew. */
  void undrain() {
    drained = false;
  }

  void lose() {
    lost = true;
  }
}
