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
  private final long number;
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

  /** A parcel in a part of an array. */
  public ParcelReader(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    position = offset;
    messageBytes = length;
    ByteBuffer parcel = ByteBuffer.wrap(bytes);
    int trailer = offset + length - ParcelWriter.TRAILER;
    number = parcel.getLong(trailer);
    int count = parcel.getInt(trailer + Long.BYTES);
    codec = parcel.getInt(trailer + Long.BYTES + Integer.BYTES);
    if (count < 0 || count > (trailer - offset) / Long.BYTES) {
      throw new StarlingException(
          "a message of %d bytes is no object: it counts %d arrays".formatted(length, count));
    }
    end = trailer - Long.BYTES * count;
    kinds = new ArrayKind[count];
    lengths = new int[count];
    arrays = new Object[count];
    parcel.position(end);
    for (int i = 0; i < count; i++) {
      kinds[i] = ArrayKind.numbered(parcel.getInt());
      lengths[i] = parcel.getInt();
      messageBytes += kinds[i].bytes(lengths[i]);
    }
  }

  /** How many arrays are beside it. */
  public int arrays() {
    return arrays.length;
  }

  /** The number of the arrays' tag. */
  public long number() {
    return number;
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
