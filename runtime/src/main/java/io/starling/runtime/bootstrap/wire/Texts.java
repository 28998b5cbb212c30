package io.starling.runtime.bootstrap.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Texts in messages: as bytes, as a name, and ranks as text. */
public final class Texts {

  private static final int MOST_RANGES = 16;

  private Texts() {}

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The beginning of a text that fits the name of a message. */
  public static String asName(String text) {
    byte[] bytes = bytes(text);
    return bytes.length <= Frame.MAXIMUM_NAME
        ? text
        : new String(bytes, 0, Frame.MAXIMUM_NAME - 4, StandardCharsets.UTF_8);
  }

  /** Ranks for people, such as {@code 0, 4 to 7, 12}. */
  public static String ranges(BitSet ranks) {
    List<String> ranges = new ArrayList<>();
    int first = ranks.nextSetBit(0);
    while (first >= 0 && ranges.size() < MOST_RANGES) {
      int end = ranks.nextClearBit(first);
      ranges.add(end == first + 1 ? Integer.toString(first) : first + " to " + (end - 1));
      first = ranks.nextSetBit(end);
    }
    return String.join(", ", ranges) + (first >= 0 ? ", ..." : "");
  }
}
