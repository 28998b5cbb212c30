package io.starling.runtime.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.TransportException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * System calls of Linux for which Java has no method. Each returns its result, or the negative
 * error number. Used by one thread, because the error number is stored in one place.
 */
public final class Linux {

  public static final int NO_SUCH_PROCESS = 3;
  public static final int INTERRUPTED = 4;
  public static final int TRY_AGAIN = 11;
  public static final int BAD_ADDRESS = 14;
  public static final int TIMED_OUT = 110;

  private static final int NOT_PERMITTED = 1;
  private static final long CLOSE_ON_EXECUTE = 1;
  private static final int FUTEX_WAIT = 0;
  private static final int FUTEX_WAKE = 1;
  private static final long REMOVE_PAGES = 9;
  private static final long KEEP_SIZE = 1;
  private static final long PUNCH_HOLE = 2;
  private static final long SET_TRACER = 0x59616d61;
  private static final long ANY_TRACER = -1;
  private static final long WRITE_ONLY = 1;
  private static final long NEVER_BLOCK = 0x800;
  private static final long CLOSE_ON_EXECUTE_FILE = 0x80000;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option ERROR = Linker.Option.captureCallState("errno");
  private static final MethodHandle PIPE = plain("pipe2");
  private static final MethodHandle OPEN = variadic("open");
  private static final MethodHandle READ_BYTES = plain("read");
  private static final MethodHandle WRITE_BYTES = plain("write");
  private static final MethodHandle CREATE_MEMORY = plain("memfd_create");
  private static final MethodHandle CLOSE = plain("close");
  private static final MethodHandle ALLOCATE = plain("fallocate");
  private static final MethodHandle READ = plain("process_vm_readv");
  private static final MethodHandle WRITE = plain("process_vm_writev");
  private static final MethodHandle ADVISE = plain("madvise");
  private static final MethodHandle CONTROL = variadic("prctl");
  private static final MethodHandle SYSTEM_CALL = variadic("syscall");

  private final MemorySegment error;
  private final MemorySegment vectors;
  private final long futexNumber;

  public Linux(Arena arena) {
    error = arena.allocate(Linker.Option.captureStateLayout());
    vectors = arena.allocate(4 * JAVA_LONG.byteSize(), JAVA_LONG.byteAlignment());
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    boolean isAmd64 = isAmd64(system.toLowerCase(Locale.ROOT));
    futexNumber = isAmd64 ? 202 : 98;
  }

  private static boolean isAmd64(String name) {
    return switch (name) {
      case "linux amd64" -> true;
      case "linux aarch64" -> false;
      default ->
          throw new TransportException(
              "the shared memory transport supports Linux on amd64 and aarch64, not '%s'; use --transport ucx"
                  .formatted(name));
    };
  }

