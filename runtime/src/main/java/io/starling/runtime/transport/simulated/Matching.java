package io.starling.runtime.transport.simulated;

import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.transport.matching.PostedReceives;
import io.starling.runtime.transport.matching.TagQueue;
import java.util.Arrays;

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

  /** Finds the message for a receive; on NONE the receive waits. */
  int receive(int itsTransfer, long tag, long mask, long itsAddress, long itsCapacity) {
    int place = unexpected.find(tag, mask);
    if (place == TagQueue.NONE) {
      receives.add(itsTransfer, tag, mask, itsAddress, itsCapacity);
      return NONE;
    }
    return take(place);
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
