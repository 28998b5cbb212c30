package io.starling.runtime.datatype;

/** The predefined datatypes. All are in native byte order. */
public enum BasicDatatype implements MappedDatatype {
  /** Java {@code byte}. */
  INT8(Kind.INTEGER, 1),
  /** An unsigned byte, 0 to 255. */
  UINT8(Kind.INTEGER, 1),
  /** Java {@code short}. */
  INT16(Kind.INTEGER, 2),
  /** Java {@code int}. */
  INT32(Kind.INTEGER, 4),
  /** Java {@code long}. */
  INT64(Kind.INTEGER, 8),
  /** IEEE 754 binary16; stored in 2 bytes, computed as {@code float}. */
  FLOAT16(Kind.FLOATING, 2),
  /** The upper half of a binary32; stored in 2 bytes, computed as {@code float}. */
  BFLOAT16(Kind.FLOATING, 2),
  /** Java {@code float}. */
  FLOAT32(Kind.FLOATING, 4),
  /** Java {@code double}. */
  FLOAT64(Kind.FLOATING, 8),
  /** Two {@code float}s: real part, imaginary part. */
  COMPLEX64(Kind.COMPLEX, 8),
  /** Two {@code double}s: real part, imaginary part. */
  COMPLEX128(Kind.COMPLEX, 16),
  /** An {@code int} value at 0, an {@code int} index at 4 (MPI_2INT). */
  INT32_INDEX(Kind.VALUE_INDEX, 8),
  /** A {@code long} value at 0, an {@code int} index at 8, 4 bytes of padding (MPI_LONG_INT). */
  INT64_INDEX(Kind.VALUE_INDEX, 16),
  /** A {@code float} value at 0, an {@code int} index at 4 (MPI_FLOAT_INT). */
  FLOAT32_INDEX(Kind.VALUE_INDEX, 8),
  /**
   * A {@code double} value at 0, an {@code int} index at 8, 4 bytes of padding (MPI_DOUBLE_INT).
   */
  FLOAT64_INDEX(Kind.VALUE_INDEX, 16);

  /**
   * The families of types by which MPI defines where an operator applies (MPI 4.1, section 6.9.2).
   */
  public enum Kind {
    /** MPI's C and Fortran integers. */
    INTEGER,
    /** MPI's floating point. */
    FLOATING,
    /** MPI's complex. */
    COMPLEX,
    /** The types for maxloc and minloc (MPI 4.1, section 6.9.4). */
    VALUE_INDEX
  }

  private final Kind kind;
  private final long extent;
  private final TypeMap map;

  BasicDatatype(Kind kind, long extent) {
    this.kind = kind;
    this.extent = extent;
    map = new Block(0, extent);
  }

  /** The family this type belongs to. */
  public Kind kind() {
    return kind;
  }

  @Override
  public long extent() {
    return extent;
  }

  /** The same as the extent: padding travels. */
  @Override
  public long size() {
    return extent;
  }

  @Override
  public long lowerBound() {
    return 0;
  }

  @Override
  public TypeMap map() {
    return map;
  }

  @Override
  public Signature signature() {
    return Signature.of(this);
  }

  @Override
  public long mostDisjointElements() {
    return Long.MAX_VALUE;
  }
}
