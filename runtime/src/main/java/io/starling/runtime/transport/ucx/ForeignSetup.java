package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * Set-up through {@code java.lang.foreign}, for machines on which JUCX's library does not load.
 * Offsets and bits are those of {@code ucp.h}, the same since UCX 1.12.
 */
final class ForeignSetup implements UcxSetup {

  private static final int API_MAJOR = 1;
  private static final int API_MINOR = 12;

  /** UCX's defaults and the user's {@code UCX_} variables. */
  private static final long DEFAULT_CONFIGURATION = 0;

  /** {@code ucp_params_t}. */
  private static final class ContextParameters {
    static final long BYTES = 80;
    static final long FIELD_MASK = 0;
    static final long FEATURES = 8;
    static final long ESTIMATED_ENDPOINTS = 56;
    static final long FIELDS = 1 | (1 << 6);
    static final long TAG_AND_WAKEUP = 1 | (1 << 4);
  }

  /** {@code ucp_worker_params_t}; all defaults mean one thread. */
  private static final class WorkerParameters {
    static final long BYTES = 200;
    static final long FIELD_MASK = 0;
    static final long THREAD_MODE = 8;
    static final long THREAD_MODE_FIELD = 1;
    static final int ONE_THREAD_AT_A_TIME = 1;
  }

  private final Functions ucp;
  private final Arena arena = Arena.ofShared();
  private final long context;
  private final long worker;

  ForeignSetup(int ranks, boolean severalThreads) {
    leaveSignalsToTheJvm();
    ucp = new Functions(UcpLibrary.load(UcpLibrary.NAME));
    try {
      context = makeContext(ranks);
      worker = makeWorker(severalThreads);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  /**
   * UCX reads this when it is loaded; a handler of its own for SIGSEGV would break the JVM's
   * implicit null checks.
   */
  private static void leaveSignalsToTheJvm() {
    Linker linker = Linker.nativeLinker();
    MethodHandle setEnvironment =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("setenv"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    try (Arena temporary = Arena.ofConfined()) {
      int ignoredWhereTheUserHasSetIt =
          (int)
              setEnvironment.invokeExact(
                  temporary.allocateFrom("UCX_HANDLE_ERRORS"), temporary.allocateFrom("none"), 0);
      assert ignoredWhereTheUserHasSetIt == 0;
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  private long makeContext(int ranks) throws Throwable {
    MemorySegment out = arena.allocate(ADDRESS);
    MemorySegment parameters = arena.allocate(ContextParameters.BYTES, Long.BYTES);
    parameters.set(JAVA_LONG, ContextParameters.FIELD_MASK, ContextParameters.FIELDS);
    parameters.set(JAVA_LONG, ContextParameters.FEATURES, ContextParameters.TAG_AND_WAKEUP);
    parameters.set(JAVA_LONG, ContextParameters.ESTIMATED_ENDPOINTS, Math.max(1, ranks - 1));
    check(
        (int)
            ucp.init.invokeExact(
                API_MAJOR, API_MINOR, parameters.address(), DEFAULT_CONFIGURATION, out.address()),
        "ucp_init_version");
    return out.get(JAVA_LONG, 0);
  }

  private long makeWorker(boolean severalThreads) throws Throwable {
    MemorySegment out = arena.allocate(ADDRESS);
    MemorySegment parameters = arena.allocate(WorkerParameters.BYTES, Long.BYTES);
    if (severalThreads) {
      parameters.set(JAVA_LONG, WorkerParameters.FIELD_MASK, WorkerParameters.THREAD_MODE_FIELD);
      parameters.set(JAVA_INT, WorkerParameters.THREAD_MODE, WorkerParameters.ONE_THREAD_AT_A_TIME);
    }
    check(
        (int) ucp.workerCreate.invokeExact(context, parameters.address(), out.address()),
        "ucp_worker_create");
    return out.get(JAVA_LONG, 0);
  }

  private static void check(int status, String function) {
    UcpLibrary.check(status, function);
  }

  @Override
  public long context() {
    return context;
  }

  @Override
  public long worker() {
    return worker;
  }

  @Override
  public byte[] address() {
    try (Arena temporary = Arena.ofConfined()) {
      MemorySegment address = temporary.allocate(ADDRESS);
      MemorySegment length = temporary.allocate(JAVA_LONG);
      check(
          (int) ucp.workerGetAddress.invokeExact(worker, address.address(), length.address()),
          "ucp_worker_get_address");
      long pointer = address.get(JAVA_LONG, 0);
      byte[] bytes = UcpLibrary.readBytes(pointer, length.get(JAVA_LONG, 0));
      ucp.workerReleaseAddress.invokeExact(worker, pointer);
      return bytes;
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  @Override
  public void close() {
    try {
      ucp.workerDestroy.invokeExact(worker);
      ucp.cleanup.invokeExact(context);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
    arena.close();
  }

  /** The functions that only this set-up needs; destroying the worker closes its endpoints. */
  private static final class Functions {
    final MethodHandle init;
    final MethodHandle cleanup;
    final MethodHandle workerCreate;
    final MethodHandle workerDestroy;
    final MethodHandle workerGetAddress;
    final MethodHandle workerReleaseAddress;

    Functions(SymbolLookup library) {
      init =
          UcpLibrary.function(
              library,
              "ucp_init_version",
              JAVA_INT,
              JAVA_INT,
              JAVA_INT,
              JAVA_LONG,
              JAVA_LONG,
              JAVA_LONG);
      cleanup = procedure(library, "ucp_cleanup", 1);
      workerCreate = UcpLibrary.function(library, "ucp_worker_create", JAVA_INT, 3);
      workerDestroy = procedure(library, "ucp_worker_destroy", 1);
      workerGetAddress = UcpLibrary.function(library, "ucp_worker_get_address", JAVA_INT, 3);
      workerReleaseAddress = procedure(library, "ucp_worker_release_address", 2);
    }

    private static MethodHandle procedure(SymbolLookup library, String name, int arguments) {
      MemoryLayout[] layouts = new MemoryLayout[arguments];
      java.util.Arrays.fill(layouts, JAVA_LONG);
      return Linker.nativeLinker()
          .downcallHandle(library.findOrThrow(name), FunctionDescriptor.ofVoid(layouts));
    }
  }
}
