package io.starling.gpu;

import io.starling.runtime.StarlingException;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** Describes the CUDA driver's statuses in messages. */
final class CudaStatus {

  /** Errors for which JCuda has no names. */
  private static final int CONTAINED = 226;

  private static final int TENSOR_MEMORY_LEAK = 721;

  private CudaStatus() {}

  /** The name, the number and the driver's description. */
  static String describe(int status) {
    String[] text = new String[1];
    boolean isKnown =
        JCudaDriver.cuGetErrorString(status, text) == CUresult.CUDA_SUCCESS && text[0] != null;
    return CUresult.stringFor(status) + " (" + status + ")" + (isKnown ? ", " + text[0] : "");
  }

  /**
   * Whether the device or the driver has failed, so that CUDA refuses all further calls of this
   * process.
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
   * Throws if a status is an error.
   *
   * @param device the name for messages, such as {@code GPU 0 (NVIDIA H200)}
   * @param operation the operation for messages, such as {@code "creating a stream
   *     (cuStreamCreate)"}
   */
  static void check(int status, String device, String operation) {
    if (status != CUresult.CUDA_SUCCESS) {
      throw new StarlingException(device + ": " + operation + " failed: " + describe(status));
    }
  }
}
