package io.starling.runtime.datatype;

import io.starling.runtime.Datatype;
import io.starling.runtime.Datatype.Field;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Checks the arguments of MPI's type constructors, and makes the types. */
public final class Derivations {

  private Derivations() {}

  /** See {@link Datatype#contiguous}. */
  public static Datatype contiguous(long count, Datatype type) {
    String name = "contiguous(%d, %s)".formatted(count, type);
    notNegative(name, "count", count);
    return derive(name, () -> TypeShape.of(type).repeated(count, type.extent()));
  }

  /** See {@link Datatype#vector}. */
  public static Datatype vector(long count, long blockLength, long stride, Datatype type) {
    String name = "vector(%d, %d, %d, %s)".formatted(count, blockLength, stride, type);
    return vector(name, count, blockLength, stride, type.extent(), type);
  }

  /** See {@link Datatype#hvector}. */
  public static Datatype hvector(long count, long blockLength, long strideBytes, Datatype type) {
    String name = "hvector(%d, %d, %d, %s)".formatted(count, blockLength, strideBytes, type);
    return vector(name, count, blockLength, strideBytes, 1, type);
  }

  private static Datatype vector(
      String name, long count, long blockLength, long stride, long unit, Datatype type) {
    notNegative(name, "count", count);
    notNegative(name, "block length", blockLength);
    return derive(
        name, () -> block(type, blockLength).repeated(count, Math.multiplyExact(stride, unit)));
  }

  /** See {@link Datatype#indexed}. */
  public static Datatype indexed(long[] blockLengths, long[] displacements, Datatype type) {
    return indexed("indexed", blockLengths, displacements, type.extent(), type);
  }

  /** See {@link Datatype#hindexed}. */
  public static Datatype hindexed(long[] blockLengths, long[] displacements, Datatype type) {
    return indexed("hindexed", blockLengths, displacements, 1, type);
  }

  /** See {@link Datatype#indexedBlock}. */
  public static Datatype indexedBlock(long blockLength, long[] displacements, Datatype type) {
    long[] blockLengths = new long[displacements.length];
    Arrays.fill(blockLengths, blockLength);
    return indexed("indexedBlock", blockLengths, displacements, type.extent(), type);
  }

  private static Datatype indexed(
      String constructor, long[] blockLengths, long[] displacements, long unit, Datatype type) {
    String name = "%s(%d blocks of %s)".formatted(constructor, blockLengths.length, type);
    if (blockLengths.length != displacements.length) {
      throw refuse(name, displacements.length + " displacements");
    }
    for (int i = 0; i < blockLengths.length; i++) {
      notNegative(name, "block length " + i, blockLengths[i]);
    }
    return derive(
        name,
        () ->
            TypeShape.all(
                IntStream.range(0, blockLengths.length)
                    .mapToObj(
                        i ->
                            block(type, blockLengths[i])
                                .shifted(Math.multiplyExact(displacements[i], unit)))
                    .toList()));
  }

  /** See {@link Datatype#struct}. */
  public static Datatype struct(Field... fields) {
    String name = "struct(%d fields)".formatted(fields.length);
    for (int i = 0; i < fields.length; i++) {
      notNegative(name, "count of field " + i, fields[i].count());
    }
    return derive(
        name,
        () ->
            TypeShape.all(
                Arrays.stream(fields)
                    .map(field -> block(field.type(), field.count()).shifted(field.displacement()))
                    .toList()));
  }

  /** See {@link Datatype#subarray}. */
  public static Datatype subarray(long[] sizes, long[] subsizes, long[] starts, Datatype type) {
    String name =
        "subarray(%s of %s from %s, %s)"
            .formatted(
                Arrays.toString(subsizes), Arrays.toString(sizes), Arrays.toString(starts), type);
    if (sizes.length == 0 || sizes.length != subsizes.length || sizes.length != starts.length) {
      throw refuse(name, "sizes, subsizes and starts must have the same length, at least 1");
    }
    for (int i = 0; i < sizes.length; i++) {
      if (subsizes[i] < 0 || starts[i] < 0 || starts[i] > sizes[i] - subsizes[i]) {
        throw refuse(name, "dimension %d is not inside the array".formatted(i));
      }
    }
    return derive(name, () -> box(sizes, subsizes, starts, type));
  }

  private static TypeShape box(long[] sizes, long[] subsizes, long[] starts, Datatype type) {
    TypeShape shape = TypeShape.of(type);
    long stride = type.extent();
    for (int i = sizes.length - 1; i >= 0; i--) {
      shape = shape.repeated(subsizes[i], stride).shifted(Math.multiplyExact(starts[i], stride));
      stride = Math.multiplyExact(stride, sizes[i]);
    }
    return shape.resized(0, stride);
  }

  /** See {@link Datatype#resized}. */
  public static Datatype resized(long lowerBound, long extent, Datatype type) {
    String name = "resized(%d, %d, %s)".formatted(lowerBound, extent, type);
    return derive(name, () -> TypeShape.of(type).resized(lowerBound, extent));
  }

  private static TypeShape block(Datatype type, long count) {
    return TypeShape.of(type).repeated(count, type.extent());
  }

  private static Datatype derive(String name, Supplier<TypeShape> shape) {
    try {
      return new DerivedDatatype(name, shape.get());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(name + " spans more than 2^63 - 1 bytes", e);
    }
  }

  private static void notNegative(String name, String what, long number) {
    if (number < 0) {
      throw refuse(name, what + " is negative: " + number);
    }
  }

  private static IllegalArgumentException refuse(String name, String reason) {
    return new IllegalArgumentException(name + ": " + reason);
  }
}
