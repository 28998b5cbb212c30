package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** The calls that occur once in the life of a {@link UcxWorker}, its only caller. */
final class WorkerLife {

  /** {@code ucp_worker_params_t}; UCX chooses what is not set. */
  private static final class Parameters {
    static final long BYTES = 200;
    static final long FIELD_MASK = 0;
    static final long THREAD_MODE = 8;
    static final long THREAD_MODE_FIELD = 1;

    /**
     * {@code UCS_THREAD_MODE_SERIALIZED}: one thread at a time, at every thread level of the job.
     * Even with one calling thread, another thread follows at the end of the process.
     */
    static final int ONE_THREAD_AT_A_TIME = 1;
  }

  private static final SymbolLookup UCP = UcpLibrary.load(UcpLibrary.NAME);
  private static final MethodHandle CREATE = UcpLibrary.function(UCP, "ucp_worker_create");
  private static final MethodHandle GET_ADDRESS =
      UcpLibrary.function(UCP, "ucp_worker_get_address");
  private static final MethodHandle RELEASE_ADDRESS =
      UcpLibrary.function(UCP, "ucp_worker_release_address");
  private static final MethodHandle GET_EVENT_DESCRIPTOR =
      UcpLibrary.function(UCP, "ucp_worker_get_efd");
  private static final MethodHandle DESTROY = UcpLibrary.function(UCP, "ucp_worker_destroy");

  private WorkerLife() {}

  /** Makes a worker: the native {@code ucp_worker_h}. */
  static long begin(long context) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parameters = arena.allocate(Parameters.BYTES, Long.BYTES);
      parameters.set(JAVA_LONG, Parameters.FIELD_MASK, Parameters.THREAD_MODE_FIELD);
      parameters.set(JAVA_INT, Parameters.THREAD_MODE, Parameters.ONE_THREAD_AT_A_TIME);
      MemorySegment out = arena.allocate(ADDRESS);
      UcpLibrary.check(
          (byte)
              (long) CREATE.invokeExact(context, parameters.address(), out.address(), 0L, 0L, 0L),
          "ucp_worker_create");
      return out.get(JAVA_LONG, 0);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  static byte[] address(long worker) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(ADDRESS);
      MemorySegment length = arena.allocate(JAVA_LONG);
      UcpLibrary.check(
          (byte)
              (long)
                  GET_ADDRESS.invokeExact(worker, address.address(), length.address(), 0L, 0L, 0L),
          "ucp_worker_get_address");
      long pointer = address.get(JAVA_LONG, 0);
      byte[] bytes = UcpLibrary.readBytes(pointer, length.get(JAVA_LONG, 0));
      long _ = (long) RELEASE_ADDRESS.invokeExact(worker, pointer, 0L, 0L, 0L, 0L);
      return bytes;
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  static int eventDescriptor(long worker) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment descriptor = arena.allocate(JAVA_INT);
      UcpLibrary.check(
          (byte)
              (long) GET_EVENT_DESCRIPTOR.invokeExact(worker, descriptor.address(), 0L, 0L, 0L, 0L),
          "ucp_worker_get_efd");
      return descriptor.get(JAVA_INT, 0);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  static void end(long worker) {
    try {
      long _ = (long) DESTROY.invokeExact(worker, 0L, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }
}
