package io.starling.topology.machine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;

/**
 * Binds the calling thread to some PUs until it is closed. Its purpose is to bind processes: on
 * Linux a new process inherits the PUs of the thread that starts it, so it is bound before its
 * first instruction, with all its threads, and no helper program is needed.
 *
 * <pre>{@code
 * try (var _ = ThreadBinding.to(CpuSet.parse("0-3"))) {
 *   process = builder.start();
 * }
 * }</pre>
 *
 * <p>The same platform thread must make and close it. Java threads that are started meanwhile
 * inherit the PUs too, and keep them.
 */
public final class ThreadBinding implements AutoCloseable {

  /** Room for 65,536 PUs; Linux accepts masks of any size and ignores bits without a CPU. */
  private static final long MASK_BYTES = 8192;

  private static final int THIS_THREAD = 0;

  private final byte[] before;

  private ThreadBinding(byte[] before) {
    this.before = before;
  }

  /**
   * Binds the calling thread.
   *
   * @throws IllegalStateException if the operating system refuses, for instance because none of the
   *     PUs exists and is allowed; the message says why
   */
  public static ThreadBinding to(CpuSet cpus) {
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException(
          "a virtual thread can't be bound to PUs; use a platform thread");
    }
    BitSet members = new BitSet();
    cpus.stream().forEach(members::set);
    byte[] before = mask();
    bind(members.toByteArray(), cpus.toString());
    return new ThreadBinding(before);
  }

  /** Restores the thread's previous PUs. */
  @Override
  public void close() {
    bind(before, "that it had before");
  }

  private static byte[] mask() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      call(arena, Functions.GET_AFFINITY, mask, "cannot ask for the PUs of a thread");
      return mask.toArray(JAVA_BYTE);
    }
  }

  private static void bind(byte[] cpus, String description) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(Math.max(MASK_BYTES, cpus.length));
      MemorySegment.copy(cpus, 0, mask, JAVA_BYTE, 0, cpus.length);
      call(arena, Functions.SET_AFFINITY, mask, "cannot bind to the PUs " + description);
    }
  }

  private static void call(Arena arena, MethodHandle function, MemorySegment mask, String failure) {
    MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
    try {
      int status = (int) function.invokeExact(state, THIS_THREAD, mask.byteSize(), mask);
      if (status != 0) {
        int error = state.get(JAVA_INT, Functions.ERROR_OFFSET);
        throw new IllegalStateException(failure + ": " + Functions.reason(error));
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(failure, e);
    }
  }

  /** The functions of {@code sched.h}, which report errors in {@code errno}. */
  private static final class Functions {

    static final String ERROR = "errno";
    static final long ERROR_OFFSET =
        Linker.Option.captureStateLayout().byteOffset(PathElement.groupElement(ERROR));
    static final MethodHandle SET_AFFINITY = find("sched_setaffinity");
    static final MethodHandle GET_AFFINITY = find("sched_getaffinity");

    private static MethodHandle find(String name) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow(name),
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
          Linker.Option.captureCallState(ERROR));
    }

    static String reason(int error) {
      return switch (error) {
        case 1 -> "it is not permitted (EPERM)";
        case 22 -> "none of them exists and is allowed (EINVAL)";
        default -> "error " + error;
      };
    }
  }
}
