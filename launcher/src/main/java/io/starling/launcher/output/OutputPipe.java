package io.starling.launcher.output;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A pipe(2) for the output of one rank. The pipes of {@link Process} lose what a process wrote just
 * before its end: when it has ended, the JDK reads the rest itself and closes the descriptor, and a
 * reader that was about to read hears of an end of file.
 */
public final class OutputPipe implements AutoCloseable {

  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
  private static final MethodHandle PIPE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("pipe2"),
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle CLOSE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private final int writeEnd;
  private final InputStream readEnd;

  private OutputPipe(int writeEnd, InputStream readEnd) {
    this.writeEnd = writeEnd;
    this.readEnd = readEnd;
  }

  /** Makes one. */
  public static OutputPipe open() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment descriptors = arena.allocate(JAVA_INT, 2);
      if ((int) PIPE.invokeExact(descriptors, CLOSE_ON_EXEC) != 0) {
        throw new IOException("no pipe for a rank's output: too many open files?");
      }
      int read = descriptors.getAtIndex(JAVA_INT, 0);
      InputStream readEnd = new FileInputStream(path(read));
      close(read);
      return new OutputPipe(descriptors.getAtIndex(JAVA_INT, 1), readEnd);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException(e);
    }
  }

  private static File path(int descriptor) {
    return new File("/proc/self/fd/" + descriptor);
  }

  private static void close(int descriptor) throws Throwable {
    int ignored = (int) CLOSE.invokeExact(descriptor);
    assert ignored == 0 : descriptor;
  }

  /** Where the rank is to write. */
  public ProcessBuilder.Redirect target() {
    return ProcessBuilder.Redirect.to(path(writeEnd));
  }

  /** What the rank writes; ends when the rank and all that it started have closed the pipe. */
  public InputStream readEnd() {
    return readEnd;
  }

  /** Closes this process's end for writing; to be called once the rank has been started, or not. */
  @Override
  public void close() {
    try {
      close(writeEnd);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
