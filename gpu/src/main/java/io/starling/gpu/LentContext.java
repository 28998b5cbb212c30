package io.starling.gpu;

import io.starling.runtime.memory.CudaAccess;

/** A device's context in the hands of a transport, held until that is done with it. */
final class LentContext implements CudaAccess {

  private final CudaContext context;
  private boolean isClosed;

  LentContext(CudaContext context) {
    this.context = context;
    context.hold();
  }

  @Override
  public long context() {
    return context.address();
  }

  @Override
  public void enter() {
    context.use();
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      context.release();
    }
  }
}
