package io.starling.bench.soak;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Bytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * An operator on a type, and what the model knows of it.
 *
 * @param operator what Starling gets
 * @param type the type of the elements
 * @param model {@code left = left op right}, on packed elements
 * @param values what ranks contribute
 * @param significant the bytes at the beginning of an element that the operator defines
 */
record FoldModel(
    ReductionOperator operator,
    ElementType type,
    Model model,
    Contribution values,
    int significant) {

  /** A fold of packed elements. */
  interface Model {
    void fold(byte[] left, byte[] right);
  }

  /** The packed elements of a rank. */
  interface Contribution {
    byte[] of(long key, int from, int to, int count);
  }

  /** Maps x -> a x + b in 32-bit arithmetic: associative, and by no means commutative. */
  static final ReductionOperator COMPOSE =
      ReductionOperator.ofLongs("compose", false, FoldModel::compose);

  /** Any elements: the bytes' sums. */
  static final ReductionOperator BYTE_SUM =
      ReductionOperator.custom(
          "byte-sum",
          true,
          (left, right, into, count, type) -> {
            for (long i = 0; i < count * type.size(); i++) {
              into.set(ValueLayout.JAVA_BYTE, i, (byte) (byteAt(left, i) + byteAt(right, i)));
            }
          });

  /** The operand of the higher rank: associative, and not commutative. */
  static final ReductionOperator LAST =
      ReductionOperator.custom(
          "last",
          false,
          (left, right, into, count, type) -> Bytes.copy(right, 0, into, 0, count * type.size()));

  private static final List<ReductionOperator> OWN = List.of(COMPOSE, BYTE_SUM, LAST);

  /** Any operator on any type that it takes. */
  static FoldModel draw(SeededRandom draw, int ranks) {
    if (draw.percent(35)) {
      return own(draw.pick(OWN), draw);
    }
    BasicDatatype type = draw.pick(List.of(BasicDatatype.values()));
    List<ReductionOperator> fitting =
        ReductionOperator.predefined().stream()
            .filter(operator -> operator.supports(type))
            .filter(operator -> ranks <= Values.MOST_FACTORS || isExact(operator, type))
            .toList();
    return predefined(draw.pick(fitting), type);
  }

  private static boolean isExact(ReductionOperator operator, BasicDatatype type) {
    return type.kind() == BasicDatatype.Kind.INTEGER || !operator.name().equals("prod");
  }

  static FoldModel predefined(ReductionOperator operator, BasicDatatype type) {
    String name = operator.name();
    boolean isPadded = type == BasicDatatype.INT64_INDEX || type == BasicDatatype.FLOAT64_INDEX;
    return new FoldModel(
        operator,
        ElementType.of(type),
        (left, right) -> PredefinedModel.fold(name, type, left, right),
        (key, from, to, count) -> Values.forFold(name, type, key, from, to, count),
        (int) type.size() - (isPadded ? Integer.BYTES : 0));
  }

  /** One of the soak's own operators. */
  static FoldModel own(ReductionOperator operator, SeededRandom draw) {
    ElementType type =
        operator == COMPOSE ? ElementType.of(BasicDatatype.INT64) : ElementType.draw(draw);
    Model model = operator == COMPOSE ? FoldModel::composeAll : bytes(operator == LAST);
    return new FoldModel(
        operator,
        type,
        model,
        (key, from, to, count) -> Values.any(key, from, to, count * type.size()),
        type.size());
  }

  private static Model bytes(boolean last) {
    return (left, right) -> {
      for (int i = 0; i < left.length; i++) {
        left[i] = last ? right[i] : (byte) (left[i] + right[i]);
      }
    };
  }

  private static byte byteAt(MemorySegment segment, long at) {
    return segment.get(ValueLayout.JAVA_BYTE, at);
  }

  static long compose(long outer, long inner) {
    int factor = (int) (outer >>> 32);
    long product = (long) factor * (int) (inner >>> 32);
    long offset = (long) factor * (int) inner + (int) outer;
    return (product << 32) | (offset & 0xFFFFFFFFL);
  }

  private static void composeAll(byte[] left, byte[] right) {
    MemorySegment into = MemorySegment.ofArray(left);
    MemorySegment from = MemorySegment.ofArray(right);
    for (long at = 0; at < left.length; at += Long.BYTES) {
      long outer = into.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      long inner = from.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      into.set(ValueLayout.JAVA_LONG_UNALIGNED, at, compose(outer, inner));
    }
  }

  /** What ranks 0 to {@code last} fold to, one after the other. */
  byte[] folded(long key, int last, int to, int count) {
    byte[] all = values.of(key, 0, to, count);
    for (int rank = 1; rank <= last; rank++) {
      model.fold(all, values.of(key, rank, to, count));
    }
    return all;
  }
}
