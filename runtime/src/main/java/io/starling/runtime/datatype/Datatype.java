package io.starling.runtime.datatype;

/**
 * What the bytes of a buffer mean (MPI 4.1, chapters 3.2.2 and 5). The basic types are the
 * constants of {@link BasicDatatype}, repeated here so that programs read {@code Datatype.FLOAT32}.
 *
 * <p>Derived types say where the data of an element lies: a column of a matrix, a halo, the fields
 * of a struct. They are made of other types, are usable in every call, and never copy until their
 * data travels.
 *
 * <pre>{@code
 * Datatype column = Datatype.vector(rows, 1, columns, Datatype.FLOAT64);
 * world.send(Buffer.of(matrix.asSlice(8 * j), column, 1), neighbour, tag);
 * }</pre>
 *
 * <p>Displacements are in bytes where the name begins with {@code h} and in {@code struct}, else in
 * extents of the type inside, both from where the element begins. Types are immutable and may be
 * shared by threads.
 */
public sealed interface Datatype permits BasicDatatype, DerivedDatatype {

  Datatype INT8 = BasicDatatype.INT8;
  Datatype UINT8 = BasicDatatype.UINT8;
  Datatype INT16 = BasicDatatype.INT16;
  Datatype INT32 = BasicDatatype.INT32;
  Datatype INT64 = BasicDatatype.INT64;
  Datatype FLOAT16 = BasicDatatype.FLOAT16;
  Datatype BFLOAT16 = BasicDatatype.BFLOAT16;
  Datatype FLOAT32 = BasicDatatype.FLOAT32;
  Datatype FLOAT64 = BasicDatatype.FLOAT64;
  Datatype COMPLEX64 = BasicDatatype.COMPLEX64;
  Datatype COMPLEX128 = BasicDatatype.COMPLEX128;
  Datatype INT32_INDEX = BasicDatatype.INT32_INDEX;
  Datatype INT64_INDEX = BasicDatatype.INT64_INDEX;
  Datatype FLOAT32_INDEX = BasicDatatype.FLOAT32_INDEX;
  Datatype FLOAT64_INDEX = BasicDatatype.FLOAT64_INDEX;

  /** The bytes of data in one element, which are those that travel (MPI_Type_size). */
  long size();

  /** The bytes from where one element begins to where the next one does (MPI_Type_get_extent). */
  long extent();

  /** Where MPI says that an element begins; only types made of this one feel it. */
  long lowerBound();

  /** Where the data of an element lies. */
  TypeMap map();

  /** The basic elements in their order; sender and receiver must have the same. */
  Signature signature();

  /**
   * How many elements, one extent apart, can be received without two of them sharing a byte: 0 for
   * a type that has a byte twice. Where the answer would cost too much, no limit.
   */
  long mostDisjointElements();

  /**
   * Elements one after the other (MPI_Type_contiguous).
   *
   * @throws IllegalArgumentException as all of these do, if a count is negative or the type would
   *     span more than 2^63 - 1 bytes
   */
  static Datatype contiguous(long count, Datatype type) {
    return Derivations.contiguous(count, type);
  }

  /**
   * Equal blocks at equal distances (MPI_Type_vector): a column is {@code vector(rows, 1, columns,
   * type)}.
   *
   * @param blockLength how many elements a block has
   * @param stride from the beginning of a block to that of the next, in elements; may be negative
   */
  static Datatype vector(long count, long blockLength, long stride, Datatype type) {
    return Derivations.vector(count, blockLength, stride, type);
  }

  /** The same with a stride in bytes (MPI_Type_create_hvector). */
  static Datatype hvector(long count, long blockLength, long strideBytes, Datatype type) {
    return Derivations.hvector(count, blockLength, strideBytes, type);
  }

  /** Blocks of any lengths at any displacements (MPI_Type_indexed). */
  static Datatype indexed(long[] blockLengths, long[] displacements, Datatype type) {
    return Derivations.indexed(blockLengths, displacements, type);
  }

  /** The same with displacements in bytes (MPI_Type_create_hindexed). */
  static Datatype hindexed(long[] blockLengths, long[] displacements, Datatype type) {
    return Derivations.hindexed(blockLengths, displacements, type);
  }

  /** Equal blocks at any displacements (MPI_Type_create_indexed_block). */
  static Datatype indexedBlock(long blockLength, long[] displacements, Datatype type) {
    return Derivations.indexedBlock(blockLength, displacements, type);
  }

  /**
   * Fields of any types (MPI_Type_create_struct). Its extent ends with its last field; where a
   * compiler would pad, see {@link #resized}.
   */
  static Datatype struct(Field... fields) {
    return Derivations.struct(fields);
  }

  /**
   * A box in an array, the last dimension being the one without gaps (MPI_Type_create_subarray in C
   * order). Its extent is that of the whole array.
   *
   * @param sizes the lengths of the array, in elements
   * @param subsizes the lengths of the box
   * @param starts where the box begins
   * @throws IllegalArgumentException also if the box is not inside the array
   */
  static Datatype subarray(long[] sizes, long[] subsizes, long[] starts, Datatype type) {
    return Derivations.subarray(sizes, subsizes, starts, type);
  }

  /**
   * The same data with other bounds (MPI_Type_create_resized): columns that begin 8 bytes apart are
   * {@code resized(0, 8, column)}.
   *
   * @param extent not negative
   */
  static Datatype resized(long lowerBound, long extent, Datatype type) {
    return Derivations.resized(lowerBound, extent, type);
  }

  /**
   * Some elements of a struct.
   *
   * @param displacement where they begin, in bytes
   * @param count how many there are
   */
  record Field(long displacement, long count, Datatype type) {

    /** A field of one element. */
    public Field(long displacement, Datatype type) {
      this(displacement, 1, type);
    }
  }
}
