package io.starling.runtime.datatype;

import io.starling.runtime.Datatype;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;

/** Types of all constructors, nested up to three deep, with what MPI says they are. */
public final class AnyType implements ArbitrarySupplier<ModelType> {

  private static final int DEPTH = 3;

  @Override
  public Arbitrary<ModelType> get() {
    return nested(DEPTH);
  }

  private static Arbitrary<ModelType> nested(int depth) {
    Arbitrary<ModelType> basic =
        Arbitraries.of(
                BasicDatatype.INT8,
                BasicDatatype.INT16,
                BasicDatatype.INT32,
                BasicDatatype.FLOAT64,
                BasicDatatype.INT64_INDEX)
            .map(ModelType::of);
    if (depth == 0) {
      return basic;
    }
    Arbitrary<ModelType> inner = nested(depth - 1);
    return Arbitraries.oneOf(
        basic,
        inner.flatMap(AnyType::contiguous),
        inner.flatMap(AnyType::vector),
        inner.flatMap(AnyType::indexed),
        inner.flatMap(AnyType::subarray),
        inner.flatMap(AnyType::resized),
        inner.list().ofMinSize(0).ofMaxSize(3).flatMap(AnyType::struct));
  }

  private static Arbitrary<ModelType> contiguous(ModelType inner) {
    return Arbitraries.longs()
        .between(0, 4)
        .map(count -> inner.at(Datatype.contiguous(count, inner.type()), inner.row(0, count)));
  }

  private static Arbitrary<ModelType> vector(ModelType inner) {
    return Arbitraries.longs()
        .between(-3, 4)
        .array(long[].class)
        .ofSize(3)
        .map(
            numbers -> {
              long count = Math.abs(numbers[0]);
              long length = Math.abs(numbers[1]);
              long stride = numbers[2];
              boolean inBytes = (count + length) % 2 == 0;
              List<Long> places = new ArrayList<>();
              for (long i = 0; i < count; i++) {
                long start = i * stride * (inBytes ? 5 : inner.extent());
                places.addAll(inner.row(start, length));
              }
              Datatype made =
                  inBytes
                      ? Datatype.hvector(count, length, 5 * stride, inner.type())
                      : Datatype.vector(count, length, stride, inner.type());
              return inner.at(made, places);
            });
  }

  private static Arbitrary<ModelType> indexed(ModelType inner) {
    Arbitrary<long[]> lengths = Arbitraries.longs().between(0, 2).array(long[].class).ofSize(4);
    Arbitrary<long[]> places = Arbitraries.longs().between(-3, 9).array(long[].class).ofSize(4);
    return lengths.flatMap(
        blockLengths ->
            places.map(
                displacements -> {
                  int kind = (int) (blockLengths[0] + blockLengths[1]) % 3;
                  List<Long> all = new ArrayList<>();
                  for (int i = 0; i < displacements.length; i++) {
                    long start = displacements[i] * (kind == 1 ? 1 : inner.extent());
                    all.addAll(inner.row(start, kind == 2 ? 2 : blockLengths[i]));
                  }
                  Datatype type = inner.type();
                  return inner.at(
                      switch (kind) {
                        case 0 -> Datatype.indexed(blockLengths, displacements, type);
                        case 1 -> Datatype.hindexed(blockLengths, displacements, type);
                        default -> Datatype.indexedBlock(2, displacements, type);
                      },
                      all);
                }));
  }

  private static Arbitrary<ModelType> subarray(ModelType inner) {
    return Arbitraries.longs()
        .between(0, 2)
        .array(long[].class)
        .ofSize(6)
        .map(
            numbers -> {
              long[] starts = {numbers[0], numbers[1]};
              long[] subsizes = {numbers[2], numbers[3]};
              long[] sizes = {
                starts[0] + subsizes[0] + numbers[4], starts[1] + subsizes[1] + numbers[5]
              };
              List<Long> places = new ArrayList<>();
              for (long row = starts[0]; row < starts[0] + subsizes[0]; row++) {
                places.addAll(
                    inner.row((row * sizes[1] + starts[1]) * inner.extent(), subsizes[1]));
              }
              Datatype made = Datatype.subarray(sizes, subsizes, starts, inner.type());
              return inner.at(made, places).resized(made, 0, sizes[0] * sizes[1] * inner.extent());
            });
  }

  private static Arbitrary<ModelType> resized(ModelType inner) {
    return Arbitraries.longs()
        .between(-4, 20)
        .array(long[].class)
        .ofSize(2)
        .map(
            numbers ->
                inner.resized(
                    Datatype.resized(numbers[0], Math.abs(numbers[1]), inner.type()),
                    numbers[0],
                    Math.abs(numbers[1])));
  }

  private static Arbitrary<ModelType> struct(List<ModelType> inner) {
    return Arbitraries.longs()
        .between(-9, 40)
        .array(long[].class)
        .ofSize(inner.size())
        .map(
            displacements -> {
              List<Datatype.Field> fields = new ArrayList<>();
              List<Long> bytes = new ArrayList<>();
              long lower = Long.MAX_VALUE;
              long upper = Long.MIN_VALUE;
              for (int i = 0; i < displacements.length; i++) {
                ModelType part = inner.get(i);
                long count = 1L + i % 2;
                fields.add(new Datatype.Field(displacements[i], count, part.type()));
                ModelType placed = part.at(part.type(), part.row(displacements[i], count));
                bytes.addAll(placed.bytes());
                lower = Math.min(lower, placed.lower());
                upper = Math.max(upper, placed.upper());
              }
              Datatype made = Datatype.struct(fields.toArray(new Datatype.Field[0]));
              return fields.isEmpty()
                  ? new ModelType(made, bytes, 0, 0)
                  : new ModelType(made, bytes, lower, upper);
            });
  }
}
