package io.starling.gpu;

import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Device;
import jcuda.driver.CUresult;

/**
 * The open work on a device's streams: from {@link #begin} over the caller's post and {@link #end}
 * to {@link #progress}. One thread at a time.
 *
 * <p>Work that can't be posted fails alone. If work fails while it runs, CUDA refuses everything
 * that follows in this process, so all open work fails with it.
 */
final class PostedWork {

  static final String SETTLING = "a look for the end of work on memory (cuEventRecord)";

  /** An address without memory. */
  private static final long NOWHERE = 0;

  private final CudaContext context;
  private final CudaStreams streams;
  private final EventPool events;
  private final StreamHazards hazards;
  private final Outcomes outcomes = new Outcomes();
  private int nextFoldStream;

  PostedWork(CudaContext context) {
    this.context = context;
    streams = new CudaStreams(context);
    events = new EventPool(context);
    hazards =
        new StreamHazards(
            CudaStreams.COUNT,
            (stream, event) -> CudaLibrary.waitFor(streams.handle(stream), event));
  }

  /** A stream's handle. */
  long handle(int stream) {
    return streams.handle(stream);
  }

  /** The stream for a fold: that of the work for which it must wait, or the next in turn. */
  int chooseFoldStream(int first, int count, long left, long right, long into, long length) {
    int next = first + nextFoldStream;
    int chosen = hazards.choose(first, count, next, left, right, into, length);
    if (chosen == next) {
      nextFoldStream = (nextFoldStream + 1) % count;
    }
    return chosen;
  }

  /** Called before work is posted: makes its stream wait for conflicting work. Returns a status. */
  int begin(int stream, int work, long left, long right, long into, long length) {
    int status = context.makeCurrent();
    if (status == CudaLibrary.SUCCESS) {
      status = events.prepare();
    }
    if (status != CudaLibrary.SUCCESS) {
      return status;
    }
    return work == WorkQueue.NOBODY
        ? hazards.orderAfterAll(stream)
        : hazards.order(stream, left, right, into, length);
  }

  /**
   * Called after the post of work, successful or not: from now on it is open, or will be reported
   * as failed.
   *
   * @param status the status of the post
   * @return whether it is open
   * @throws StarlingException if it has failed and is work without notification
   */
  boolean end(
      int stream,
      int work,
      String description,
      int status,
      long left,
      long right,
      long into,
      long length) {
    int recorded = status;
    if (recorded == CudaLibrary.SUCCESS) {
      long event = events.take();
      recorded = CudaLibrary.record(event, streams.handle(stream));
      if (recorded == CudaLibrary.SUCCESS) {
        hazards.on(stream).add(work, description, event, left, right, into, length);
        return true;
      }
      events.give(event);
      awaitUnrecorded(stream);
    }
    String failure = failure(description, length, recorded);
    if (work == WorkQueue.NOBODY) {
      throw new StarlingException(failure);
    }
    outcomes.add(work, failure);
    return false;
  }

  /** Work whose event failed still runs, so its failure must not be reported too early. */
  private void awaitUnrecorded(int stream) {
    int _ = CudaLibrary.synchronize(streams.handle(stream));
  }

  /** Work that can't be posted: it will be reported as failed. */
  void refuse(int work, String description, RuntimeException reason) {
    outcomes.add(
        work,
        "%s: %s can't be posted: %s".formatted(context.label(), description, reason.getMessage()));
  }

  /** Posts empty work that ends after all open work that writes to this memory. */
  void settle(int work, long address, long length) {
    int none = hazards.streams();
    int stream = hazards.choose(0, none, none, address, address, NOWHERE, length);
    if (stream == none) {
      endNow(work);
      return;
    }
    int status = begin(stream, work, address, address, NOWHERE, length);
    end(stream, work, SETTLING, status, address, address, NOWHERE, length);
  }

  /** Work has ended and will be reported. */
  void endNow(int work) {
    if (work != WorkQueue.NOBODY) {
      outcomes.add(work, null);
    }
  }

  /** Reports the work that has ended; returns how much. */
  int progress(Device.Listener listener) {
    drain();
    return outcomes.tell(listener);
  }

  /** Removes ended work from the streams, to be reported with the next progress. */
  void drain() {
    for (int stream = 0; stream < hazards.streams(); stream++) {
      drain(hazards.on(stream));
    }
  }

  private void drain(WorkQueue queue) {
    if (queue.isEmpty()) {
      return;
    }
    int status = context.makeCurrent();
    while (!queue.isEmpty()) {
      if (status == CudaLibrary.SUCCESS) {
        status = CudaLibrary.query(queue.oldestEvent());
      }
      if (status == CUresult.CUDA_ERROR_NOT_READY) {
        return;
      }
      if (status != CudaLibrary.SUCCESS) {
        failAll(status);
        return;
      }
      endNow(queue.oldestWork());
      events.give(queue.oldestEvent());
      queue.removeOldest();
    }
  }

  /**
   * All work on a stream has been awaited.
   *
   * @param status the status of the wait
   * @throws StarlingException if the wait has failed
   */
  void waited(int stream, int status) {
    if (status != CudaLibrary.SUCCESS) {
      failAll(status);
      throw new StarlingException(
          context.label()
              + ": waiting for a copy or a fill failed: "
              + CudaStatus.describe(status));
    }
    drain(hazards.on(stream));
  }

  /** The open work that uses some of these bytes, or null. */
  String touching(long address, long length) {
    return hazards.touching(address, length);
  }

  /** Waits for all open work and frees the resources; ended work can still be reported. */
  void close() {
    streams.close();
    drain();
    events.close();
  }

  private void failAll(int status) {
    String text = CudaStatus.describe(status);
    for (int stream = 0; stream < hazards.streams(); stream++) {
      WorkQueue queue = hazards.on(stream);
      while (!queue.isEmpty()) {
        if (queue.oldestWork() != WorkQueue.NOBODY) {
          outcomes.add(
              queue.oldestWork(),
              "%s failed while %s was open: %s; it can't be used any more, restart the program"
                  .formatted(context.label(), queue.oldestDescription(), text));
        }
        queue.removeOldest();
      }
    }
  }

  private String failure(String description, long length, int status) {
    return "%s: %s of %d bytes can't be posted: %s"
        .formatted(context.label(), description, length, CudaStatus.describe(status));
  }
}
