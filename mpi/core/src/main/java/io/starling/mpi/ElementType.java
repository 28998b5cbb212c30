package io.starling.mpi;

import io.starling.runtime.Datatype;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A datatype of a dialect: elements of a {@link Base} in an array or a buffer. Sizes, bounds and
 * strides "in elements" count these; those of {@code h} forms count bytes, as in MPI. Immutable.
 *
 * <pre>
 * base INT        0   1   2   3   4   5   6   7   8
 * vector(2,1,3)   x   .   .   x                        size 2, extent 4
 * </pre>
 */
public final class ElementType {

  private final Base base;
  private final Datatype datatype;
  private final int alignment;
  private final Span data;
  private final long size;
  private final long parts;
  private final boolean isBasic;
  private final boolean isDense;

  /** What one element consists of, in the order of a message; empty for a predefined type. */
  private final List<Piece> pieces;

  private final Optional<PredefinedOperator.Locations> locations;

  /** So many elements of a type. */
  private record Piece(long count, ElementType type) {}

  /** The bytes from the first one to after the last one that hold data, if there are any. */
  private record Span(long first, long end) {
    static final Span NONE = new Span(Long.MAX_VALUE, Long.MIN_VALUE);

    /** With so many elements of a type from a displacement on. */
    Span and(long displacement, long count, ElementType type) {
      if (count == 0 || type.data == NONE) {
        return this;
      }
      long last = displacement + (count - 1) * type.datatype.extent();
      return new Span(
          Math.min(first, Math.min(displacement, last) + type.data.first),
          Math.max(end, Math.max(displacement, last) + type.data.end));
    }
  }

  private ElementType(
      Base base,
      Datatype datatype,
      int alignment,
      Span data,
      long size,
      Optional<PredefinedOperator.Locations> locations) {
    this.base = base;
    this.datatype = datatype;
    this.alignment = alignment;
    this.data = data;
    this.size = size;
    this.parts = locations.isPresent() ? 2 : 1;
    this.isBasic = true;
    this.isDense = datatype.size() == datatype.extent();
    this.pieces = List.of();
    this.locations = locations;
  }

  private ElementType(
      Base base, Datatype datatype, int alignment, Span data, boolean isDense, List<Piece> pieces) {
    this.base = base;
    this.datatype = datatype;
    this.alignment = alignment;
    this.data = data;
    this.size = pieces.stream().mapToLong(piece -> piece.count * piece.type.size).sum();
    this.parts = pieces.stream().mapToLong(piece -> piece.count * piece.type.parts).sum();
    this.isBasic = false;
    this.isDense = isDense;
    this.pieces = pieces;
    this.locations = Optional.empty();
  }

  /**
   * A predefined type.
   *
   * @param base the elements of the arrays that have it
   * @param datatype what Starling calls it
   * @param alignment a power of two: where an element may begin in a structure of C
   * @return the type
   */
  public static ElementType basic(Base base, Datatype datatype, int alignment) {
    return new ElementType(
        base, datatype, alignment, new Span(0, datatype.size()), datatype.size(), Optional.empty());
  }

  /**
   * A predefined type of a value and its place, for MAXLOC and MINLOC.
   *
   * @param base the elements of the arrays that have it
   * @param datatype what Starling calls it
   * @param alignment a power of two: where an element may begin in a structure of C
   * @param size bytes of value and place, without padding
   * @param span bytes from the beginning of the value to the end of the place
   * @param locations the operators
   * @return the type
   */
  public static ElementType pair(
      Base base,
      Datatype datatype,
      int alignment,
      long size,
      long span,
      PredefinedOperator.Locations locations) {
    return new ElementType(
        base, datatype, alignment, new Span(0, span), size, Optional.of(locations));
  }

  private ElementType derived(Datatype type, Span span, long count) {
    return derived(type, span, count, false);
  }

  private ElementType derived(Datatype type, Span span, long count, boolean isWithoutGaps) {
    return new ElementType(
        base, type, alignment, span, isDense && isWithoutGaps, List.of(new Piece(count, this)));
  }

  private Span blocks(long[] lengths, long[] displacements) {
    Span span = Span.NONE;
    for (int i = 0; i < lengths.length; i++) {
      span = span.and(displacements[i], lengths[i], this);
    }
    return span;
  }

