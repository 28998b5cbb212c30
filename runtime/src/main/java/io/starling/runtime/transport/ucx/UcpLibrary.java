package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.TransportException;
import io.starling.runtime.os.SixWords;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Makes method handles of the functions of UCX's libraries, and has the functions that use no
 * worker; the others are in {@link UcxWorker}. Addresses are passed as {@code long}: a {@code
 * MemorySegment} argument would cost a liveness check per call, and the engine keeps memory
 * reachable anyway.
 */
final class UcpLibrary {

  static final String NAME = "libucp.so.0";
  static final String REMEDY =
      "install UCX 1.12 or later (Debian and Ubuntu: apt-get install libucx0)";

  static final int UCS_OK = 0;
  static final int UCS_INPROGRESS = 1;

  private static final long LOWEST_STATUS = -100;
  private static final int LONGEST_STATUS_TEXT = 256;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup UCS = load("libucs.so.0");

  /** All of this process's memory, to read through native pointers. */
  static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final MethodHandle STATUS_TEXT = function(UCS, "ucs_status_string");

  private UcpLibrary() {}

  /**
   * UCX reads this variable when it is loaded; its handler for SIGSEGV would break the JVM's
   * implicit null checks.
   */
  static void leaveSignalsToTheJvm() {
    MethodHandle setEnvironment =
        LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("setenv"), SixWords.SHAPE);
    try (Arena temporary = Arena.ofConfined()) {
      int ignoredWhereTheUserHasSetIt =
          (int)
              (long)
                  setEnvironment.invokeExact(
                      temporary.allocateFrom("UCX_HANDLE_ERRORS").address(),
                      temporary.allocateFrom("none").address(),
                      0L,
                      0L,
                      0L,
                      0L);
      assert ignoredWhereTheUserHasSetIt == 0;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** A library of UCX by its name, as the dynamic linker finds it. */
  static SymbolLookup load(String name) {
    leaveSignalsToTheJvm();
    try {
      return SymbolLookup.libraryLookup(name, Arena.global());
    } catch (IllegalArgumentException e) {
      throw new TransportException(name + " cannot be loaded: " + REMEDY, e);
    }
  }

  private static MemorySegment find(SymbolLookup library, String name) {
    return library
        .find(name)
        .orElseThrow(() -> new TransportException(NAME + " lacks " + name + ": " + REMEDY));
  }

  /** A function of at most six words, called with {@linkplain SixWords six}. */
  static MethodHandle function(SymbolLookup library, String name) {
    return LINKER.downcallHandle(find(library, name), SixWords.SHAPE);
  }

  static MethodHandle function(
      SymbolLookup library, String name, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(find(library, name), FunctionDescriptor.of(result, arguments));
  }

  /** A function without a result whose arguments are all {@code long}. */
  static MethodHandle procedure(
      SymbolLookup library, String name, int arguments, Linker.Option... options) {
    MemoryLayout[] layouts = new MemoryLayout[arguments];
    java.util.Arrays.fill(layouts, JAVA_LONG);
    return LINKER.downcallHandle(find(library, name), FunctionDescriptor.ofVoid(layouts), options);
  }

  /** A pointer to a Java method, valid as long as the arena. */
  static MemorySegment upcall(MethodHandle target, FunctionDescriptor shape, Arena arena) {
    return LINKER.upcallStub(target, shape, arena);
  }

  /** Whether a returned pointer is an encoded status. */
  static boolean isStatus(long pointer) {
    return pointer < 0 && pointer >= LOWEST_STATUS;
  }

  /** UCX's text for a status. */
  static String describe(int status) {
    try {
      long text = (long) STATUS_TEXT.invokeExact((long) status, 0L, 0L, 0L, 0L, 0L);
      return MemorySegment.ofAddress(text).reinterpret(LONGEST_STATUS_TEXT).getString(0)
          + " ("
          + status
          + ")";
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Throws if a status is not UCS_OK. */
  static void check(int status, String function) {
    if (status != UCS_OK) {
      throw new TransportException(function + " failed: " + describe(status));
    }
  }

  static RuntimeException unexpected(Throwable e) {
    if (e instanceof RuntimeException known) {
      return known;
    }
    if (e instanceof Error error) {
      throw error;
    }
    return new TransportException("a native call failed", e);
  }

  static long readLong(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
  }

  static byte[] readBytes(long address, long length) {
    return MemorySegment.ofAddress(address).reinterpret(length).toArray(JAVA_BYTE);
  }
}
