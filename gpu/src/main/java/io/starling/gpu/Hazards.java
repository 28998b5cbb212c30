package io.starling.gpu;

/**
 * Keeps work that touches the same memory in the order of its posts, on streams that know nothing
 * of each other: new work whose memory overlaps that of open work, where one of the two writes,
 * makes its stream wait for the event of that work. A stream keeps its own order, so one wait per
 * other stream is enough: for the youngest conflict there.
 *
 * <p>One thread at a time; nothing is allocated in the steady state.
 */
final class Hazards {

  /** Makes streams wait, without waiting itself. */
  @FunctionalInterface
  interface Waits {

    /**
     * All that is posted on the stream from now on begins after the event.
     *
     * @return 0, or an error
     */
    int add(int stream, long event);
  }

  private final WorkQueue[] queues;
  private final Waits waits;

  Hazards(int streams, Waits waits) {
    queues = new WorkQueue[streams];
    for (int stream = 0; stream < streams; stream++) {
      queues[stream] = new WorkQueue();
    }
    this.waits = waits;
  }

  /** What is open on a stream. */
  WorkQueue on(int stream) {
    return queues[stream];
  }

  int streams() {
    return queues.length;
  }

  /** Called before work is posted; returns 0, or the first error of the waits. */
  int order(int stream, long left, long right, long into, long length) {
    for (int other = 0; other < queues.length; other++) {
      if (other != stream) {
        int status = add(stream, queues[other].youngestConflict(left, right, into, length));
        if (status != 0) {
          return status;
        }
      }
    }
    return 0;
  }

  /** Called before work is posted that comes after all that is open; returns 0, or an error. */
  int orderAfterAll(int stream) {
    for (int other = 0; other < queues.length; other++) {
      if (other != stream) {
        int status = add(stream, queues[other].youngestEvent());
        if (status != 0) {
          return status;
        }
      }
    }
    return 0;
  }

  /**
   * Which of some streams such work best goes to: the first on which it would have to wait for
   * nothing but its own stream's order, or else the preferred one.
   */
  int choose(int first, int count, int preferred, long left, long right, long into, long length) {
    for (int stream = first; stream < first + count; stream++) {
      if (queues[stream].youngestConflict(left, right, into, length) != 0) {
        return stream;
      }
    }
    return preferred;
  }

  /** What open work reads or writes some of these bytes; null where none does. */
  String touching(long address, long length) {
    for (WorkQueue queue : queues) {
      String description = queue.touching(address, length);
      if (description != null) {
        return description;
      }
    }
    return null;
  }

  private int add(int stream, long event) {
    return event == 0 ? 0 : waits.add(stream, event);
  }
}
