package io.starling.objects.protocol;

/**
 * What the bytes of an object are: elements of a basic datatype, by its name, or something else.
 */
public enum ObjectType {
  /** Bytes without a type. */
  BYTES,
  /** A serialised Java object. */
  JAVA,
  INT8,
  UINT8,
  INT16,
  INT32,
  INT64,
  FLOAT16,
  BFLOAT16,
  FLOAT32,
  FLOAT64,
  COMPLEX64,
  COMPLEX128,
  INT32_INDEX,
  INT64_INDEX,
  FLOAT32_INDEX,
  FLOAT64_INDEX
}
