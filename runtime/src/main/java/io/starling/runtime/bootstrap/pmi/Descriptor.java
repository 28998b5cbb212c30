package io.starling.runtime.bootstrap.pmi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.starling.runtime.StarlingException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * A file descriptor that this process has inherited. Java can't use a descriptor by its number, and
 * {@code /proc/self/fd} does not open sockets. For one thread.
 */
final class Descriptor {

  private static final int BUFFER_BYTES = 4096;
  private static final short READABLE = 1;

  private final int number;
  private final Arena arena = Arena.ofAuto();
  private final MemorySegment buffer = arena.allocate(BUFFER_BYTES);
  private final MemorySegment question = arena.allocate(JAVA_LONG);
  private final MethodHandle read = function("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private final MethodHandle write = function("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private final MethodHandle poll = function("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

  Descriptor(int number) {
    this.number = number;
    question.set(JAVA_INT, 0, number);
    question.set(JAVA_SHORT, Integer.BYTES, READABLE);
  }

  private static MethodHandle function(
      String name, MemoryLayout result, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
  }

  /** Waits until there is data to read, the other end has closed, or the time has elapsed. */
  boolean await(int milliseconds) {
    try {
      return (int) poll.invokeExact(question, 1L, milliseconds) > 0;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Reads the data that has arrived; waits if there is none. */
  String read() {
    try {
      long bytes = (long) read.invokeExact(number, buffer, (long) BUFFER_BYTES);
      if (bytes <= 0) {
        throw closed();
      }
      return new String(buffer.asSlice(0, bytes).toArray(JAVA_BYTE), StandardCharsets.ISO_8859_1);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  void write(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment data = scratch.allocateFrom(JAVA_BYTE, bytes);
      for (long sent = 0; sent < bytes.length; ) {
        long count = (long) write.invokeExact(number, data.asSlice(sent), bytes.length - sent);
        if (count <= 0) {
          throw closed();
        }
        sent += count;
      }
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private StarlingException closed() {
    return new StarlingException(
        "the PMI server at file descriptor %d does not answer: the launcher has ended, or this process did not inherit the descriptor from it"
            .formatted(number));
  }

  private static RuntimeException unexpected(Throwable e) {
    return switch (e) {
      case RuntimeException known -> known;
      case Error error -> throw error;
      default -> new StarlingException("a system call failed", e);
    };
  }
}
