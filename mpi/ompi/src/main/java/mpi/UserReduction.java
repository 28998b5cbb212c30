package mpi;

import io.starling.mpi.Base;
import io.starling.mpi.ElementType;
import io.starling.runtime.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Calls a function of the program for Starling, which passes elements without gaps, on the heap:
 * the function gets them in direct buffers, where the datatype has them.
 *
 * <pre>
 * left  ──unpack──> in    ─┐
 * right ──unpack──> inOut ─┴─ function ─> inOut ──pack──> into
 * </pre>
 */
final class UserReduction implements io.starling.runtime.UserFunction {

  private final UserFunction function;
  private final Datatype type;
  private final ElementType elements;
  private final long extent;
  private final long end;
  private final boolean hasGaps;

  /** The last call's buffers; empty while a call has them. */
  private final AtomicReference<Scratch> scratch = new AtomicReference<>();

  private record Scratch(MemorySegment in, MemorySegment inOut) {
    static Scratch of(long bytes) {
      return new Scratch(direct(bytes), direct(bytes));
    }

    private static MemorySegment direct(long bytes) {
      return MemorySegment.ofBuffer(ByteBuffer.allocateDirect(Math.toIntExact(bytes)));
    }
  }

  UserReduction(UserFunction function, Datatype type, ElementType elements) {
    this.function = function;
    this.type = type;
    this.elements = elements;
    extent = elements.datatype().extent();
    long bytes = elements.base().bytes();
    end = (elements.trueLowerBound() + (long) elements.trueExtent()) * bytes;
    hasGaps = elements.datatype().size() != extent || elements.lowerBound() != 0;
  }

  @Override
  public void apply(
      MemorySegment left,
      MemorySegment right,
      MemorySegment into,
      long count,
      io.starling.runtime.Datatype packed) {
    long bytes = Math.max(count * extent, (count - 1) * extent + end);
    Scratch kept = scratch.getAndSet(null);
    Scratch buffers = kept == null || kept.in.byteSize() < bytes ? Scratch.of(bytes) : kept;
    MemorySegment in = buffers.in.asSlice(0, bytes);
    MemorySegment inOut = buffers.inOut.asSlice(0, bytes);
    spread(left, in, count);
    spread(right, inOut, count);
    try {
      call(in, inOut, (int) count);
    } catch (Exception | Error e) { // Whatever the function throws comes out of the program's call.
      throw new FunctionFailure(e);
    }
    gather(inOut, into, count);
    scratch.set(buffers);
  }

  private void spread(MemorySegment packed, MemorySegment into, long count) {
    if (hasGaps) {
      Buffer.of(into, elements.datatype(), count).unpack(packed);
    } else {
      copy(packed, into, count * extent);
    }
  }

  private void gather(MemorySegment from, MemorySegment packed, long count) {
    if (hasGaps) {
      Buffer.of(from, elements.datatype(), count).pack(packed);
    } else {
      copy(from, packed, count * extent);
    }
  }

  /** With layouts, as the JDK's copy without them is not safe for few bytes: decision 72. */
  private static void copy(MemorySegment from, MemorySegment to, long bytes) {
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, 0, to, ValueLayout.JAVA_BYTE, 0, bytes);
  }

  private void call(MemorySegment in, MemorySegment inOut, int count) throws MPIException {
    if (elements.base() == Base.BOOLEAN) {
      boolean[] result = booleans(inOut);
      function.call(booleans(in), result, count, type);
      for (int i = 0; i < result.length; i++) {
        inOut.set(ValueLayout.JAVA_BOOLEAN, i, result[i]);
      }
    } else {
      function.call(buffer(in), buffer(inOut), count, type);
    }
  }

  private static ByteBuffer buffer(MemorySegment segment) {
    return segment.asByteBuffer().order(ByteOrder.nativeOrder());
  }

  private static boolean[] booleans(MemorySegment segment) {
    boolean[] values = new boolean[Math.toIntExact(segment.byteSize())];
    for (int i = 0; i < values.length; i++) {
      values[i] = segment.get(ValueLayout.JAVA_BYTE, i) != 0;
    }
    return values;
  }
}
