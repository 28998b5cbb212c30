package io.starling.collectives;

import io.starling.runtime.Buffer;

/** Wraps arrays as buffers. Null stays null, so that the call can name the argument. */
final class ArrayBuffers {

  private ArrayBuffers() {}

  static Buffer buffer(byte[] array) {
    return array == null ? null : Buffer.of(array);
  }

  /** An argument that only the root uses; on other ranks it may be null. */
  static Buffer atRoot(byte[] array, boolean isRoot) {
    return array != null || isRoot ? buffer(array) : Buffer.EMPTY;
  }

  static Buffer buffer(boolean[] array) {
    return array == null ? null : Buffer.of(array);
  }

  /** An argument that only the root uses; on other ranks it may be null. */
  static Buffer atRoot(boolean[] array, boolean isRoot) {
    return array != null || isRoot ? buffer(array) : Buffer.EMPTY;
  }

  static Buffer buffer(char[] array) {
    return array == null ? null : Buffer.of(array);
  }

  /** An argument that only the root uses; on other ranks it may be null. */
  static Buffer atRoot(char[] array, boolean isRoot) {
    return array != null || isRoot ? buffer(array) : Buffer.EMPTY;
  }

  static Buffer buffer(short[] array) {
    return array == null ? null : Buffer.of(array);
  }

  /** An argument that only the root uses; on other ranks it may be null. */
  static Buffer atRoot(short[] array, boolean isRoot) {
    return array != null || isRoot ? buffer(array) : Buffer.EMPTY;
  }

  static Buffer buffer(int[] array) {
    return array == null ? null : Buffer.of(array);
  }

  /** An argument that only the root uses; on other ranks it may be null. */
  static Buffer atRoot(int[] array, boolean isRoot) {
    return array != null || isRoot ? buffer(array) : Buffer.EMPTY;
  }

  static Buffer buffer(long[] array) {
    return array == null ? null : Buffer.of(array);
  }

  /** An argument that only the root uses; on other ranks it may be null. */
  static Buffer atRoot(long[] array, boolean isRoot) {
    return array != null || isRoot ? buffer(array) : Buffer.EMPTY;
  }

  static Buffer buffer(float[] array) {
    return array == null ? null : Buffer.of(array);
  }

  /** An argument that only the root uses; on other ranks it may be null. */
  static Buffer atRoot(float[] array, boolean isRoot) {
    return array != null || isRoot ? buffer(array) : Buffer.EMPTY;
  }

  static Buffer buffer(double[] array) {
    return array == null ? null : Buffer.of(array);
  }

  /** An argument that only the root uses; on other ranks it may be null. */
  static Buffer atRoot(double[] array, boolean isRoot) {
    return array != null || isRoot ? buffer(array) : Buffer.EMPTY;
  }
}