  private static MethodHandle plain(String name) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), SixWords.SHAPE, ERROR);
  }

  /**
   * A function with arguments that its declaration does not name, which some systems pass apart.
   */
  private static MethodHandle variadic(String name) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        SixWords.SHAPE,
        ERROR,
        Linker.Option.firstVariadicArg(1));
  }

  /** Makes a file in memory that disappears with its last user; returns its descriptor. */
  public int createMemory(String name) {
    try (Arena arena = Arena.ofConfined()) {
      long text = arena.allocateFrom(name).address();
      return checkedInt(
          (long) CREATE_MEMORY.invokeExact(error, text, CLOSE_ON_EXECUTE, 0L, 0L, 0L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Makes a pipe whose ends never block; returns 0 or an error number.
   *
   * @param ends the address of two ints: the descriptors to read from and to write to
   */
  public int pipe(long ends) {
    try {
      return checkedInt(
          (long)
              PIPE.invokeExact(error, ends, NEVER_BLOCK | CLOSE_ON_EXECUTE_FILE, 0L, 0L, 0L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Opens a file or pipe to write to it without blocking; returns its descriptor. */
  public int openToWrite(String path) {
    try (Arena arena = Arena.ofConfined()) {
      long text = arena.allocateFrom(path).address();
      long flags = WRITE_ONLY | NEVER_BLOCK | CLOSE_ON_EXECUTE_FILE;
      return checkedInt((long) OPEN.invokeExact(error, text, flags, 0L, 0L, 0L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Reads at most so many bytes of a pipe; returns how many. */
  public long readPipe(int descriptor, long into, long bytes) {
    try {
      return checked(
          (long) READ_BYTES.invokeExact(error, (long) descriptor, into, bytes, 0L, 0L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Writes at most so many bytes to a pipe; returns how many. */
  public long writePipe(int descriptor, long from, long bytes) {
    try {
      return checked(
          (long) WRITE_BYTES.invokeExact(error, (long) descriptor, from, bytes, 0L, 0L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Gives a range of a file its pages, or fails where the system has none. */
  public int allocate(int descriptor, long offset, long bytes) {
    return allocate(descriptor, 0L, offset, bytes);
  }

  /** Gives the pages of a range of a file back; they read as zeros from now on. */
  public int punch(int descriptor, long offset, long bytes) {
    return allocate(descriptor, KEEP_SIZE | PUNCH_HOLE, offset, bytes);
  }

  private int allocate(int descriptor, long mode, long offset, long bytes) {
    try {
      return checkedInt(
          (long) ALLOCATE.invokeExact(error, (long) descriptor, mode, offset, bytes, 0L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  public int close(int descriptor) {
    try {
      return checkedInt((long) CLOSE.invokeExact(error, (long) descriptor, 0L, 0L, 0L, 0L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Returns pages to the system; they read as zeros from now on. */
  public int removePages(long address, long bytes) {
    try {
      return checkedInt((long) ADVISE.invokeExact(error, address, bytes, REMOVE_PAGES, 0L, 0L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Lets other processes of the same user read this one's memory if the Yama security module allows
   * that only to ancestors. Without Yama the call fails, and is not needed.
   */
  public void permitPeers() {
    try {
      int _ = (int) (long) CONTROL.invokeExact(error, SET_TRACER, ANY_TRACER, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Copies from another process; may copy less than requested. */
  public long read(int process, long from, long to, long bytes) {
    describe(to, from, bytes);
    long local = vectors.address();
    try {
      return checked(
          (long)
              READ.invokeExact(error, (long) process, local, 1L, local + 2 * Long.BYTES, 1L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Copies to another process; may copy less than requested. */
  public long write(int process, long from, long to, long bytes) {
    describe(from, to, bytes);
    long local = vectors.address();
    try {
      return checked(
          (long)
              WRITE.invokeExact(error, (long) process, local, 1L, local + 2 * Long.BYTES, 1L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Two {@code struct iovec}. */
  private void describe(long here, long there, long bytes) {
    vectors.setAtIndex(JAVA_LONG, 0, here);
    vectors.setAtIndex(JAVA_LONG, 1, bytes);
    vectors.setAtIndex(JAVA_LONG, 2, there);
    vectors.setAtIndex(JAVA_LONG, 3, bytes);
  }

  /** Sleeps while the word has the value, for at most the given time. */
  public long futexWait(long address, int value, long nanoseconds) {
    vectors.setAtIndex(JAVA_LONG, 0, nanoseconds / 1_000_000_000);
    vectors.setAtIndex(JAVA_LONG, 1, nanoseconds % 1_000_000_000);
    return futex(address, FUTEX_WAIT, value, vectors.address());
  }

  /** Wakes one sleeper. */
  public long futexWake(long address) {
    return futex(address, FUTEX_WAKE, 1, 0);
  }

  private long futex(long address, long operation, long value, long timeout) {
    return call(futexNumber, address, operation, value, timeout);
  }

  private long call(long number, long first, long second, long third, long fourth) {
    try {
      return checked(
          (long) SYSTEM_CALL.invokeExact(error, number, first, second, third, fourth, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The result of a function that returns an {@code int}. */
  private int checkedInt(long result) {
    int narrow = (int) result;
    return narrow == -1 ? -error.get(JAVA_INT, 0) : narrow;
  }

  private long checked(long result) {
    return result == -1 ? -error.get(JAVA_INT, 0) : result;
  }

  /** Whether a process has ended; also true for a zombie. */
  public static boolean hasEnded(int process) {
    Path directory = Path.of("/proc/" + process);
    try {
      String stat = Files.readString(directory.resolve("stat"), StandardCharsets.ISO_8859_1);
      return stat.startsWith(") Z", stat.lastIndexOf(')'));
    } catch (IOException e) {
      return !Files.exists(directory);
    }
  }

  /** Describes an error number. */
  public static String describe(int number) {
    String words =
        switch (number) {
          case NOT_PERMITTED -> "not permitted; see /proc/sys/kernel/yama/ptrace_scope";
          case NO_SUCH_PROCESS -> "the process has ended";
          case BAD_ADDRESS -> "its memory is no longer mapped";
          default -> "see errno(3)";
        };
    return "error " + number + ", " + words;
  }

  private static RuntimeException unexpected(Throwable e) {
    return switch (e) {
      case RuntimeException known -> known;
      case Error error -> throw error;
      default -> new TransportException("a system call failed", e);
    };
  }
}
