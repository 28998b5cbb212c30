package io.starling.runtime;

import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.Derivations;
import io.starling.runtime.datatype.MappedDatatype;

/**
 * Describes the elements of a buffer (MPI 4.1, section 3.2.2 and chapter 5). The constants are the
 * basic types; all of them are in native byte order. {@link ReductionOperator} lists the operators
 * that apply to each type.
 *
 * <p>A derived type describes data with gaps: a column of a matrix, a halo, the fields of a struct.
 * It is built from other types and works in every call. Building one copies no data; Starling packs
 * the data while it travels.
 *
 * <pre>{@code
 * Datatype column = Datatype.vector(rows, 1, columns, Datatype.FLOAT64);
 * world.send(Buffer.of(matrix.asSlice(8 * j), column, 1), neighbour, tag);
 * }</pre>
 *
 * <p>Displacements and strides count from the beginning of the element. Their unit is the byte in
 * {@link #struct} and in the constructors whose name begins with {@code h}, and the extent of the
 * inner type in all others.
 *
 * <p>Types are immutable and may be shared by threads. Every constructor throws {@link
 * NullPointerException} for null.
 */
public sealed interface Datatype permits MappedDatatype {

  /** A {@code byte} (MPI_INT8_T). */
  Datatype INT8 = BasicDatatype.INT8;

  /** An unsigned byte, 0 to 255; reductions compare it as unsigned (MPI_UINT8_T). */
  Datatype UINT8 = BasicDatatype.UINT8;

  /** A {@code short} (MPI_INT16_T). */
  Datatype INT16 = BasicDatatype.INT16;

  /** An {@code int} (MPI_INT32_T). */
  Datatype INT32 = BasicDatatype.INT32;

  /** A {@code long} (MPI_INT64_T). */
  Datatype INT64 = BasicDatatype.INT64;

  /** An IEEE 754 binary16 in 2 bytes; reductions compute it as {@code float}. */
  Datatype FLOAT16 = BasicDatatype.FLOAT16;

  /** The upper half of a {@code float} in 2 bytes; reductions compute it as {@code float}. */
  Datatype BFLOAT16 = BasicDatatype.BFLOAT16;

  /** A {@code float} (MPI_FLOAT). */
  Datatype FLOAT32 = BasicDatatype.FLOAT32;

  /** A {@code double} (MPI_DOUBLE). */
  Datatype FLOAT64 = BasicDatatype.FLOAT64;

  /** Two {@code float}s, the real part first (MPI_C_FLOAT_COMPLEX). */
  Datatype COMPLEX64 = BasicDatatype.COMPLEX64;

  /** Two {@code double}s, the real part first (MPI_C_DOUBLE_COMPLEX). */
  Datatype COMPLEX128 = BasicDatatype.COMPLEX128;

  /** An {@code int} value at byte 0 and an {@code int} index at byte 4 (MPI_2INT). */
  Datatype INT32_INDEX = BasicDatatype.INT32_INDEX;

  /**
   * A {@code long} value at byte 0, an {@code int} index at byte 8 and 4 bytes of padding, which
   * travel (MPI_LONG_INT).
   */
  Datatype INT64_INDEX = BasicDatatype.INT64_INDEX;

  /** A {@code float} value at byte 0 and an {@code int} index at byte 4 (MPI_FLOAT_INT). */
  Datatype FLOAT32_INDEX = BasicDatatype.FLOAT32_INDEX;

  /**
   * A {@code double} value at byte 0, an {@code int} index at byte 8 and 4 bytes of padding, which
   * travel (MPI_DOUBLE_INT).
   */
  Datatype FLOAT64_INDEX = BasicDatatype.FLOAT64_INDEX;

  /**
   * The number of bytes that one element sends, without gaps (MPI_Type_size).
   *
   * @return the size in bytes, not negative
   */
  long size();

  /**
   * The distance from the beginning of one element to that of the next (MPI_Type_get_extent).
   *
   * @return the extent in bytes; it includes gaps, and is negative only where {@link #resized} has
   *     made it so
   */
  long extent();

  /**
   * The lower bound of an element (MPI_Type_get_extent). It matters only to types that are built
   * from this one.
   *
   * @return the lower bound in bytes; may be negative
   */
  long lowerBound();

  /**
   * Elements in a row (MPI_Type_contiguous).
   *
   * @param count how many elements of {@code type}, not negative
   * @param type the inner type
   * @return a type of {@code count} times the extent of {@code type}
   * @throws IllegalArgumentException if {@code count} is negative, or the type would span more than
   *     2^63 - 1 bytes
   */
  static Datatype contiguous(long count, Datatype type) {
    return Derivations.contiguous(count, type);
  }

  /**
   * Equal blocks at equal distances (MPI_Type_vector): a column of a matrix is {@code vector(rows,
   * 1, columns, type)}.
   *
   * @param count how many blocks, not negative
   * @param blockLength how many elements each block has, not negative
   * @param stride the distance between the beginnings of two blocks, in extents of {@code type};
   *     may be negative
   * @param type the inner type
   * @return the type of all blocks together
   * @throws IllegalArgumentException if a count is negative, or the type would span more than 2^63
   *     - 1 bytes
   */
  static Datatype vector(long count, long blockLength, long stride, Datatype type) {
    return Derivations.vector(count, blockLength, stride, type);
  }

