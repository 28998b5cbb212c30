package io.starling.runtime.transport.routing;

import io.starling.runtime.TransportException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The address that a rank publishes in a job with routes.
 *
 * @param place equal for two ranks that reach each other through shared memory
 * @param near its address for them; empty if there are none
 * @param far its address for all others
 */
record RoutedAddress(String place, byte[] near, byte[] far) {

  private static final int MARK = 0x524F5554;

  byte[] encode() {
    byte[] name = place.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(3 * Integer.BYTES + name.length + near.length + far.length)
        .putInt(MARK)
        .putInt(name.length)
        .put(name)
        .putInt(near.length)
        .put(near)
        .put(far)
        .array();
  }

  /** Reads the address of a rank; it may have come from a rank with another transport. */
  static RoutedAddress decode(int rank, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (in.remaining() < 2 * Integer.BYTES || in.getInt() != MARK) {
      throw new TransportException(
          "rank %d uses another transport; give all ranks the same --transport".formatted(rank));
    }
    byte[] place = new byte[in.getInt()];
    in.get(place);
    byte[] near = new byte[in.getInt()];
    in.get(near);
    byte[] far = new byte[in.remaining()];
    in.get(far);
    return new RoutedAddress(new String(place, StandardCharsets.UTF_8), near, far);
  }
}
