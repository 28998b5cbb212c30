package io.starling.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/** A pool of events without timing, which would make them slower. One thread at a time. */
final class EventPool {

  private static final int FIRST_CAPACITY = 16;

  private final CudaContext context;
  private final List<CUevent> all = new ArrayList<>();
  private long[] idle = new long[FIRST_CAPACITY];
  private int idleCount;

  EventPool(CudaContext context) {
    this.context = context;
  }

  /** Ensures that {@link #take} finds an event. The context must be current. Returns a status. */
  int prepare() {
    if (idleCount > 0) {
      return CudaLibrary.SUCCESS;
    }
    CUevent event = new CUevent();
    int status = JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING);
    if (status == CudaLibrary.SUCCESS) {
      all.add(event);
      give(NativeHandle.of(event));
    }
    return status;
  }

  /** Takes an unused event; call {@link #prepare} first. */
  long take() {
    return idle[--idleCount];
  }

  /** Returns an event that will not be queried again; streams may still wait for it. */
  void give(long event) {
    if (idleCount == idle.length) {
      idle = Arrays.copyOf(idle, 2 * idleCount);
    }
    idle[idleCount++] = event;
  }

  /** Destroys all events, including those that were taken. */
  void close() {
    context.use();
    for (CUevent event : all) {
      int _ = JCudaDriver.cuEventDestroy(event);
    }
  }
}