  /**
   * Equal blocks at equal distances, with the stride in bytes (MPI_Type_create_hvector).
   *
   * @param count how many blocks, not negative
   * @param blockLength how many elements each block has, not negative
   * @param strideBytes the distance between the beginnings of two blocks, in bytes; may be negative
   * @param type the inner type
   * @return the type of all blocks together
   * @throws IllegalArgumentException if a count is negative, or the type would span more than 2^63
   *     - 1 bytes
   */
  static Datatype hvector(long count, long blockLength, long strideBytes, Datatype type) {
    return Derivations.hvector(count, blockLength, strideBytes, type);
  }

  /**
   * Blocks of any lengths at any displacements (MPI_Type_indexed).
   *
   * @param blockLengths how many elements each block has, not negative
   * @param displacements where each block begins, in extents of {@code type}; one per block
   * @param type the inner type
   * @return the type of all blocks together, in the order of the arrays
   * @throws IllegalArgumentException if a length is negative, the arrays differ in length, or the
   *     type would span more than 2^63 - 1 bytes
   */
  static Datatype indexed(long[] blockLengths, long[] displacements, Datatype type) {
    return Derivations.indexed(blockLengths, displacements, type);
  }

  /**
   * Blocks of any lengths, with displacements in bytes (MPI_Type_create_hindexed).
   *
   * @param blockLengths how many elements each block has, not negative
   * @param displacements where each block begins, in bytes; one per block
   * @param type the inner type
   * @return the type of all blocks together, in the order of the arrays
   * @throws IllegalArgumentException if a length is negative, the arrays differ in length, or the
   *     type would span more than 2^63 - 1 bytes
   */
  static Datatype hindexed(long[] blockLengths, long[] displacements, Datatype type) {
    return Derivations.hindexed(blockLengths, displacements, type);
  }

  /**
   * Equal blocks at any displacements (MPI_Type_create_indexed_block).
   *
   * @param blockLength how many elements each block has, not negative
   * @param displacements where each block begins, in extents of {@code type}
   * @param type the inner type
   * @return the type of all blocks together, in the order of the displacements
   * @throws IllegalArgumentException if the length is negative, or the type would span more than
   *     2^63 - 1 bytes
   */
  static Datatype indexedBlock(long blockLength, long[] displacements, Datatype type) {
    return Derivations.indexedBlock(blockLength, displacements, type);
  }

  /**
   * Fields of any types (MPI_Type_create_struct). The extent ends with the last field; use {@link
   * #resized} where a C compiler would add padding.
   *
   * @param fields the fields in the order in which they travel
   * @return the type of one struct
   * @throws IllegalArgumentException if a field's count is negative, or the type would span more
   *     than 2^63 - 1 bytes
   */
  static Datatype struct(Field... fields) {
    return Derivations.struct(fields);
  }

  /**
   * A box in an array of any number of dimensions, in C order: the last dimension is contiguous
   * (MPI_Type_create_subarray). The extent is that of the whole array.
   *
   * @param sizes the lengths of the array, in elements, one per dimension
   * @param subsizes the lengths of the box, in elements, one per dimension
   * @param starts the indices of the box's first element, one per dimension
   * @param type the elements of the array
   * @return the type of one box
   * @throws IllegalArgumentException if the arrays are empty or differ in length, the box is not
   *     inside the array, or the type would span more than 2^63 - 1 bytes
   */
  static Datatype subarray(long[] sizes, long[] subsizes, long[] starts, Datatype type) {
    return Derivations.subarray(sizes, subsizes, starts, type);
  }

  /**
   * The same data with other bounds (MPI_Type_create_resized): columns that begin 8 bytes apart are
   * {@code resized(0, 8, column)}.
   *
   * @param lowerBound the new lower bound, in bytes
   * @param extent the new extent, in bytes; if it is negative, elements follow each other towards
   *     lower addresses
   * @param type the type whose data it has
   * @return a type with the data of {@code type} and the new bounds
   * @throws IllegalArgumentException if the type would span more than 2^63 - 1 bytes
   */
  static Datatype resized(long lowerBound, long extent, Datatype type) {
    return Derivations.resized(lowerBound, extent, type);
  }

  /**
   * Consecutive elements of a struct; see {@link Datatype#struct}.
   *
   * @param displacement where the first one begins, in bytes from the beginning of the struct
   * @param count how many elements, not negative
   * @param type the type of each element
   */
  record Field(long displacement, long count, Datatype type) {

    /**
     * A field of one element.
     *
     * @param displacement where it begins, in bytes from the beginning of the struct
     * @param type the type of the element
     */
    public Field(long displacement, Datatype type) {
      this(displacement, 1, type);
    }
  }
}
