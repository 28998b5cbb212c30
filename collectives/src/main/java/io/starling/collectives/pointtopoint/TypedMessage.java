package io.starling.collectives.pointtopoint;

import io.starling.runtime.StarlingException;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.Signature;
import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Under {@code --check}, a message says of which elements it is made, so that its receive can
 * refuse others (MPI 4.1, section 3.3.1):
 *
 * <pre>
 *   0             8              16               24
 *   | elements    | hash         | basic type     | data ...
 * </pre>
 *
 * <p>All ranks of a job check, or none. The data is copied on both sides.
 */
public final class TypedMessage {

  /** How many bytes stand before the data. */
  public static final long HEADER = 24;

  private static final long HASH = 8;
  private static final long BASIC = 16;
  private static final long SEVERAL = -1;

  private TypedMessage() {}

  /** A message as it travels, in memory of the pool. */
  static MemorySegment of(Memory data, long bytes, Signature signature, BufferPool pool) {
    MemorySegment message = pool.acquire(HEADER + bytes);
    message.set(ValueLayout.JAVA_LONG, 0, signature.count());
    message.set(ValueLayout.JAVA_LONG, HASH, signature.hash());
    message.set(
        ValueLayout.JAVA_LONG,
        BASIC,
        signature.basic() == null ? SEVERAL : signature.basic().ordinal());
    data.read(0, message, HEADER, bytes);
    return message;
  }

  /**
   * Copies the data of a message to where it is received.
   *
   * @param expected the elements of the receive, which may be more
   * @throws StarlingException if the elements are of other types
   */
  static void unpack(MemorySegment message, long bytes, Memory into, Signature expected) {
    Signature sent = signature(message);
    if (!matches(sent, expected)) {
      throw new StarlingException(
          "the message has %s, the receive expects %s".formatted(sent, expected));
    }
    into.write(0, message, HEADER, bytes);
  }

  private static Signature signature(MemorySegment message) {
    long basic = message.get(ValueLayout.JAVA_LONG, BASIC);
    return new Signature(
        message.get(ValueLayout.JAVA_LONG, 0),
        basic == SEVERAL ? null : BasicDatatype.values()[(int) basic],
        message.get(ValueLayout.JAVA_LONG, HASH));
  }

  /** A shorter message of several types can't be compared: its hash is that of all its elements. */
  private static boolean matches(Signature sent, Signature expected) {
    if (sent.count() == 0) {
      return true;
    }
    if (sent.count() == expected.count()) {
      return sent.equals(expected);
    }
    return sent.basic() == expected.basic() || expected.basic() == null;
  }
}
