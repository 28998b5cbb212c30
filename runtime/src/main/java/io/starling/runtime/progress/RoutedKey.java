package io.starling.runtime.progress;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The key of memory that peers reach by one of two ports: near ones by the first part, far ones by
 * the second. A rank that has one port only has a key without parts.
 *
 * <pre>
 * mark:8 | bytes of the near part:32 | near part | far part
 * </pre>
 */
public final class RoutedKey {

  private static final byte MARK = 'R';
  private static final int HEADER = Byte.BYTES + Integer.BYTES;

  private RoutedKey() {}

  /** A key of two parts. */
  public static byte[] of(byte[] near, byte[] far) {
    return ByteBuffer.allocate(HEADER + near.length + far.length)
        .put(MARK)
        .putInt(near.length)
        .put(near)
        .put(far)
        .array();
  }

  /** The part for the near port. */
  public static byte[] near(byte... key) {
    return Arrays.copyOfRange(key, HEADER, HEADER + nearBytes(key));
  }

  /** The part for the far port; the key itself if its owner has no other one. */
  public static byte[] far(byte... key) {
    return key[0] == MARK ? Arrays.copyOfRange(key, HEADER + nearBytes(key), key.length) : key;
  }

  private static int nearBytes(byte... key) {
    return ByteBuffer.wrap(key).getInt(Byte.BYTES);
  }
}
