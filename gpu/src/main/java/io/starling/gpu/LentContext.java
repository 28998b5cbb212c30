package io.starling.gpu;

import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.CudaAccess;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/** A device's context that a transport uses; it is held until the transport has finished. */
final class LentContext implements CudaAccess {

  private final CudaContext context;

  /** An event that is never recorded: a query of it shows whether the device has failed. */
  private final CUevent event = new CUevent();

  private final long handle;
  private boolean isClosed;

  LentContext(CudaContext context) {
    this.context = context;
    context.use();
    context.check(
        JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING),
        "creating an event (cuEventCreate)");
    handle = NativeHandle.of(event);
    context.hold();
  }

  @Override
  public long context() {
    return context.address();
  }

  @Override
  public void enter() {
    context.use();
    int status = CudaLibrary.query(handle);
    if (status != CudaLibrary.SUCCESS) {
      throw new StarlingException(
          "%s failed while messages from or to its memory were open: %s; it can't be used any more, restart the program"
              .formatted(context.label(), CudaStatus.describe(status)));
    }
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      Cleanup.run(
          context,
          "giving back an event (cuEventDestroy)",
          () -> JCudaDriver.cuEventDestroy(event));
    }
  }
}
