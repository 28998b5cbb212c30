package io.starling.gpu;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** Queries the CUDA driver for its devices, through JCuda. */
final class CudaDriver {

  private static final int LONGEST_NAME = 256;

  private CudaDriver() {}

  /**
   * Initialises the driver and lists its devices.
   *
   * @throws LinkageError if JCuda's library or the driver cannot be loaded
   */
  static Gpus devices() {
    try {
      check(JCudaDriver.cuInit(0), "cuInit");
      int[] value = new int[1];
      check(JCudaDriver.cuDriverGetVersion(value), "cuDriverGetVersion");
      int version = value[0];
      check(JCudaDriver.cuDeviceGetCount(value), "cuDeviceGetCount");
      List<GpuDevice> devices = new ArrayList<>();
      for (int index = 0; index < value[0]; index++) {
        devices.add(device(index));
      }
      return new Gpus.Present(version, devices);
    } catch (Refusal refusal) {
      return new Gpus.Missing(refusal.getMessage());
    }
  }

  private static GpuDevice device(int index) throws Refusal {
    CUdevice device = new CUdevice();
    check(JCudaDriver.cuDeviceGet(device, index), "cuDeviceGet");
    byte[] name = new byte[LONGEST_NAME];
    check(JCudaDriver.cuDeviceGetName(name, name.length, device), "cuDeviceGetName");
    long[] memory = new long[1];
    check(JCudaDriver.cuDeviceTotalMem(memory, device), "cuDeviceTotalMem");
    String[] bus = new String[1];
    check(JCudaDriver.cuDeviceGetPCIBusId(bus, LONGEST_NAME, device), "cuDeviceGetPCIBusId");
    return new GpuDevice(
        index,
        text(name),
        memory[0],
        bus[0].toLowerCase(Locale.ROOT),
        attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
        attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  }

  private static int attribute(CUdevice device, int attribute) throws Refusal {
    int[] value = new int[1];
    check(JCudaDriver.cuDeviceGetAttribute(value, attribute, device), "cuDeviceGetAttribute");
    return value[0];
  }

  private static String text(byte[] zeroTerminated) {
    int length = 0;
    while (length < zeroTerminated.length && zeroTerminated[length] != 0) {
      length++;
    }
    return new String(zeroTerminated, 0, length, StandardCharsets.UTF_8);
  }

  private static void check(int result, String function) throws Refusal {
    if (result != CUresult.CUDA_SUCCESS) {
      throw new Refusal(
          "the CUDA driver is installed, but " + function + " says " + CUresult.stringFor(result));
    }
  }

  private static final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    Refusal(String message) {
      super(message);
    }
  }
}
