package io.starling.runtime.memory;

/**
 * Lets a transport read and write a CUDA device's memory directly. The device's context lives until
 * this is closed, even if the device is closed earlier.
 */
public interface CudaAccess extends AutoCloseable {

  /** The device's context, a {@code CUcontext}. */
  long context();

  /**
   * Makes the context current on the calling thread. To be called before the transport accesses the
   * memory, because other code may have made another context current.
   *
   * @throws io.starling.runtime.StarlingException if the device has failed, in which case a
   *     transport might wait forever for its copies; the message describes the failure
   */
  void enter();

  /** Called when the transport no longer uses the context. A second close does nothing. */
  @Override
  void close();
}
