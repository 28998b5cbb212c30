package io.starling.runtime.datatype;

/**
 * What the bytes of a buffer mean (MPI 4.1, chapter 3.2.2). The basic types are the constants of
 * {@link BasicDatatype}, repeated here so that programs read {@code Datatype.FLOAT32}.
 */
public sealed interface Datatype permits BasicDatatype {

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

  /** The bytes that one element occupies, padding included (MPI's extent). */
  long extent();
}
