package io.starling.collectives.call;

import io.starling.collectives.parcel.ParcelReader;
import io.starling.collectives.parcel.ParcelWriter;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A parcel from the root to all ranks, which don't know its length. The first block has a fixed
 * length, and all of a small object.
 *
 * <pre>
 *   first block, 1 KiB     the parcel, whose header has its length
 *   second one             the other bytes, if there are any
 *   one for each array     straight from the array and into it
 * </pre>
 */
final class ObjectBroadcast {

  private static final int BLOCK = 1024;

  private final DataMovement dataMovement;
  private final Member member;
  private final byte[] block = new byte[BLOCK];
  private final Buffer buffer = Buffer.of(block);

  ObjectBroadcast(Member member, DataMovement dataMovement) {
    this.member = member;
    this.dataMovement = dataMovement;
  }

  /**
   * Runs inside the engine.
   *
   * @param parcel what the root sends; null on other ranks
   * @return what the other ranks have received; null on the root
   */
  ParcelReader run(ParcelWriter parcel, int root) {
    if (parcel != null) {
      parcel.copyTo(block, 0, Math.min(parcel.length(), BLOCK));
    }
    broadcast(buffer, root);
    int length = parcel == null ? ByteBuffer.wrap(block).getInt() : parcel.length();
    byte[] bytes = parcel == null ? Arrays.copyOf(block, length) : null;
    if (length > BLOCK) {
      int rest = length - BLOCK;
      broadcast(parcel == null ? Buffer.of(bytes, BLOCK, rest) : parcel.part(BLOCK, rest), root);
    }
    ParcelReader received = parcel == null ? new ParcelReader(bytes) : null;
    arrays(parcel, received, root);
    return received;
  }

  /**
   * Broadcasts the arrays beside a parcel. A rank whose codec does not accept them takes part.
   *
   * @param parcel what the root sends; null on other ranks
   */
  void arrays(ParcelWriter parcel, ParcelReader received, int root) {
    int count = parcel == null ? received.arrays() : parcel.arrays();
    if (parcel == null && count > 0) {
      received.isAccepted(member.codec());
      if (!received.allocate()) {
        throw new StarlingException(
            "rank %d: there is no memory for the arrays of an object, %d bytes in all"
                .formatted(member.engine().rank(), received.messageBytes()));
      }
    }
    for (int i = 0; i < count; i++) {
      broadcast(parcel == null ? received.arrayBuffer(i) : parcel.arrayBuffer(i), root);
    }
  }

  private void broadcast(Buffer data, int root) {
    dataMovement.broadcast(data, root, text(root)).run();
  }

  private String text(int root) {
    return member.check() ? "a step of an object's broadcast from root " + root : null;
  }
}
