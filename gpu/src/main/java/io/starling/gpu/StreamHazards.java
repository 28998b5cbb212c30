package io.starling.gpu;

/**
 * Keeps work on the same memory in the order of its posts, on independent streams. If the memory of
 * new work overlaps that of open work and one of the two writes, the new work's stream waits for
 * the event of the open work. A stream keeps its own order, so one wait per other stream suffices:
 * for the latest conflict there.
 *
 * <p>One thread at a time; nothing is allocated in the steady state.
 */
final class StreamHazards {

  /** Makes streams wait, without blocking. */
  @FunctionalInterface
  interface Waits {

    /**
     * Makes all later work on the stream begin after the event.
     *
     * @return 0 or an error
     */
    int add(int stream, long event);
  }

  private final WorkQueue[] queues;
  private final Waits waits;

  StreamHazards(int streams, Waits waits) {
    queues = new WorkQueue[streams];
    for (int stream = 0; stream < streams; stream++) {
      queues[stream] = new WorkQueue();
    }
    this.waits = waits;
  }

  /** The open work on a stream. */
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

  /** Called before the post of work that must run after all open work; returns 0 or an error. */
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
   * Chooses a stream for work: the first one on which it needs no wait, otherwise the preferred
   * one.
   */
  int choose(int first, int count, int preferred, long left, long right, long into, long length) {
    for (int stream = first; stream < first + count; stream++) {
      if (queues[stream].youngestConflict(left, right, into, length) != 0) {
        return stream;
      }
    }
    return preferred;
  }

  /** The open work that reads or writes some of these bytes, or null. */
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
