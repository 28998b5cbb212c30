package io.starling.mpi;

import io.starling.runtime.Datatype;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

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
  private final Pieces pieces;

  /** The same elements in external32; made where it is needed. */
  private final Supplier<Datatype> portable;

  private final Optional<PredefinedOperator.Locations> locations;

  private ElementType(
      Base base,
      Datatype datatype,
      int alignment,
      Span data,
      Pieces pieces,
      Supplier<Datatype> portable,
      Optional<PredefinedOperator.Locations> locations) {
    this.base = base;
    this.datatype = datatype;
    this.alignment = alignment;
    this.data = data;
    this.pieces = pieces;
    this.portable = portable;
    this.locations = locations;
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
    long size = datatype.size();
    Pieces one = Pieces.basic(1, size);
    return new ElementType(
        base,
        datatype,
        alignment,
        new Span(0, size),
        one,
        () -> Portable.numbers(size / base.bytes(), base.bytes()),
        Optional.empty());
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
    Pieces two = Pieces.basic(2, size);
    return new ElementType(
        base,
        datatype,
        alignment,
        new Span(0, span),
        two,
        () -> Portable.pair(datatype, size, span),
        Optional.of(locations));
  }

  private ElementType derived(UnaryOperator<Datatype> made, Span span, long count) {
    return new ElementType(
        base,
        made.apply(datatype),
        alignment,
        span,
        Pieces.of(List.of(new Pieces.Piece(count, this))),
        () -> made.apply(portable.get()),
        Optional.empty());
  }

  private Span spanning(Span span, long displacement, long count) {
    return span.and(displacement, count, data, datatype.extent());
  }

  private Span blocks(long[] lengths, long[] displacements) {
    Span span = Span.NONE;
    for (int i = 0; i < lengths.length; i++) {
      span = spanning(span, displacements[i], lengths[i]);
    }
    return span;
  }

  private Span strided(long count, long blockLength, long stride) {
    return count == 0
        ? Span.NONE
        : spanning(spanning(Span.NONE, 0, blockLength), (count - 1) * stride, blockLength);
  }

  /**
   * Elements one after the other (MPI_Type_contiguous).
   *
   * @param count how many
   * @return the new type
   * @throws Failure of {@link ErrorClass#COUNT} if the count is negative
   */
  public ElementType contiguous(int count) {
    counted(count);
    return derived(
        inner -> Datatype.contiguous(count, inner), spanning(Span.NONE, 0, count), count);
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
    counted(count);
    length(blockLength);
    return derived(
        inner -> Datatype.vector(count, blockLength, stride, inner),
        strided(count, blockLength, stride * datatype.extent()),
        (long) count * blockLength);
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
    counted(count);
    length(blockLength);
    return derived(
        inner -> Datatype.hvector(count, blockLength, stride, inner),
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
        inner -> Datatype.indexed(lengths, places, inner),
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
        inner -> Datatype.hindexed(lengths, places, inner),
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
    long[] places = Arrays.stream(displacements).asLongStream().toArray();
    int alignment = 1;
    Span span = Span.NONE;
    List<Pieces.Piece> pieces = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      alignment = blockLengths[i] == 0 ? alignment : Math.max(alignment, types[i].alignment);
      span = types[i].spanning(span, places[i], blockLengths[i]);
      pieces.add(new Pieces.Piece(blockLengths[i], types[i]));
    }
    Pieces all = Pieces.of(pieces);
    int strictest = alignment;
    return new ElementType(
        base,
        fields(all, places, strictest, type -> type.datatype),
        alignment,
        span,
        all,
        () -> fields(all, places, strictest, type -> type.portable.get()),
        Optional.empty());
  }

  private static Datatype fields(
      Pieces pieces, long[] places, int alignment, Function<ElementType, Datatype> form) {
    Datatype.Field[] fields = new Datatype.Field[places.length];
    for (int i = 0; i < fields.length; i++) {
      Pieces.Piece piece = pieces.list().get(i);
      fields[i] = new Datatype.Field(places[i], piece.count(), form.apply(piece.type()));
    }
    Datatype packed = Datatype.struct(fields);
    long extent = Math.ceilDiv(packed.extent(), alignment) * alignment;
    return extent == packed.extent()
        ? packed
        : Datatype.resized(packed.lowerBound(), extent, packed);
  }

  /**
   * The same elements with other bounds (MPI_Type_create_resized).
   *
   * @param lowerBound in bytes
   * @param extent in bytes
   * @return the new type
   */
  public ElementType resized(long lowerBound, long extent) {
    return derived(inner -> Datatype.resized(lowerBound, extent, inner), data, 1);
  }

  private static void counted(int count) {
    if (count < 0) {
      throw new Failure(ErrorClass.COUNT, "the count is %d; it is 0 or more".formatted(count));
    }
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
    return pieces.isBasic();
  }

  /**
   * The data of one element without gaps (MPI_Type_size).
   *
   * @return in elements of the base
   */
  public int size() {
    return elements(pieces.size());
  }

  /**
   * Whether this is a predefined pair of a value and an index.
   *
   * @return false for types made of such
   */
  public boolean isPair() {
    return pieces.isPair();
  }

  /**
   * The elements of predefined types in the first bytes of a message (MPI_Get_elements).
   *
   * @param bytes the length of the message, of any number of elements of this type
   * @return the number, or -1 if the last one is not whole
   */
  public long partsOf(long bytes) {
    return pieces.partsOf(bytes, datatype.size());
  }

  /**
   * The length of a message of so many elements of predefined types (MPI_Status_set_elements).
   *
   * @param parts their number
   * @return the bytes
   */
  public long bytesOf(long parts) {
    return pieces.bytesOf(parts, datatype.size());
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
    return data.isEmpty() ? 0 : elements(data.first());
  }

  /**
   * From the first element of the base that holds data to after the last one.
   *
   * @return in elements of the base
   */
  public int trueExtent() {
    return data.isEmpty() ? 0 : elements(data.end() - data.first());
  }

  /**
   * The same elements with the order of bytes of external32, for files.
   *
   * @return a type whose data is in this form wherever it travels to
   */
  public ElementType external32() {
    return new ElementType(
        base, portable.get(), alignment, data, pieces, () -> datatype, Optional.empty());
  }

  /**
   * The lowest byte of data of some elements one after the other.
   *
   * @param count how many
   * @return in bytes from the address; negative if they reach below it
   */
  long lowest(long count) {
    return count == 0 || data.isEmpty()
        ? 0
        : data.first() + Math.min(0, (count - 1) * datatype.extent());
  }

  Pieces pieces() {
    return pieces;
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
