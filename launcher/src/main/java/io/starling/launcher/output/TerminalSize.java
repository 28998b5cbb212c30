package io.starling.launcher.output;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The size of a terminal, as ioctl(2) tells it. */
final class TerminalSize {

  /** TIOCGWINSZ of Linux. */
  private static final long GET_WINDOW_SIZE = 0x5413;

  /** Of struct winsize: rows, columns and two that are not used, each 16 bits. */
  private static final int SIZE = 8;

  private static final int COLUMNS_INDEX = 1;
  private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;

  private TerminalSize() {}

  /** How many columns it has; 0 where that can't be known. */
  static int columns(int descriptor) {
    Linker linker = Linker.nativeLinker();
    MethodHandle ioctl =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("ioctl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
            Linker.Option.firstVariadicArg(2));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(SIZE, Short.BYTES);
      int status = (int) ioctl.invokeExact(descriptor, GET_WINDOW_SIZE, size);
      return status == 0 ? Short.toUnsignedInt(size.getAtIndex(JAVA_SHORT, COLUMNS_INDEX)) : 0;
    } catch (Throwable e) {
      return 0;
    }
  }
}