  private Span strided(long count, long blockLength, long stride) {
    return count == 0
        ? Span.NONE
        : Span.NONE.and(0, blockLength, this).and((count - 1) * stride, blockLength, this);
  }

  /**
   * Elements one after the other (MPI_Type_contiguous).
   *
   * @param count how many
   * @return the new type
   * @throws Failure of {@link ErrorClass#COUNT} if the count is negative
   */
  public ElementType contiguous(int count) {
    return derived(
        Datatype.contiguous(counted(count), datatype), Span.NONE.and(0, count, this), count, true);
  }

  /**
   * Blocks at equal distances (MPI_Type_vector).
   *
   * @param count the number of blocks
   * @param blockLength the number of elements of this type in each
   * @param stride from one block to the next, in extents of this type
   * @return the new type
   * @throws Failure if the count or the length is negative
   */
  public ElementType vector(int count, int blockLength, int stride) {
    return derived(
        Datatype.vector(counted(count), length(blockLength), stride, datatype),
        strided(count, blockLength, stride * datatype.extent()),
        (long) count * blockLength,
        stride == blockLength);
  }

  /**
   * The same with a stride in bytes (MPI_Type_create_hvector).
   *
   * @param count the number of blocks
   * @param blockLength the number of elements of this type in each
   * @param stride from one block to the next, in bytes
   * @return the new type
   * @throws Failure if the count or the length is negative
   */
  public ElementType hvector(int count, int blockLength, long stride) {
    return derived(
        Datatype.hvector(counted(count), length(blockLength), stride, datatype),
        strided(count, blockLength, stride),
        (long) count * blockLength);
  }

  /**
   * Blocks anywhere (MPI_Type_indexed).
   *
   * @param blockLengths the number of elements of this type in each block
   * @param displacements where each begins, in extents of this type
   * @return the new type
   * @throws Failure if a length is negative, or there is not one displacement for each
   */
  public ElementType indexed(int[] blockLengths, int... displacements) {
    long[] lengths = lengths(blockLengths);
    long[] places = displacements(blockLengths, displacements);
    long[] bytes = Arrays.stream(places).map(place -> place * datatype.extent()).toArray();
    return derived(
        Datatype.indexed(lengths, places, datatype),
        blocks(lengths, bytes),
        Arrays.stream(lengths).sum());
  }

  /**
   * The same with displacements in bytes (MPI_Type_create_hindexed).
   *
   * @param blockLengths the number of elements of this type in each block
   * @param displacements where each begins, in bytes
   * @return the new type
   * @throws Failure if a length is negative, or there is not one displacement for each
   */
  public ElementType hindexed(int[] blockLengths, int... displacements) {
    long[] lengths = lengths(blockLengths);
    long[] places = displacements(blockLengths, displacements);
    return derived(
        Datatype.hindexed(lengths, places, datatype),
        blocks(lengths, places),
        Arrays.stream(lengths).sum());
  }

