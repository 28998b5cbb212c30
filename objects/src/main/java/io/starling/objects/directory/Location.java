package io.starling.objects.directory;

import io.starling.objects.protocol.View;

/** A copy as its directory entry knows it. */
final class Location {

  private final int slot;
  private final long stamp;
  private boolean complete;
  private boolean original;
  private int source = View.NO_STORE;
  private int readers;

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

  /** The store that it is fetched from, or {@link View#NO_STORE}. */
  int source() {
    return source;
  }

  int readers() {
    return readers;
  }

  void complete() {
    complete = true;
  }

  void pin() {
    original = true;
  }

  void fetchFrom(int newSource) {
    source = newSource;
  }

  void addReaders(int difference) {
    readers += difference;
  }
}
