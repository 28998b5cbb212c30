package io.starling.runtime.transport.simulated;

import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.transport.matching.PostedReceives;
import io.starling.runtime.transport.matching.TagQueue;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** The unmatched receives and the unmatched messages of a rank. */
final class Matching {

  static final int NONE = -1;

  private final MessagesInFlight flights;
  private final PostedReceives receives = new PostedReceives();
  private final TagQueue unexpected = new TagQueue();
  private int[] flightAt = new int[0];
  private int transfer;
  private long address;
  private long capacity;

  Matching(MessagesInFlight flights) {
    this.flights = flights;
  }

  /** Takes the message for a receive, or NONE. */
  int takeMessage(long tag, long mask) {
    int place = unexpected.find(tag, mask);
    return place == TagQueue.NONE ? NONE : take(place);
  }

  /** Lets a receive wait for its message. */
  void await(int itsTransfer, long tag, long mask, long itsAddress, long itsCapacity) {
    receives.add(itsTransfer, tag, mask, itsAddress, itsCapacity);
  }

  /** Removes a receive from this source and no other; returns its transfer, or NONE. */
  int takeReceiveFrom(int source) {
    int place = receives.findFrom(source);
    if (place == PostedReceives.NONE) {
      return NONE;
    }
    int taken = receives.transfer(place);
    receives.remove(place);
    return taken;
  }

  /** Removes the unmatched messages for which a condition holds. */
  void removeIf(IntPredicate condition) {
    int place = unexpected.first();
    while (place != TagQueue.NONE) {
      int next = unexpected.after(place);
      if (condition.test(flightAt[place])) {
        unexpected.remove(place);
      }
      place = next;
    }
  }

  private int take(int place) {
    int flight = flightAt[place];
    unexpected.remove(place);
    return flight;
  }

  /** Looks for a message; see {@link SimulatedPort#probe}. */
  boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    int place = unexpected.find(tag, mask);
    if (place == TagQueue.NONE) {
      return false;
    }
    int flight = flightAt[place];
    found.set(flights.tag[flight], flights.length[flight], flight);
    if (remove) {
      take(place);
    }
    return true;
  }

  /**
   * Finds the receive for a message; the methods below return it. Without one, the message waits.
   */
  boolean find(int flight) {
    int place = receives.find(flights.tag[flight]);
    if (place == PostedReceives.NONE) {
      add(flight);
      return false;
    }
    transfer = receives.transfer(place);
    address = receives.address(place);
    capacity = receives.capacity(place);
    receives.remove(place);
    return true;
  }

  private void add(int flight) {
    int place = unexpected.add(flights.tag[flight]);
    if (place >= flightAt.length) {
      flightAt = Arrays.copyOf(flightAt, unexpected.places());
    }
    flightAt[place] = flight;
  }

  int transfer() {
    return transfer;
  }

  long address() {
    return address;
  }

  long capacity() {
    return capacity;
  }

  /** Removes an unmatched receive; returns whether there was one. */
  boolean cancel(int wanted) {
    int place = receives.findTransfer(wanted);
    if (place == PostedReceives.NONE) {
      return false;
    }
    receives.remove(place);
    return true;
  }
}
