package mpi;

import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.mpi.ProgramMemory;
import io.starling.runtime.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;

/** Elements of an array of primitives, as calls of Starling take and give them. */
final class Region {

  private Region() {}

  /** The elements to send, in place if they are a row. */
  static Buffer outgoing(Object array, int offset, int count, Layout layout) {
    if (layout.isRow()) {
      int length = length(count, layout);
      requireKind(array, count, length, layout);
      return ProgramMemory.of(array, offset, length, layout.basic());
    }
    return ofAll(packed(array, offset, count, layout), layout);
  }

  /** A copy of the elements to send. */
  static Buffer snapshot(Object array, int offset, int count, Layout layout) {
    if (layout.isRow()) {
      int length = length(count, layout);
      requireKind(array, count, length, layout);
      return ProgramMemory.snapshot(array, offset, length, layout.basic());
    }
    return ofAll(packed(array, offset, count, layout), layout);
  }

  /** The elements to send; a copy if the call writes into the same array. */
  static Buffer outgoing(Object array, int offset, int count, Layout layout, Object written) {
    return array == written
        ? snapshot(array, offset, count, layout)
        : outgoing(array, offset, count, layout);
  }

  /**
   * How many elements a message may have: as many as asked for, if the array has room. Of elements
   * with gaps, it may be one too many, of which a message has only the beginning.
   */
  static int room(Object array, int offset, int count, Layout layout) {
    long wanted = (long) count * layout.size();
    if (array == null || wanted == 0 || layout.extent() == 0 || !array.getClass().isArray()) {
      return Math.toIntExact(wanted);
    }
    long there = Math.max(0, (long) Array.getLength(array) - offset);
    if (!layout.isRow()) {
      long first = layout.element().trueLowerBound();
      long whole = Math.max(0, (there - first) / layout.extent() + 1);
      there = whole * layout.size();
    }
    return Math.toIntExact(Math.min(wanted, there));
  }

  /** The elements to receive into, for a row. */
  static Buffer incoming(Object array, int offset, int room, Layout layout) {
    int from = room == 0 ? 0 : offset;
    return ProgramMemory.of(array, from, room, layout.basic());
  }

  static Buffer ofAll(Object packed, Layout layout) {
    return ProgramMemory.of(packed, 0, Array.getLength(packed), layout.basic());
  }

  static Object array(int length, Layout layout) {
    return Array.newInstance(layout.basic().base().array().getComponentType(), length);
  }

  static int length(int count, Layout layout) {
    if (layout.kind() != Layout.Kind.PRIMITIVE && layout.size() > 0) {
      throw new Failure(ErrorClass.TYPE, "this datatype has no elements that can be sent");
    }
    return layout.size() == 1 ? count : Math.multiplyExact(count, layout.size());
  }

  /** The elements one after the other, in an array of their own. */
  static Object packed(Object array, int offset, int count, Layout layout) {
    int length = length(count, layout);
    Object packed = array(length, layout);
    if (length > 0) {
      Buffer elements = view(array, offset, count, layout);
      if (packed instanceof boolean[] booleans) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[length]);
        elements.pack(bytes);
        Buffer.of(booleans).unpack(bytes);
      } else {
        elements.pack(ProgramMemory.segment(packed));
      }
    }
    return packed;
  }

  /** Brings packed elements to their places; of the last element of a type, perhaps a part. */
  static void unpack(
      Object packed, int from, int length, Object array, int offset, int count, Layout layout) {
    if (length == 0) {
      return;
    }
    if (layout.isRow()) {
      requireSame(packed, array);
      System.arraycopy(packed, from, array, offset, length);
      return;
    }
    int whole = Math.min(count, length / layout.size());
    store(packed, from, array, offset, whole, layout);
    int rest = length - whole * layout.size();
    if (rest > 0) {
      int place = offset + whole * layout.extent();
      Object last = packed(array, place, 1, layout);
      System.arraycopy(packed, from + whole * layout.size(), last, 0, rest);
      store(last, 0, array, place, 1, layout);
    }
  }

  private static void store(
      Object packed, int from, Object array, int offset, int count, Layout layout) {
    if (count == 0) {
      return;
    }
    Buffer elements = view(array, offset, count, layout);
    if (packed instanceof boolean[] booleans) {
      int length = count * layout.size();
      MemorySegment bytes = MemorySegment.ofArray(new byte[length]);
      Buffer.of(booleans, from, length).pack(bytes);
      elements.unpack(bytes);
    } else {
      long start = (long) from * layout.basic().base().bytes();
      elements.unpack(ProgramMemory.segment(packed).asSlice(start));
    }
  }

  private static void requireSame(Object packed, Object array) {
    requireClass(packed.getClass(), array);
  }

  /** No later call looks at the array of a type without data. */
  private static void requireKind(Object array, int count, int length, Layout layout) {
    if (length == 0 && count > 0) {
      requireClass(layout.basic().base().array(), array);
    }
  }

  private static void requireClass(Class<?> wanted, Object array) {
    if (array == null || array.getClass() != wanted) {
      throw new Failure(
          ErrorClass.BUFFER,
          "the buffer is %s; the datatype wants a %s"
              .formatted(
                  array == null ? "null" : "a " + array.getClass().getSimpleName(),
                  wanted.getSimpleName()));
    }
  }

  /** Elements with gaps, in place; the first one may begin before the address. */
  static Buffer view(Object array, int offset, int count, Layout layout) {
    return ProgramMemory.of(array, offset, count, layout.element());
  }

  /** A copy of elements with gaps. */
  static Buffer copyOfView(Object array, int offset, int count, Layout layout) {
    return ProgramMemory.snapshot(array, offset, count, layout.element());
  }
}
