package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.StarlingException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * The frequently called functions of the CUDA driver, as method handles on the library that JCuda
 * uses; other functions are called through JCuda. Handles and addresses are {@code long}s; all
 * functions return a {@code CUresult}. Not used before {@link Gpus#here} has loaded the driver.
 */
final class CudaLibrary {

  static final int SUCCESS = 0;

  /** The length of a handle with which processes share memory. */
  static final int HANDLE_BYTES = 64;

  /** The attribute of memory: its context. */
  static final int CONTEXT = 1;

  /** The attribute of memory: whether it is host or device memory. */
  static final int MEMORY_TYPE = 2;

  /** The attribute of memory: whether it is managed. */
  static final int IS_MANAGED = 8;

  /** The attribute of memory: its device. */
  static final int DEVICE_NUMBER = 9;

  /** The attribute of memory: a number that is unique among all allocations of a process. */
  static final int ALLOCATION_NUMBER = 7;

  private static final int LAZY_PEER_ACCESS = 1;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup LIBRARY =
      SymbolLookup.libraryLookup(CudaProbe.DRIVER_LIBRARY, Arena.global());

  private static final MethodHandle SET_CURRENT = function("cuCtxSetCurrent", JAVA_LONG);
  private static final MethodHandle COPY_IN =
      function("cuMemcpyHtoDAsync_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle COPY_OUT =
      function("cuMemcpyDtoHAsync_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle COPY_WITHIN =
      function("cuMemcpyDtoDAsync_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle FILL =
      function("cuMemsetD8Async", JAVA_LONG, JAVA_BYTE, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle LAUNCH =
      function(
          "cuLaunchKernel",
          JAVA_LONG,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG);
  private static final MethodHandle RECORD = function("cuEventRecord", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle QUERY = function("cuEventQuery", JAVA_LONG);
  private static final MethodHandle WAIT =
      function("cuStreamWaitEvent", JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle SYNCHRONIZE = function("cuStreamSynchronize", JAVA_LONG);

  private static final MethodHandle ALLOCATION =
      function("cuMemGetAddressRange_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ATTRIBUTE =
      function("cuPointerGetAttribute", JAVA_LONG, JAVA_INT, JAVA_LONG);
  private static final MethodHandle EXPORT = function("cuIpcGetMemHandle", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle OPEN =
      function(
          "cuIpcOpenMemHandle_v2",
          JAVA_LONG,
          MemoryLayout.structLayout(MemoryLayout.sequenceLayout(HANDLE_BYTES, JAVA_BYTE)),
          JAVA_INT);
  private static final MethodHandle CLOSE = function("cuIpcCloseMemHandle", JAVA_LONG);

  private CudaLibrary() {}

  private static MethodHandle function(String name, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LIBRARY
            .find(name)
            .orElseThrow(
                () ->
                    new GpuUnavailableException(
                        CudaProbe.DRIVER_LIBRARY
                            + " lacks "
                            + name
                            + ": install an NVIDIA driver for CUDA 11 or later")),
        FunctionDescriptor.of(JAVA_INT, arguments));
  }

  /** Makes a context current on the calling thread. */
  static int setCurrent(long context) {
    try {
      return (int) SET_CURRENT.invokeExact(context);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int copyIn(long into, long host, long length, long stream) {
    try {
      return (int) COPY_IN.invokeExact(into, host, length, stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int copyOut(long host, long from, long length, long stream) {
    try {
      return (int) COPY_OUT.invokeExact(host, from, length, stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int copyWithin(long into, long from, long length, long stream) {
    try {
      return (int) COPY_WITHIN.invokeExact(into, from, length, stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fill(long into, byte value, long length, long stream) {
    try {
      return (int) FILL.invokeExact(into, value, length, stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Starts a kernel of one dimension.
   *
   * @param parameters the address of the pointers to its parameters; read before the call returns
   */
  static int launch(long function, int blocks, int threads, long stream, long parameters) {
    try {
      return (int)
          LAUNCH.invokeExact(function, blocks, 1, 1, threads, 1, 1, 0, stream, parameters, 0L);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int record(long event, long stream) {
    try {
      return (int) RECORD.invokeExact(event, stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int query(long event) {
    try {
      return (int) QUERY.invokeExact(event);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Makes a stream wait for the latest recording of an event. */
  static int waitFor(long stream, long event) {
    try {
      return (int) WAIT.invokeExact(stream, event, 0);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Waits until a stream has no work. */
  static int synchronize(long stream) {
    try {
      return (int) SYNCHRONIZE.invokeExact(stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Finds the allocation that contains an address.
   *
   * @param base takes the address of the allocation
   * @param size takes the size of the allocation
   */
  static int allocationOf(long base, long size, long address) {
    try {
      return (int) ALLOCATION.invokeExact(base, size, address);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Writes an attribute of memory to {@code value}. */
  static int attribute(long value, int attribute, long address) {
    try {
      return (int) ATTRIBUTE.invokeExact(value, attribute, address);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Writes a handle of an allocation to {@code handle}. */
  static int exportHandle(long handle, long base) {
    try {
      return (int) EXPORT.invokeExact(handle, base);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Maps an allocation of another process; {@code base} takes its address. */
  static int openHandle(long base, MemorySegment handle) {
    try {
      return (int) OPEN.invokeExact(base, handle, LAZY_PEER_ACCESS);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Unmaps an allocation of {@link #openHandle}. */
  static int closeHandle(long base) {
    try {
      return (int) CLOSE.invokeExact(base);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static RuntimeException unexpected(Throwable e) {
    if (e instanceof RuntimeException known) {
      return known;
    }
    if (e instanceof Error error) {
      throw error;
    }
    return new StarlingException("a call of " + CudaProbe.DRIVER_LIBRARY + " failed", e);
  }
}
