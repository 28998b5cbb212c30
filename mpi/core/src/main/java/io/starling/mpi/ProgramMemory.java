package io.starling.mpi;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The memory that a program passes: an array, or a buffer of {@code java.nio}, whose address is
 * where its index 0 is, whatever its position. Makes views, and copies nothing.
 */
public final class ProgramMemory {

  private ProgramMemory() {}

  /**
   * Memory of a call that is over when it returns.
   *
   * @param memory an array of the base of the type or of another with elements of that length, a
   *     buffer, or any array or null if {@code count} is 0
   * @param offset the first element, in elements of the base
   * @param count the number of elements of the type
   * @param type of each element
   * @return a view of the memory
   * @throws Failure if the memory is of another kind, or too short
   */
  public static Buffer of(Object memory, int offset, int count, ElementType type) {
    Arguments.count(count);
    if (memory == null) {
      if (count > 0) {
        throw new Failure(
            ErrorClass.BUFFER, "the buffer is null, but the count is %d".formatted(count));
      }
      return Buffer.EMPTY;
    }
    try {
      return memory instanceof java.nio.Buffer buffer
          ? ofBuffer(buffer, offset, count, type)
          : ofArray(memory, offset, count, type);
    } catch (IndexOutOfBoundsException e) {
      throw new Failure(ErrorClass.BUFFER, tooShort(memory, offset, count, type), e);
    } catch (IllegalArgumentException e) {
      throw new Failure(ErrorClass.BUFFER, e.getMessage(), e);
    }
  }

  private static String tooShort(Object memory, int offset, int count, ElementType type) {
    String kind = type.base().array().getComponentType().getSimpleName();
    int length =
        memory instanceof java.nio.Buffer buffer ? buffer.capacity() : Array.getLength(memory);
    return "%d elements of %d x %s each from offset %d on are not inside the buffer, which has length %d"
        .formatted(count, type.size(), kind, offset, length);
  }

  /**
   * The same data in a copy of the memory: for calls that promise that the program may change its
   * memory, and for memory that is both sent and received into.
   *
   * @param memory as of {@link #of}
   * @param offset the first element, in elements of the base
   * @param count the number of elements of the type
   * @param type of each element
   * @return a view of a copy on the heap
   * @throws Failure as {@link #of}
   */
  public static Buffer snapshot(Object memory, int offset, int count, ElementType type) {
    if (memory == null) {
      return of(memory, offset, count, type);
    }
    if (memory instanceof java.nio.Buffer buffer) {
      return copied(MemorySegment.ofBuffer(whole(buffer)), offset, count, type);
    }
    Class<?> kind = memory.getClass();
    if (!type.base().fits(kind)) {
      return of(memory, offset, count, type);
    }
    int length = Array.getLength(memory);
    int first = type.lowest(count) < 0 ? 0 : Math.clamp(offset, 0, length);
    long end = offset + Math.max(1L, count) * type.extent();
    int last = type.isBasic() ? Math.clamp(end, first, length) : length;
    Object copy = Array.newInstance(kind.getComponentType(), last - first);
    System.arraycopy(memory, first, copy, 0, last - first);
    return of(copy, offset - first, count, type);
  }

  private static Buffer copied(MemorySegment original, int offset, int count, ElementType type) {
    MemorySegment all = type.lowest(count) < 0 ? around(original) : original;
    MemorySegment copy = MemorySegment.ofArray(all.toArray(ValueLayout.JAVA_BYTE));
    long start = all.equals(original) ? 0 : original.address();
    return ofSegment(copy.asSlice(start), offset, count, type);
  }

