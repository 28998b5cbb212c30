package io.starling.gpu;

import io.starling.runtime.memory.Device;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A CUDA device in the hands of one rank.
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
 * <p>May be used by any thread. Ranks that are threads of one process open one each.
 */
public final class Gpu implements AutoCloseable {

  /**
   * {@code STARLING_GPU}, the environment variable that says which device a rank has: an index, or
   * a PCI bus id such as {@code 0000:3b:00.0}, or {@code none}. Set by the launcher.
   */
  public static final String VARIABLE = "STARLING_GPU";

  /**
   * {@code starling.gpu.leaks}, the system property that, as {@code trace}, has the place of each
   * allocation remembered, for the warning about buffers that were never closed.
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
   * Opens the device that this rank was given: the one that {@link #VARIABLE} names, or else that
   * of its number among the ranks of this host, in turns, or else the first one.
   *
   * @throws GpuUnavailableException if it can't be used; the message says why and what helps
   */
  public static Gpu open() {
    return open(Gpus.here(), System.getenv());
  }

  /**
   * Opens a device by its number in {@link Gpus#devices}.
   *
   * @throws GpuUnavailableException if it can't be used; the message says why and what helps
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
   * Allocates zeros in the device's memory.
   *
   * @param bytes at least 0
   * @throws OutOfMemoryError if the device has not so much left; the message says what it has
   * @throws IllegalStateException if this is closed
   */
  public DeviceBuffer allocate(long bytes) {
    device.checkOpen();
    return buffer(Allocation.of(device, bytes, tracesLeaks, allocations));
  }

  /**
   * Makes memory of the device that other CUDA code of this process has allocated a buffer, whose
   * close frees nothing. It must not be freed before the buffer is closed, nor, where a peer has
   * failed while a message of it was open, before the communicator is closed.
   *
   * <p>CUDA's streams know nothing of Starling: what is in the memory must be there before a call
   * of Starling begins, and is there when the call has returned or its request is complete.
   *
   * @param address of the first byte, as {@code cuMemAlloc} and {@code cudaMalloc} give it
   * @param bytes at least 0
   * @throws IllegalArgumentException if this device can't use all of it: it is the host's, managed,
   *     another device's, of another context than the device's primary one, which the runtime API
   *     uses, not allocated, or shorter; the message says which
   * @throws IllegalStateException if this is closed
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

  /** What collectives and transports know this device by. */
  public Device device() {
    return device;
  }

  /** What it is, for people: {@code GPU 0 (NVIDIA H200)}. */
  public String name() {
    return device.name();
  }

  /** Model, place and capability. */
  public GpuDevice hardware() {
    return device.hardware();
  }

  /** How many bytes nobody has allocated, in any process. */
  public long freeMemory() {
    return device.usage().free();
  }

  /** How many bytes the device has. */
  public long totalMemory() {
    return device.usage().total();
  }

  /**
   * Frees all buffers and gives the device back. A second close does nothing. Waits up to a second
   * for work on the device.
   *
   * @throws IllegalStateException if work goes on after that, or an operation uses a buffer that
   *     has not ended
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
