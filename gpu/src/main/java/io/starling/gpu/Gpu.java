package io.starling.gpu;

import io.starling.runtime.memory.Device;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A CUDA device, opened by one rank. It allocates {@link DeviceBuffer}s, which collectives and
 * messages take like any other memory.
 *
 * <pre>{@code
 * try (Gpu gpu = Gpu.open();
 *     DeviceBuffer data = gpu.allocate(1 << 20)) {
 *   data.copyFrom(host);
 *   ...
 *   data.copyTo(host);
 * }
 * }</pre>
 *
 * <p>A {@code Gpu} may be used by any thread. If ranks are threads of one process, each rank opens
 * its own.
 */
public final class Gpu implements AutoCloseable {

  /**
   * {@code STARLING_GPU}, the environment variable that names the device of a rank: an index, a PCI
   * bus id such as {@code 0000:3b:00.0}, or {@code none}. The launcher sets it.
   */
  public static final String VARIABLE = "STARLING_GPU";

  /**
   * {@code starling.gpu.leaks}, a system property. With the value {@code trace}, the warning about
   * a buffer that was never closed shows where it was allocated.
   */
  public static final String LEAKS_PROPERTY = "starling.gpu.leaks";

  private final CudaDevice device;
  private final Cleaner cleaner = Cleaner.create();
  private final Set<Allocation> allocations = ConcurrentHashMap.newKeySet();
  private final boolean tracesLeaks = "trace".equals(System.getProperty(LEAKS_PROPERTY));

  private Gpu(CudaDevice device) {
    this.device = device;
  }

  /**
   * Opens the device of this rank: the one that {@link #VARIABLE} names. Without the variable,
   * ranks of a host take its devices in turn; without a launcher, the rank takes the first device.
   *
   * @return the open device, to be closed by the caller
   * @throws GpuUnavailableException if it can't be used; the message gives the reason and a remedy
   */
  public static Gpu open() {
    return open(Gpus.here(), System.getenv());
  }

  /**
   * Opens a device by its number.
   *
   * @param index the index in {@link Gpus#devices}, from 0
   * @return the open device, to be closed by the caller
   * @throws GpuUnavailableException if it can't be used; the message gives the reason and a remedy
   */
  public static Gpu open(int index) {
    return open(Gpus.here(), Gpus.here().device(index), System.getenv());
  }

  static Gpu open(Gpus gpus, Map<String, String> environment) {
    return open(gpus, GpuChoice.of(gpus, environment), environment);
  }

  private static Gpu open(Gpus gpus, GpuDevice device, Map<String, String> environment) {
    GpuSettings settings = settings(environment);
    int version = gpus instanceof Gpus.Present present ? present.driverVersion() : 0;
    DriverVersion.check(version, device.label());
    return new Gpu(new CudaDevice(device, version, settings));
  }

  private static GpuSettings settings(Map<String, String> environment) {
    try {
      return GpuSettings.of(environment);
    } catch (IllegalArgumentException e) {
      throw new GpuUnavailableException(e.getMessage());
    }
  }

  /**
   * Allocates memory on the device, filled with zeros.
   *
   * @param bytes the length in bytes, not negative
   * @return the memory, to be closed by the caller
   * @throws OutOfMemoryError if the device has not enough free memory; the message says how much is
   *     free
   * @throws IllegalStateException if this {@code Gpu} is closed
   */
  public DeviceBuffer allocate(long bytes) {
    device.checkOpen();
    return buffer(Allocation.of(device, bytes, tracesLeaks, allocations));
  }

  /**
   * Wraps device memory that other CUDA code of this process has allocated. Closing the buffer does
   * not free the memory. Free the memory only after the buffer is closed; if a peer has failed
   * during a message from or to it, only after the communicator is closed.
   *
   * <p>Starling does not synchronize with the program's CUDA streams. Wait for kernels that write
   * the memory before a call of Starling; start kernels that read it after the call has returned or
   * its request is complete.
   *
   * @param address the address of the first byte, from {@code cuMemAlloc} or {@code cudaMalloc}
   * @param bytes the length in bytes, not negative
   * @return a buffer over that memory
   * @throws IllegalArgumentException if this device can't use all of the memory: it is memory of
   *     the host, managed memory, memory of another device, memory of another context than the
   *     device's primary one (which the runtime API uses), not allocated, or shorter; the message
   *     says which
   * @throws IllegalStateException if this {@code Gpu} is closed
   */
  public DeviceBuffer wrap(long address, long bytes) {
    device.checkOpen();
    MemorySegment segment = device.memory().ofOthers(address, bytes);
    return buffer(Allocation.borrowed(device, segment, allocations));
  }

  private DeviceBuffer buffer(Allocation allocation) {
    DeviceBuffer buffer = new DeviceBuffer(this, allocation);
    cleaner.register(buffer, allocation);
    return buffer;
  }

  /** The device as collectives and transports use it. */
  Device device() {
    return device;
  }

  /**
   * The name of the device, for messages.
   *
   * @return such as {@code GPU 0 (NVIDIA H200)}
   */
  public String name() {
    return device.name();
  }

  /**
   * The properties of the device: model, PCI bus id and compute capability.
   *
   * @return the device's entry in {@link Gpus#devices}
   */
  public GpuDevice hardware() {
    return device.hardware();
  }

  /**
   * The free memory of the device, over all processes that use it.
   *
   * @return the free bytes at this moment
   */
  public long freeMemory() {
    return device.usage().free();
  }

  /**
   * The memory of the device.
   *
   * @return all bytes, free or not
   */
  public long totalMemory() {
    return device.usage().total();
  }

  /**
   * Frees all buffers and closes the device. Waits up to a second for work on the device. A second
   * close does nothing.
   *
   * @throws IllegalStateException if the work goes on after that second, or an open operation uses
   *     a buffer of this device; the device then stays open
   */
  @Override
  public void close() {
    String work =
        allocations.stream().anyMatch(Allocation::isHeld)
            ? "an operation with its memory"
            : device.awaitUnused(0, Long.MAX_VALUE);
    if (work != null) {
      throw new IllegalStateException(
          name() + " can't be closed while " + work + " is open; complete the operation first");
    }
    allocations.forEach(Allocation::close);
    device.close();
  }

  CudaDevice cuda() {
    return device;
  }

  @Override
  public String toString() {
    return name();
  }
}