  /**
   * Elements of different types (MPI_Type_create_struct). As in C, the extent is a multiple of the
   * strictest alignment.
   *
   * @param base of the arrays that have it
   * @param blockLengths the number of elements in each block
   * @param displacements where each begins, in bytes
   * @param types of the elements in each
   * @return the new type
   * @throws Failure if a length is negative, or there is not one of each
   */
  public static ElementType struct(
      Base base, int[] blockLengths, int[] displacements, ElementType... types) {
    lengths(blockLengths);
    displacements(blockLengths, displacements);
    if (types.length != blockLengths.length) {
      throw new Failure(
          ErrorClass.ARG,
          "%d types for %d block lengths".formatted(types.length, blockLengths.length));
    }
    Datatype.Field[] fields = new Datatype.Field[types.length];
    int alignment = 1;
    Span span = Span.NONE;
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      fields[i] = new Datatype.Field(displacements[i], blockLengths[i], types[i].datatype);
      alignment = Math.max(alignment, types[i].alignment);
      span = span.and(displacements[i], blockLengths[i], types[i]);
      pieces.add(new Piece(blockLengths[i], types[i]));
    }
    Datatype packed = Datatype.struct(fields);
    long extent = Math.ceilDiv(packed.extent(), alignment) * alignment;
    Datatype padded =
        extent == packed.extent() ? packed : Datatype.resized(packed.lowerBound(), extent, packed);
    return new ElementType(base, padded, alignment, span, false, List.copyOf(pieces));
  }

  /**
   * The same elements with other bounds (MPI_Type_create_resized).
   *
   * @param lowerBound in bytes
   * @param extent in bytes
   * @return the new type
   */
  public ElementType resized(long lowerBound, long extent) {
    return derived(Datatype.resized(lowerBound, extent, datatype), data, 1);
  }

  private static int counted(int count) {
    if (count < 0) {
      throw new Failure(ErrorClass.COUNT, "the count is %d; it is 0 or more".formatted(count));
    }
    return count;
  }

  private static int length(int blockLength) {
    if (blockLength < 0) {
      throw new Failure(
          ErrorClass.ARG, "a block length is %d; it is 0 or more".formatted(blockLength));
    }
    return blockLength;
  }

  private static long[] lengths(int... blockLengths) {
    return Arrays.stream(blockLengths).mapToLong(ElementType::length).toArray();
  }

  private static long[] displacements(int[] blockLengths, int... displacements) {
    if (blockLengths.length != displacements.length) {
      throw new Failure(
          ErrorClass.ARG,
          "%d displacements for %d block lengths"
              .formatted(displacements.length, blockLengths.length));
    }
    return Arrays.stream(displacements).asLongStream().toArray();
  }

  /**
   * What Starling calls it.
   *
   * @return the datatype of each element
   */
  public Datatype datatype() {
    return datatype;
  }

  /**
   * The elements of arrays that have it.
   *
   * @return never null
   */
  public Base base() {
    return base;
  }

  /**
   * Whether it is predefined: reductions by MPI's operators are defined on such types alone.
   *
   * @return false for a derived type
   */
  public boolean isBasic() {
    return isBasic;
  }

  /**
   * The data of one element without gaps (MPI_Type_size).
   *
   * @return in elements of the base
   */
  public int size() {
    return elements(size);
  }

  /**
   * The elements of predefined types in one of this type (MPI_Get_elements); a pair has two.
   *
   * @return 0 or more
   */
  public long parts() {
    return parts;
  }

  /**
   * The elements of predefined types in the first bytes of a message (MPI_Get_elements).
   *
   * @param bytes the length of the message, of any number of elements of this type
   * @return the number, or -1 if the last one is not whole
   */
  public long partsOf(long bytes) {
    long packed = datatype.size();
    long whole = packed == 0 ? 0 : bytes / packed;
    long rest = bytes - whole * packed;
    long found = whole * parts;
    if (rest == 0 || locations.isPresent()) {
      return rest == 0 ? found : found + 1;
    }
    for (Piece piece : pieces) {
      long length = Math.min(rest, piece.count * piece.type.datatype.size());
      long inside = piece.type.partsOf(length);
      if (inside < 0) {
        return -1;
      }
      found += inside;
      rest -= length;
    }
    return rest == 0 && !pieces.isEmpty() ? found : -1;
  }

  /**
   * Whether elements one after the other have no gaps, and are in their order in memory.
   *
   * @return false also for some types of which that is true
   */
  public boolean isDense() {
    return isDense;
  }

  /**
   * From one element to the next (MPI_Type_get_extent).
   *
   * @return in elements of the base
   */
  public int extent() {
    return elements(datatype.extent());
  }

  /**
   * Where an element begins, seen from its address.
   *
   * @return in elements of the base
   */
  public int lowerBound() {
    return elements(datatype.lowerBound());
  }

  /**
   * Where the data of an element begins, whatever its bounds were set to.
   *
   * @return in elements of the base
   */
  public int trueLowerBound() {
    return data == Span.NONE ? 0 : elements(data.first);
  }

  /**
   * From the first element of the base that holds data to after the last one.
   *
   * @return in elements of the base
   */
  public int trueExtent() {
    return data == Span.NONE ? 0 : elements(data.end - data.first);
  }

  /**
   * The operators that find a value and its place.
   *
   * @return empty where the type is no pair
   */
  public Optional<PredefinedOperator.Locations> locations() {
    return locations;
  }

  private int elements(long bytes) {
    return Math.toIntExact(bytes / base.bytes());
  }
}