  /** A basic type without a gap over its own array keeps the short way of arrays. */
  private static Buffer ofArray(Object array, int offset, int count, ElementType type) {
    Base base = type.base();
    if (array.getClass() != base.array() && !base.fits(array.getClass())) {
      if (count == 0 && array.getClass().isArray()) {
        return Buffer.EMPTY;
      }
      throw new Failure(
          ErrorClass.BUFFER,
          "the buffer is of class %s; the datatype wants %s"
              .formatted(array.getClass().getSimpleName(), base.array().getSimpleName()));
    }
    boolean isShort = type.isBasic() && type.datatype().size() == type.datatype().extent();
    int span = isShort ? count * type.extent() : 0;
    return switch (array) {
      case int[] ints when isShort -> as(Buffer.of(ints, offset, span), type);
      case double[] doubles when isShort -> as(Buffer.of(doubles, offset, span), type);
      case byte[] bytes when isShort -> as(Buffer.of(bytes, offset, span), type);
      case long[] longs when isShort -> as(Buffer.of(longs, offset, span), type);
      case float[] floats when isShort -> as(Buffer.of(floats, offset, span), type);
      case char[] chars when isShort -> as(Buffer.of(chars, offset, span), type);
      case short[] shorts when isShort -> as(Buffer.of(shorts, offset, span), type);
      case boolean[] booleans when isShort -> Buffer.of(booleans, offset, span);
      case boolean[] booleans -> Buffer.of(booleans, offset, type.datatype(), count);
      default -> ofSegment(segment(array), offset, count, type);
    };
  }

  private static Buffer as(Buffer buffer, ElementType type) {
    Datatype wanted = type.datatype();
    return buffer.type() == wanted ? buffer : buffer.as(wanted);
  }

  /**
   * All of an array.
   *
   * @param array of any primitives but booleans
   * @return a view of it
   * @throws Failure of {@link ErrorClass#BUFFER} if it is something else
   */
  public static MemorySegment segment(Object array) {
    return switch (array) {
      case byte[] bytes -> MemorySegment.ofArray(bytes);
      case char[] chars -> MemorySegment.ofArray(chars);
      case short[] shorts -> MemorySegment.ofArray(shorts);
      case int[] ints -> MemorySegment.ofArray(ints);
      case long[] longs -> MemorySegment.ofArray(longs);
      case float[] floats -> MemorySegment.ofArray(floats);
      case double[] doubles -> MemorySegment.ofArray(doubles);
      default ->
          throw new Failure(
              ErrorClass.BUFFER,
              "a buffer can't be a %s; pass an array of primitives or a buffer of java.nio"
                  .formatted(array.getClass().getName()));
    };
  }

  private static Buffer ofBuffer(java.nio.Buffer buffer, int offset, int count, ElementType type) {
    return ofSegment(MemorySegment.ofBuffer(whole(buffer)), offset, count, type);
  }

  /** The array that a segment is a part of; the segment itself if it has none. */
  private static MemorySegment around(MemorySegment part) {
    return part.heapBase().map(ProgramMemory::segment).orElse(part);
  }

  /** All of it: a segment of a buffer goes from position to limit. */
  private static java.nio.Buffer whole(java.nio.Buffer buffer) {
    return switch (buffer) {
      case ByteBuffer bytes -> bytes.duplicate().clear();
      case CharBuffer chars -> chars.duplicate().clear();
      case ShortBuffer shorts -> shorts.duplicate().clear();
      case IntBuffer ints -> ints.duplicate().clear();
      case LongBuffer longs -> longs.duplicate().clear();
      case FloatBuffer floats -> floats.duplicate().clear();
      case DoubleBuffer doubles -> doubles.duplicate().clear();
      default -> throw new AssertionError(buffer.getClass());
    };
  }

  /** A type that reaches below its address may use what a slice of an array has before it. */
  private static Buffer ofSegment(MemorySegment segment, int offset, int count, ElementType type) {
    long start = (long) offset * type.base().bytes();
    if (type.lowest(count) >= 0) {
      return Buffer.of(start == 0 ? segment : segment.asSlice(start), type.datatype(), count);
    }
    MemorySegment all = around(segment);
    long address = all.equals(segment) ? start : start + segment.address();
    return Buffer.of(all, address, type.datatype(), count);
  }
}
