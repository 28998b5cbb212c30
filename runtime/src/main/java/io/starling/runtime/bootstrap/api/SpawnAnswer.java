package io.starling.runtime.bootstrap.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What the launcher answers when all ranks have come up, or will not.
 *
 * @param first the number of the first of them
 * @param reason why they have not come up; empty if they have
 */
public record SpawnAnswer(int first, String reason) {

  /** Where {@link Spawner#find} finds the answer. */
  public static String key(String request) {
    return "spawned/" + request;
  }

  /** Whether the ranks have come up. */
  public boolean isSuccess() {
    return reason.isEmpty();
  }

  /** A reader for {@link #decode}. */
  public byte[] encode() {
    byte[] text = reason.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + text.length).putInt(first).put(text).array();
  }

  /** Reads what {@link #encode} has written. */
  public static SpawnAnswer decode(byte... bytes) {
    byte[] text = Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length);
    return new SpawnAnswer(
        ByteBuffer.wrap(bytes).getInt(), new String(text, StandardCharsets.UTF_8));
  }
}
