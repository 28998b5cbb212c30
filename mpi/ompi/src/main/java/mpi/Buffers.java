package mpi;

import io.starling.collectives.Counts;
import io.starling.mpi.Arguments;
import io.starling.mpi.ElementType;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.mpi.ProgramMemory;
import io.starling.runtime.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The buffers of a call, from what the program passes. */
final class Buffers {

  private Buffers() {}

  /** Throws outside Init and Finalize, and for a buffer on the heap. */
  static void requireDirect(java.nio.Buffer buffer) throws MPIException {
    Calls.check();
    NioBuffers.requireDirect(buffer);
  }

  /** The same for both buffers of a call. */
  static void requireDirect(java.nio.Buffer send, java.nio.Buffer receive) throws MPIException {
    Calls.check();
    if (!send.isDirect()) {
      throw new NotDirectException("send buffer");
    }
    if (!receive.isDirect()) {
      throw new NotDirectException("receive buffer");
    }
  }

  static Buffer of(Object memory, int count, Datatype type) {
    return ProgramMemory.of(memory, 0, count, type.committed());
  }

  /** A block of so many elements for each of some ranks. */
  static Buffer blocks(Object memory, int count, int ranks, Datatype type) {
    return ProgramMemory.of(memory, 0, total(count, ranks), type.committed());
  }

  private static int total(int count, int ranks) {
    Arguments.count(count);
    long total = (long) count * ranks;
    if (total > Integer.MAX_VALUE) {
      throw new Failure(
          ErrorClass.COUNT,
          "%d elements for each of %d ranks are more than a buffer can have"
              .formatted(count, ranks));
    }
    return (int) total;
  }

  /** The blocks of a call that ends in v: entries beyond the ranks don't count. */
  static Counts counts(int[] counts, int[] displacements, int ranks) {
    int[] lengths = lengths(counts, ranks);
    int[] places = first(displacements, ranks);
    for (int i = 0; i < ranks; i++) {
      if (lengths[i] == 0) {
        places[i] = 0;
      }
    }
    return Counts.of(lengths, places);
  }

  /** The first entries of an array that may be longer. */
  static int[] first(int[] entries, int count) {
    if (entries.length < count) {
      throw new Failure(
          ErrorClass.ARG,
          "an array has %d entries; the call needs %d".formatted(entries.length, count));
    }
    return Arrays.copyOf(entries, count);
  }

  /** The lengths of blocks, one for each rank. */
  static int[] lengths(int[] counts, int ranks) {
    if (counts.length < ranks) {
      throw new Failure(
          ErrorClass.COUNT, "there are %d counts for %d ranks".formatted(counts.length, ranks));
    }
    int[] lengths = Arrays.copyOf(counts, ranks);
    for (int length : lengths) {
      if (length < 0) {
        throw new Failure(ErrorClass.COUNT, "a count is %d; it is 0 or more".formatted(length));
      }
    }
    return lengths;
  }

  /** From the first element to the end of the last block. */
  static Buffer spanning(Object memory, Counts counts, Datatype type) {
    return ProgramMemory.of(memory, 0, span(counts), type.committed());
  }

  private static int span(Counts counts) {
    long end = 0;
    for (int i = 0; i < counts.size(); i++) {
      end = Math.max(end, counts.count(i) == 0 ? 0 : counts.displacement(i) + counts.count(i));
    }
    if (end > Integer.MAX_VALUE) {
      throw new Failure(ErrorClass.COUNT, "the blocks end at element %d".formatted(end));
    }
    return (int) end;
  }

  /** What is sent, apart from what is received into: as if arrays were copied. */
  static Buffer apart(Object send, int count, int ranks, Datatype type, Object receive) {
    return isSame(send, receive)
        ? ProgramMemory.snapshot(send, 0, total(count, ranks), type.committed())
        : blocks(send, count, ranks, type);
  }

  /** The same for the blocks of a call that ends in v. */
  static Buffer apart(Object send, Counts counts, Datatype type, Object receive) {
    return isSame(send, receive)
        ? ProgramMemory.snapshot(send, 0, span(counts), type.committed())
        : spanning(send, counts, type);
  }

  /** Whether both are one array, or one buffer, or heap buffers of one array. */
  private static boolean isSame(Object send, Object receive) {
    return send != null && array(send) == array(receive);
  }

  private static Object array(Object memory) {
    return memory instanceof java.nio.Buffer buffer && !buffer.isDirect() && buffer.hasArray()
        ? buffer.array()
        : memory;
  }

  /** All of a direct buffer as bytes. */
  static Buffer bytes(java.nio.Buffer memory) {
    return Buffer.of(
        MemorySegment.ofBuffer(memory.duplicate().clear()), io.starling.runtime.Datatype.INT8);
  }

  /** For pack and unpack, which take an array of any type. */
  static Buffer ofAny(Object memory, int count, Datatype type) {
    ElementType elements = type.committed();
    boolean isOfItsType =
        memory == null
            || memory instanceof java.nio.Buffer
            || memory instanceof boolean[]
            || memory.getClass() == elements.base().array();
    if (isOfItsType || count == 0) {
      return ProgramMemory.of(memory, 0, count, elements);
    }
    Arguments.count(count);
    try {
      return Buffer.of(ProgramMemory.segment(memory), elements.datatype(), count);
    } catch (IllegalArgumentException e) {
      throw new Failure(ErrorClass.BUFFER, e.getMessage(), e);
    }
  }
}
