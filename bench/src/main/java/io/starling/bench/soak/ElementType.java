package io.starling.bench.soak;

import io.starling.runtime.Datatype;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A datatype, and what the model knows of it: where the bytes of an element lie, computed apart
 * from Starling's own type maps.
 *
 * @param datatype what Starling gets
 * @param text for people
 * @param offsets where each byte of data lies, from where the element begins, in the order in which
 *     they travel
 * @param extent from one element to the next
 * @param flat the same basic elements in the same order, without gaps
 */
record ElementType(Datatype datatype, String text, int[] offsets, int extent, Datatype flat) {

  static ElementType of(BasicDatatype basic) {
    int size = (int) basic.size();
    int[] offsets = new int[size];
    Arrays.setAll(offsets, i -> i);
    return new ElementType(basic, basic.toString(), offsets, size, basic);
  }

  /** What the other side of a message may have: the same elements without gaps. */
  ElementType flattened() {
    int[] plain = IntStream.range(0, size()).toArray();
    return new ElementType(flat, "flat " + text, plain, size(), flat);
  }

  /** The bytes of an element that travel. */
  int size() {
    return offsets.length;
  }

  /** Whether elements travel as they lie. */
  boolean isPlain() {
    return extent == offsets.length && IntStream.range(0, extent).allMatch(i -> offsets[i] == i);
  }

  /** How many pieces an element has between its gaps. */
  int pieces() {
    return 1
        + (int) IntStream.range(1, size()).filter(i -> offsets[i] != offsets[i - 1] + 1).count();
  }

  /** The bytes that so many elements reach over. */
  int span(int count) {
    int end = 0;
    for (int offset : offsets) {
      end = Math.max(end, offset + 1);
    }
    return count == 0 ? 0 : (count - 1) * extent + end;
  }

  /** Any type: every third time one with gaps. */
  static ElementType draw(SeededRandom draw) {
    ElementType basic = of(draw.pick(List.of(BasicDatatype.values())));
    return draw.percent(67) ? basic : derived(basic, draw);
  }

  /** A type with gaps, of this one. */
  static ElementType derived(ElementType inner, SeededRandom draw) {
    return switch (draw.below(6)) {
      case 0 -> vector(inner, draw);
      case 1 -> indexed(inner, draw);
      case 2 -> struct(inner, draw);
      case 3 -> box(inner, draw);
      case 4 -> resized(inner, draw.between(0, 2) * 8);
      default -> derived(resized(inner, draw.between(0, 9)), draw);
    };
  }

  private static ElementType vector(ElementType inner, SeededRandom draw) {
    int blocks = draw.between(1, 4);
    int length = draw.between(1, 3);
    int stride = length + draw.between(0, 2);
    List<Integer> starts = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      for (int i = 0; i < length; i++) {
        starts.add((block * stride + i) * inner.extent);
      }
    }
    return new ElementType(
        Datatype.vector(blocks, length, stride, inner.datatype),
        "vector(%d, %d, %d, %s)".formatted(blocks, length, stride, inner.text),
        inner.repeated(starts),
        ((blocks - 1) * stride + length) * inner.extent,
        Datatype.contiguous(starts.size(), inner.flat));
  }

  private static ElementType indexed(ElementType inner, SeededRandom draw) {
    long[] lengths = new long[draw.between(1, 4)];
    long[] displacements = new long[lengths.length];
    List<Integer> starts = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < lengths.length; i++) {
      displacements[i] = at;
      lengths[i] = draw.between(1, 3);
      for (int j = 0; j < lengths[i]; j++) {
        starts.add((at + j) * inner.extent);
      }
      at += (int) lengths[i] + draw.between(0, 2);
    }
    int last = lengths.length - 1;
    return new ElementType(
        Datatype.indexed(lengths, displacements, inner.datatype),
        "indexed(%s, %s, %s)"
            .formatted(Arrays.toString(lengths), Arrays.toString(displacements), inner.text),
        inner.repeated(starts),
        (int) (displacements[last] + lengths[last]) * inner.extent,
        Datatype.contiguous(starts.size(), inner.flat));
  }

  /** An int, a gap, and one or two of the others; the second field may lie before the first. */
  private static ElementType struct(ElementType inner, SeededRandom draw) {
    int count = draw.between(1, 2);
    int gap = draw.between(0, 5);
    boolean swapped = draw.percent(50);
    int others = swapped ? 0 : Integer.BYTES + gap;
    int integer = swapped ? count * inner.extent + gap : 0;
    int[] first = {integer, integer + 1, integer + 2, integer + 3};
    int[] rest =
        inner.repeated(count == 1 ? List.of(others) : List.of(others, others + inner.extent));
    int[] offsets = Arrays.copyOf(first, first.length + rest.length);
    System.arraycopy(rest, 0, offsets, first.length, rest.length);
    return new ElementType(
        Datatype.struct(
            new Datatype.Field(integer, Datatype.INT32),
            new Datatype.Field(others, count, inner.datatype)),
        "struct(INT32 at %d, %d x %s at %d)".formatted(integer, count, inner.text, others),
        offsets,
        Integer.BYTES + gap + count * inner.extent,
        Datatype.struct(
            new Datatype.Field(0, Datatype.INT32),
            new Datatype.Field(Integer.BYTES, count, inner.flat)));
  }

  private static ElementType box(ElementType inner, SeededRandom draw) {
    int rows = draw.between(1, 4);
    int columns = draw.between(1, 4);
    int height = draw.between(1, rows);
    int width = draw.between(1, columns);
    int top = draw.between(0, rows - height);
    int left = draw.between(0, columns - width);
    List<Integer> starts = new ArrayList<>();
    for (int row = top; row < top + height; row++) {
      for (int column = left; column < left + width; column++) {
        starts.add((row * columns + column) * inner.extent);
      }
    }
    return new ElementType(
        Datatype.subarray(
            new long[] {rows, columns},
            new long[] {height, width},
            new long[] {top, left},
            inner.datatype),
        "subarray(%dx%d of %dx%d at %d,%d, %s)"
            .formatted(height, width, rows, columns, top, left, inner.text),
        inner.repeated(starts),
        rows * columns * inner.extent,
        Datatype.contiguous(starts.size(), inner.flat));
  }

  private static ElementType resized(ElementType inner, int more) {
    int extent = inner.extent + more;
    return new ElementType(
        Datatype.resized(0, extent, inner.datatype),
        "resized(%d, %s)".formatted(extent, inner.text),
        inner.offsets,
        extent,
        inner.flat);
  }

  private int[] repeated(List<Integer> starts) {
    return starts.stream()
        .flatMapToInt(start -> Arrays.stream(offsets).map(offset -> start + offset))
        .toArray();
  }
}
