package io.starling.collectives.parcel;

import io.starling.collectives.Codec;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Memory;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** An object that has come in, as {@link ParcelWriter} has written it. */
public final class ParcelReader extends Codec.Source {

  private final byte[] bytes;
  private final int end;
  private final int codec;
  private final ArrayKind[] kinds;
  private final int[] lengths;
  private final Object[] arrays;
  private long messageBytes;
  private String obstacle;
  private int position;

  /** A parcel that fills an array. */
  public ParcelReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /**
   * A parcel in a part of an array.
   *
   * @throws StarlingException if it is damaged
   */
  public ParcelReader(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    position = offset + ParcelWriter.HEADER;
    messageBytes = length;
    ByteBuffer parcel = ByteBuffer.wrap(bytes);
    int trailer = offset + length - ParcelWriter.TRAILER;
    int count = arrays(bytes, offset, length);
    codec = parcel.getInt(trailer);
    end = trailer - Long.BYTES * count;
    kinds = new ArrayKind[count];
    lengths = new int[count];
    arrays = new Object[count];
    parcel.position(end);
    for (int i = 0; i < count; i++) {
      int kind = parcel.getInt();
      lengths[i] = parcel.getInt();
      if (!ArrayKind.isOne(kind) || lengths[i] < 0) {
        throw damaged(length, "array " + i + " has kind " + kind + " and length " + lengths[i]);
      }
      kinds[i] = ArrayKind.numbered(kind);
      messageBytes += kinds[i].bytes(lengths[i]);
    }
  }

  private ParcelReader(long messageBytes, String obstacle) {
    this.messageBytes = messageBytes;
    this.obstacle = obstacle;
    bytes = new byte[0];
    end = 0;
    codec = 0;
    kinds = new ArrayKind[0];
    lengths = new int[0];
    arrays = new Object[0];
  }

  /** In place of a parcel for which there was no memory. */
  public static ParcelReader withoutMemory(int length, OutOfMemoryError error) {
    return new ParcelReader(
        length, "there is no memory for its %d bytes: %s".formatted(length, error));
  }

  /** The length of a parcel, without its arrays, that its first message says. */
  public static int length(byte[] block, int received) {
    int length = received < ParcelWriter.HEADER ? 0 : ByteBuffer.wrap(block).getInt(0);
    if (length < ParcelWriter.HEADER + ParcelWriter.TRAILER
        || received != Math.min(length, ParcelWriter.BLOCK)) {
      throw damaged(received, "its header says %d bytes".formatted(length));
    }
    return length;
  }

  /** How many arrays are beside a parcel, by its header. */
  public static int arrays(byte[] bytes, int offset, int length) {
    int count = ByteBuffer.wrap(bytes).getInt(offset + ParcelWriter.ARRAYS_AT);
    int most = (length - ParcelWriter.HEADER - ParcelWriter.TRAILER) / Long.BYTES;
    if (count < 0 || count > most) {
      throw damaged(length, "it counts " + count + " arrays");
    }
    return count;
  }

  /** The number of the tag of what was not in the first message. */
  public static long number(byte[] block) {
    return ByteBuffer.wrap(block).getLong(ParcelWriter.NUMBER_AT);
  }

  private static StarlingException damaged(int length, String why) {
    return new StarlingException("a message of %d bytes is no object: %s".formatted(length, why));
  }

  /** How many arrays are beside it. */
  public int arrays() {
    return arrays.length;
  }

  /** Whether a codec lets all arrays in. If not, {@link #decode} says so. */
  public boolean isAccepted(Codec by) {
    for (int i = 0; i < arrays.length && obstacle == null; i++) {
      try {
        if (!by.accepts(kinds[i].type(), lengths[i])) {
          obstacle =
              "the filter refuses %s of length %d"
                  .formatted(kinds[i].type().getSimpleName(), lengths[i]);
        }
      } catch (RuntimeException e) {
        obstacle = "the codec failed when it was asked for an array: " + e;
      }
    }
    return obstacle == null;
  }

  /** Makes the arrays; returns whether there is enough memory. If not, {@link #decode} says so. */
  public boolean allocate() {
    try {
      for (int i = 0; i < arrays.length; i++) {
        arrays[i] = kinds[i].allocate(lengths[i]);
      }
      return true;
    } catch (OutOfMemoryError e) {
      obstacle = "there is no memory for its arrays, %d bytes: %s".formatted(messageBytes, e);
      return false;
    }
  }

  /** The memory of an array. */
  public Memory array(int index) {
    return ArrayKind.memory(arrays[index]);
  }

  /** An array as a buffer. */
  public Buffer arrayBuffer(int index) {
    return ArrayKind.buffer(arrays[index]);
  }

  /** Why the sender had no object; null if it had one. */
  public String failure() {
    return codec == ParcelWriter.FAILURE
        ? new String(bytes, position, end - position, StandardCharsets.UTF_8)
        : null;
  }

  /** The object. */
  public Object decode(Codec by) throws IOException, ClassNotFoundException {
    if (obstacle != null) {
      throw new InvalidObjectException(obstacle);
    }
    if (codec != ParcelWriter.number(by)) {
      throw new InvalidObjectException("the sender has used another codec");
    }
    return by.decode(this);
  }

  @Override
  public int read() {
    return position < end ? bytes[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, into.length);
    int count = Math.min(length, end - position);
    if (count == 0 && length > 0) {
      return -1;
    }
    System.arraycopy(bytes, position, into, offset, count);
    position += count;
    return count;
  }

  @Override
  public int available() {
    return end - position;
  }

  @Override
  public Object beside(int index) throws IOException {
    if (index < 0 || index >= arrays.length) {
      throw new InvalidObjectException(
          "there is no array %d beside it, but %d arrays".formatted(index, arrays.length));
    }
    return arrays[index];
  }

  @Override
  public ByteBuffer remaining() {
    return ByteBuffer.wrap(bytes, position, end - position).slice();
  }

  @Override
  public long messageBytes() {
    return messageBytes;
  }
}
