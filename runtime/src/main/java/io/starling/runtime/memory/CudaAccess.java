package io.starling.runtime.memory;

/**
 * What a transport needs that reads and writes a CUDA device's memory by itself. The device's
 * context lives until this is closed, also where the device is closed before.
 */
public interface CudaAccess extends AutoCloseable {

  /** The device's context, a {@code CUcontext}. */
  long context();

  /**
   * Makes the context that of the calling thread. To be called before the transport may touch the
   * memory: others may have made another one current since.
   *
   * @throws io.starling.runtime.error.StarlingException if the device has failed, after which a
   *     transport may wait forever for its copies; the message says how
   */
  void enter();

  /** Nothing of the transport's is left in the context. A second close does nothing. */
  @Override
  void close();
}
