package io.starling.objects.directory;

import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.View;

/** A copy as its directory entry knows it. */
final class Location {

  /**
   * How many halves stores fetch from one copy at a time: its outgoing link carries one object in
   * all.
   */
  static final int EGRESS = 2;

  private final int slot;
  private final long stamp;
  private final int[] sources = {View.NO_STORE, View.NO_STORE};
  private final int[] readers = new int[2];
  private boolean complete;
  private boolean original;
  private boolean joining;

  Location(int slot, long stamp, boolean complete, boolean original) {
    this.slot = slot;
    this.stamp = stamp;
    this.complete = complete;
    this.original = original;
  }

  int slot() {
    return slot;
  }

  /** Names the put; 0 for a copy that is fetched. */
  long stamp() {
    return stamp;
  }

  boolean isComplete() {
    return complete;
  }

  /** Whether the copy stays until the object is deleted. */
  boolean isOriginal() {
    return original;
  }

  /** Whether the copy needs no source: it is complete, or a living writer makes it. */
  boolean isRoot() {
    return complete || original;
  }

  /** The store that a half is fetched from, or {@link View#NO_STORE}. */
  int source(Lane half) {
    return sources[half.ordinal()];
  }

  /** How many stores fetch a half from this copy. */
  int readers(Lane half) {
    return readers[half.ordinal()];
  }

  /** How many halves are fetched from this copy. */
  int readers() {
    return readers[0] + readers[1];
  }

  /** Whether a half may be fetched from this copy once more. */
  boolean isFree(Lane half) {
    return readers() < EGRESS && (joining || readers(half) == 0);
  }

  void complete() {
    complete = true;
  }

  void pin() {
    original = true;
  }

  /** A copy of a batch may serve two stores in one half, as others of the batch do in the other. */
  void join(boolean now) {
    joining = now;
  }

  void fetchFrom(Lane half, int newSource) {
    sources[half.ordinal()] = newSource;
  }

  void addReaders(Lane half, int difference) {
    readers[half.ordinal()] += difference;
  }

  /** What is known of it, for people. */
  FromPrimary.Place place() {
    return new FromPrimary.Place(
        slot, complete, original, source(Lane.EVEN), source(Lane.ODD), readers());
  }
}
