package io.starling.runtime.transport.matching;

import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Some of the receives of {@link PostedReceives}, in the order of their posts. */
final class ReceiveList {

  static final int NONE = TagQueue.NONE;

  private final TagQueue queue = new TagQueue();
  private long[] order = new long[0];
  private long[] mask = new long[0];
  private MemorySegment[] heap = new MemorySegment[0];
  private long[] address = new long[0];
  private long[] capacity = new long[0];
  private int[] transfer = new int[0];

  /**
   * Adds a receive.
   *
   * @param itsOrder grows from one receive to the next
   */
  void add(
      long itsOrder,
      int itsTransfer,
      long tag,
      long itsMask,
      MemorySegment itsHeap,
      long itsAddress,
      long itsCapacity) {
    int place = queue.add(tag);
    if (place >= order.length) {
      grow(queue.places());
    }
    order[place] = itsOrder;
    transfer[place] = itsTransfer;
    mask[place] = itsMask;
    if (itsHeap != null) {
      heap[place] = itsHeap;
    }
    address[place] = itsAddress;
    capacity[place] = itsCapacity;
  }

  private void grow(int places) {
    order = Arrays.copyOf(order, places);
    mask = Arrays.copyOf(mask, places);
    heap = Arrays.copyOf(heap, places);
    address = Arrays.copyOf(address, places);
    capacity = Arrays.copyOf(capacity, places);
    transfer = Arrays.copyOf(transfer, places);
  }

  /** The first receive of exactly this tag, or NONE. */
  int findExact(long tag) {
    return queue.find(tag);
  }

  /** The first receive that accepts this tag under its mask, or NONE. */
  int findAccepting(long tag) {
    int place = queue.first();
    while (place != NONE && ((queue.tag(place) ^ tag) & mask[place]) != 0) {
      place = queue.after(place);
    }
    return place;
  }

  /** The first receive from this source and no other, or NONE. */
  int findFrom(int source) {
    int place = queue.first();
    while (place != NONE
        && (Tags.isFromAnySource(mask[place]) || Tags.sourceOf(queue.tag(place)) != source)) {
      place = queue.after(place);
    }
    return place;
  }

  /** The place of a transfer, or NONE. */
  int findTransfer(int wanted) {
    int place = queue.first();
    while (place != NONE && transfer[place] != wanted) {
      place = queue.after(place);
    }
    return place;
  }

  long order(int place) {
    return order[place];
  }

  int transfer(int place) {
    return transfer[place];
  }

  MemorySegment heap(int place) {
    return heap[place];
  }

  long address(int place) {
    return address[place];
  }

  long capacity(int place) {
    return capacity[place];
  }

  void remove(int place) {
    queue.remove(place);
    if (heap[place] != null) {
      heap[place] = null;
    }
  }
}
