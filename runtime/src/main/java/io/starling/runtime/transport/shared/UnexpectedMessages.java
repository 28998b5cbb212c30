package io.starling.runtime.transport.shared;

import io.starling.runtime.transport.matching.TagQueue;
import java.lang.foreign.Arena;

/** Copies of the lines of messages that arrived before their receives, in the order of arrival. */
final class UnexpectedMessages implements AutoCloseable {

  static final int NONE = TagQueue.NONE;

  private final TagQueue queue = new TagQueue();

  /**
   * Of all places that there have been. To close an arena waits until each thread of the program
   * has come to a point where it can stop.
   */
  private final Arena arena = Arena.ofShared();

  private long lines;
  private int capacity;

  /** The oldest message that may await an early copy, or NONE; all before it do not. */
  private int awaiting = NONE;

  /** Adds a message; returns its place. */
  int add(long line) {
    int place = queue.add(Words.get(line + MessageLine.TAG));
    if (place >= capacity) {
      grow(queue.places());
    }
    Words.copy(line, line(place), SharedRegion.LINE);
    return place;
  }

  private void grow(int places) {
    long moved = arena.allocate(places * SharedRegion.LINE, SharedRegion.LINE).address();
    if (capacity > 0) {
      Words.copy(lines, moved, capacity * SharedRegion.LINE);
    }
    lines = moved;
    capacity = places;
  }

  /** The first message that a receive matches, or NONE. */
  int find(long tag, long mask) {
    return queue.find(tag, mask);
  }

  /**
   * Drops messages whose data is in the memory of a failed peer, or only half on its stage.
   *
   * @param base of its region, or 0 if that was never mapped
   */
  void dropPrivate(int source, long base) {
    int place = queue.first();
    while (place != NONE) {
      int next = queue.after(place);
      if (MessageLine.source(line(place)) == source && isLost(line(place), base)) {
        remove(place);
      }
      place = next;
    }
  }

  private static boolean isLost(long line, long base) {
    return switch (MessageLine.kind(line)) {
      case MessageLine.PRIVATE -> true;
      case MessageLine.STAGED, MessageLine.CHUNKED ->
          base != 0
              && TransferRecord.staged(
                      TransferRecords.address(base, (int) Words.get(line + MessageLine.RECORD)))
                  < Words.get(line + MessageLine.LENGTH);
      default -> false;
    };
  }

  /** Whether there is a message of this source. */
  boolean hasFrom(int source) {
    int place = queue.first();
    while (place != NONE && MessageLine.source(line(place)) != source) {
      place = queue.after(place);
    }
    return place != NONE;
  }

  /** The message that was added last awaits an early copy. */
  void awaits(int place) {
    if (awaiting == NONE) {
      awaiting = place;
    }
  }

  /** The place of the oldest message that may await an early copy, or NONE. */
  int awaiting() {
    return awaiting;
  }

  /** No message before this place awaits an early copy; none at all if it is NONE. */
  void awaitFrom(int place) {
    awaiting = place;
  }

  /** The place of the next message, or NONE. */
  int after(int place) {
    return queue.after(place);
  }

  long line(int place) {
    return lines + place * SharedRegion.LINE;
  }

  void remove(int place) {
    if (place == awaiting) {
      awaiting = queue.after(place);
    }
    queue.remove(place);
  }

  @Override
  public void close() {
    arena.close();
  }
}
