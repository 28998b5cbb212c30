package io.starling.runtime.transport.shared;

import io.starling.runtime.transport.matching.TagQueue;
import java.lang.foreign.Arena;

/** Copies of the lines of messages that came before their receives, in the order of arrival. */
final class UnexpectedMessages implements AutoCloseable {

  static final int NONE = TagQueue.NONE;

  private final TagQueue queue = new TagQueue();
  private Arena arena = Arena.ofShared();
  private long lines;
  private int capacity;

  /** Puts a message aside; returns its place. */
  int add(long line) {
    int place = queue.add(Words.get(line + Message.TAG));
    if (place >= capacity) {
      grow(queue.places());
    }
    Words.copyFew(line, line(place), Region.LINE);
    return place;
  }

  private void grow(int places) {
    Arena larger = Arena.ofShared();
    long moved = larger.allocate(places * Region.LINE, Region.LINE).address();
    if (capacity > 0) {
      Words.copy(lines, moved, capacity * Region.LINE);
    }
    arena.close();
    arena = larger;
    lines = moved;
    capacity = places;
  }

  /** The first message that a receive accepts, or NONE. */
  int find(long tag, long mask) {
    return queue.find(tag, mask);
  }

  /** Drops what a peer that has failed has left in its own memory. */
  void dropPrivate(int source) {
    int place = queue.first();
    while (place != NONE) {
      int next = queue.after(place);
      if (Message.kind(line(place)) == Message.PRIVATE && Message.source(line(place)) == source) {
        queue.remove(place);
      }
      place = next;
    }
  }

  long line(int place) {
    return lines + place * Region.LINE;
  }

  void remove(int place) {
    queue.remove(place);
  }

  @Override
  public void close() {
    arena.close();
  }
}
