package io.starling.runtime.bootstrap;

import java.nio.charset.StandardCharsets;

/** Texts as bytes of a message. */
final class Texts {

  private Texts() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The beginning of a text that fits the name of a message. */
  static String asName(String text) {
    byte[] bytes = bytes(text);
    return bytes.length <= Frame.MAXIMUM_NAME
        ? text
        : new String(bytes, 0, Frame.MAXIMUM_NAME - 4, StandardCharsets.UTF_8);
  }
}
