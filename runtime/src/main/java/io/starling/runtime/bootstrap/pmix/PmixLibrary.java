package io.starling.runtime.bootstrap.pmix;

import static java.lang.foreign.ValueLayout.ADDRESS;
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

/** The functions of {@code libpmix.so.2} that ranks need. Each returns a PMIx status. */
final class PmixLibrary {

  static final String NAME = "libpmix.so.2";

  private static final String REMEDY =
      "install it (Debian and Ubuntu: apt-get install libpmix2), or let LD_LIBRARY_PATH name the"
          + " folder of the one that the launcher uses";
  private static final long LONGEST_TEXT = 1024;

  private final Linker linker = Linker.nativeLinker();
  private final SymbolLookup library = load();
  private final MethodHandle init = function("PMIx_Init", ADDRESS, ADDRESS, JAVA_LONG);
  private final MethodHandle finish = function("PMIx_Finalize", ADDRESS, JAVA_LONG);
  private final MethodHandle abort = function("PMIx_Abort", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
  private final MethodHandle put = function("PMIx_Put", JAVA_BYTE, ADDRESS, ADDRESS);
  private final MethodHandle commit = function("PMIx_Commit");
  private final MethodHandle fence =
      function("PMIx_Fence_nb", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
  private final MethodHandle get =
      function("PMIx_Get", ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
  private final MethodHandle errorText =
      linker.downcallHandle(find("PMIx_Error_string"), FunctionDescriptor.of(ADDRESS, JAVA_INT));
  private final MethodHandle free =
      linker.downcallHandle(
          linker.defaultLookup().findOrThrow("free"), FunctionDescriptor.ofVoid(ADDRESS));

  private static SymbolLookup load() {
    try {
      return SymbolLookup.libraryLookup(NAME, Arena.global());
    } catch (IllegalArgumentException e) {
      throw new StarlingException(
          "this process was started by a PMIx launcher, but %s cannot be loaded: %s"
              .formatted(NAME, REMEDY),
          e);
    }
  }

  private MemorySegment find(String name) {
    return library
        .find(name)
        .orElseThrow(() -> new StarlingException(NAME + " lacks " + name + ": " + REMEDY));
  }

  private MethodHandle function(String name, MemoryLayout... arguments) {
    return linker.downcallHandle(find(name), FunctionDescriptor.of(JAVA_INT, arguments));
  }

  int init(MemorySegment process) {
    try {
      return (int) init.invokeExact(process, MemorySegment.NULL, 0L);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  int finish() {
    try {
      return (int) finish.invokeExact(MemorySegment.NULL, 0L);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Asks the launcher to end all ranks. */
  int abort(int exitStatus, MemorySegment message) {
    try {
      return (int) abort.invokeExact(exitStatus, message, MemorySegment.NULL, 0L);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  int put(byte scope, MemorySegment key, MemorySegment value) {
    try {
      return (int) put.invokeExact(scope, key, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  int commit() {
    try {
      return (int) commit.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Calls {@code passed} on a thread of PMIx, unless the status says that the fence is complete
   * already.
   */
  int fence(
      MemorySegment process, MemorySegment info, int infos, MemorySegment passed, long number) {
    try {
      return (int) fence.invokeExact(process, 1L, info, (long) infos, passed, number);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Writes the address of a value to {@code result}; the caller frees the value. */
  int get(
      MemorySegment process,
      MemorySegment key,
      MemorySegment info,
      int infos,
      MemorySegment result) {
    try {
      return (int) get.invokeExact(process, key, info, (long) infos, result);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  void free(MemorySegment memory) {
    try {
      free.invokeExact(memory);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** PMIx's name of a status, and its number. */
  String describe(int status) {
    try {
      MemorySegment text = (MemorySegment) errorText.invokeExact(status);
      return "%s (%d)".formatted(text.reinterpret(LONGEST_TEXT).getString(0), status);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** A pointer to a {@code pmix_op_cbfunc_t}, valid as long as the arena. */
  MemorySegment callback(MethodHandle target, Arena arena) {
    return linker.upcallStub(target, FunctionDescriptor.ofVoid(JAVA_INT, JAVA_LONG), arena);
  }

  private static RuntimeException unexpected(Throwable e) {
    return switch (e) {
      case RuntimeException known -> known;
      case Error error -> throw error;
      default -> new StarlingException("a call of " + NAME + " failed", e);
    };
  }
}
