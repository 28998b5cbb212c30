package io.starling.collectives;

import io.starling.runtime.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Wraps arrays as buffers. The calls of the public interfaces have a form for each type of array,
 * so that the compiler checks what is passed. Null stays null, so that the call can name the
 * argument.
 */
final class ArrayBuffers {

  private ArrayBuffers() {}

  /** The whole array, of any primitive type. */
  static Buffer buffer(Object array) {
    return switch (array) {
      case null -> null;
      case double[] doubles -> Buffer.of(doubles);
      case float[] floats -> Buffer.of(floats);
      case long[] longs -> Buffer.of(longs);
      case int[] ints -> Buffer.of(ints);
      case byte[] bytes -> Buffer.of(bytes);
      case short[] shorts -> Buffer.of(shorts);
      case char[] chars -> Buffer.of(chars);
      case boolean[] booleans -> Buffer.of(booleans);
      default -> throw new AssertionError(array.getClass());
    };
  }

  /**
   * A text as UTF-8; null stays null.
   *
   * @throws IllegalArgumentException if a surrogate has no partner, which UTF-8 can't express
   */
  static byte[] utf8(String text) {
    if (text == null) {
      return null;
    }
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "the text has a surrogate without its partner, which UTF-8 can't express; send its"
              + " toCharArray()",
          e);
    }
  }

  /** An argument that only the root uses; on other ranks it may be null. */
  static Buffer atRoot(Object array, boolean isRoot) {
    return array != null || isRoot ? buffer(array) : Buffer.EMPTY;
  }

  /** This rank's block; in place if it is the array of all blocks. */
  static Buffer block(Object block, Object all) {
    return block != null && block == all ? Buffer.IN_PLACE : buffer(block);
  }

  /** This rank's block, where only the root has the array of all blocks. */
  static Buffer block(Object block, Object all, boolean isRoot) {
    return block(block, isRoot ? all : null);
  }
}
