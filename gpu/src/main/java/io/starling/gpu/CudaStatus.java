package io.starling.gpu;

import io.starling.runtime.error.StarlingException;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** What the CUDA driver's statuses mean, for people. */
final class CudaStatus {

  /** Errors that JCuda has no names for. */
  private static final int CONTAINED = 226;

  private static final int TENSOR_MEMORY_LEAK = 721;

  private CudaStatus() {}

  /** Name, number and the driver's own words. */
  static String describe(int status) {
    String[] text = new String[1];
    boolean isKnown =
        JCudaDriver.cuGetErrorString(status, text) == CUresult.CUDA_SUCCESS && text[0] != null;
    return CUresult.stringFor(status) + " (" + status + ")" + (isKnown ? ", " + text[0] : "");
  }

  /**
   * Whether the device or the driver has failed, so that CUDA refuses all that this process asks of
   * it from now on.
   */
  static boolean isFailureOfDevice(int status) {
    return switch (status) {
      case CUresult.CUDA_ERROR_DEINITIALIZED,
          CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
          CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
          CONTAINED,
          CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
          CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
          CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
          CUresult.CUDA_ERROR_ASSERT,
          CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
          CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
          CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
          CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
          CUresult.CUDA_ERROR_INVALID_PC,
          CUresult.CUDA_ERROR_LAUNCH_FAILED,
          TENSOR_MEMORY_LEAK,
          CUresult.CUDA_ERROR_MPS_CLIENT_TERMINATED,
          CUresult.CUDA_ERROR_EXTERNAL_DEVICE ->
          true;
      default -> false;
    };
  }

  /**
   * Throws where a status is an error.
   *
   * @param device for people, such as {@code GPU 0 (NVIDIA H200)}
   * @param operation what was tried, such as {@code "creating a stream (cuStreamCreate)"}
   */
  static void check(int status, String device, String operation) {
    if (status != CUresult.CUDA_SUCCESS) {
      throw new StarlingException(device + ": " + operation + " failed: " + describe(status));
    }
  }
}
