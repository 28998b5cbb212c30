package mpi;

import io.starling.mpi.Base;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.UserFunction;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A program's function on arrays, as Starling calls it on memory. */
record Folding(User_function function, mpi.Datatype type, Layout layout) implements UserFunction {

  @Override
  public void apply(
      MemorySegment left, MemorySegment right, MemorySegment into, long count, Datatype unused) {
    int elements = Math.toIntExact(count);
    int offset = -layout.shift();
    Object operand = array(elements);
    Object result = array(elements);
    fill(operand, left, offset, elements);
    fill(result, right, offset, elements);
    function.Call(operand, offset, result, offset, elements, type);
    if (layout.basic().base() == Base.BOOLEAN) {
      boolean[] booleans = (boolean[]) result;
      for (int i = 0; i < booleans.length; i++) {
        into.set(ValueLayout.JAVA_BYTE, i, (byte) (booleans[i] ? 1 : 0));
      }
    } else {
      view(result, offset, elements).pack(into);
    }
  }

  private Object array(int elements) {
    int first = Math.max(0, layout.element().trueLowerBound());
    int span = layout.element().trueExtent();
    int length =
        Math.multiplyExact(Math.max(0, elements - 1), layout.extent())
            + Math.max(span + first, layout.extent())
            - layout.shift();
    return Region.array(length, layout);
  }

  private void fill(Object array, MemorySegment from, int offset, int elements) {
    if (array instanceof boolean[] booleans) {
      for (int i = 0; i < booleans.length; i++) {
        booleans[i] = from.get(ValueLayout.JAVA_BYTE, i) != 0;
      }
    } else {
      view(array, offset, elements).unpack(from);
    }
  }

  private Buffer view(Object array, int offset, int elements) {
    return Region.view(array, offset, elements, layout);
  }
}
