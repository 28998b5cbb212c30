package io.starling.collectives.parcel;

import io.starling.collectives.Codec;
import io.starling.runtime.Buffer;
import io.starling.runtime.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * An object on its way out: bytes, and the arrays beside them.
 *
 * <pre>
 *   length 4 | arrays 4 | number 8 | stream of the codec ... | kind 4, length 4 of each array ... | codec 4
 * </pre>
 *
 * <p>The number is that of the tag of what does not fit into the first message: the rest, and the
 * arrays. If a rank could not encode its object, the stream is the reason as a text, and the codec
 * is {@link #FAILURE}.
 */
public final class ParcelWriter extends Codec.Sink {

  /** The most bytes of the first message of a parcel. Its header says whether there are others. */
  public static final int BLOCK = 4096;

  /** How many bytes precede the stream. */
  static final int HEADER = 16;

  /** Where the header has the number of arrays. */
  static final int ARRAYS_AT = 4;

  /** Where it has the number of the tag. */
  static final int NUMBER_AT = 8;

  /** How many bytes follow the last array's kind and length. */
  static final int TRAILER = 4;

  /** In place of a codec: the parcel says why there is no object. */
  static final int FAILURE = 0;

  /** The shortest array that travels beside the stream, in bytes. */
  static final int LEAST_BESIDE = 4096;

  private static final int FIRST_CAPACITY = 512;

  /** A writer that has become longer is not used again, so that its memory is free. */
  private static final int LARGEST_KEPT = 1 << 20;

  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final List<Object> arrays = new ArrayList<>();
  private byte[] bytes = new byte[FIRST_CAPACITY];
  private Memory memory = memory();
  private int length = HEADER;
  private boolean isKept;

  private Memory memory() {
    return Memory.of(MemorySegment.ofArray(bytes));
  }

  /** The number that stands for a codec in messages. */
  static int number(Codec codec) {
    return codec.name().hashCode() | 1;
  }

  @Override
  public void write(int oneByte) throws IOException {
    require(1);
    bytes[length++] = (byte) oneByte;
  }

  @Override
  public void write(byte[] source, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, source.length);
    require(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  @Override
  public int beside(Object array) {
    ArrayKind kind = ArrayKind.of(array);
    if (kind == null || kind.bytes(Array.getLength(array)) < LEAST_BESIDE) {
      return -1;
    }
    arrays.add(array);
    return arrays.size() - 1;
  }

  private void require(int count) throws IOException {
    if (count <= bytes.length - length) {
      return;
    }
    long needed = (long) length + count;
    if (needed > LARGEST) {
      throw new IOException("it is longer than 2 GiB, without its large arrays");
    }
    bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(needed, 2L * bytes.length)));
    memory = memory();
  }

  /** Ends the stream of a codec. */
  public ParcelWriter seal(Codec codec) throws IOException {
    require(TRAILER + Long.BYTES * arrays.size());
    ByteBuffer end = ByteBuffer.wrap(bytes, length, bytes.length - length);
    for (Object array : arrays) {
      end.putInt(ArrayKind.of(array).ordinal()).putInt(Array.getLength(array));
    }
    end.putInt(number(codec));
    length = end.position();
    putHeader();
    return this;
  }

  private void putHeader() {
    ByteBuffer.wrap(bytes).putInt(length).putInt(arrays.size()).putLong(0);
  }

  /** A parcel that says why there is no object. */
  public static ParcelWriter ofFailure(String reason) {
    ParcelWriter parcel = new ParcelWriter();
    byte[] text = reason.getBytes(StandardCharsets.UTF_8);
    parcel.bytes = new byte[HEADER + text.length + TRAILER];
    System.arraycopy(text, 0, parcel.bytes, HEADER, text.length);
    parcel.length = parcel.bytes.length;
    parcel.memory = parcel.memory();
    parcel.putHeader();
    return parcel;
  }

  /** Sets the number of the tag of what does not fit into the first message. */
  public void number(long itsNumber) {
    ByteBuffer.wrap(bytes).putLong(NUMBER_AT, itsNumber);
  }

  /** The number that was set; 0 if there is none yet. */
  public long number() {
    return ByteBuffer.wrap(bytes).getLong(NUMBER_AT);
  }

  /** Lets {@link #clear} do nothing, from now on. */
  public void keep() {
    isKept = true;
  }

  /** Whether all of it is in the first message. */
  public boolean isOneMessage() {
    return length <= BLOCK && arrays.isEmpty();
  }

  /** Forgets the object; returns whether the writer is worth keeping. */
  public boolean clear() {
    if (isKept) {
      return false;
    }
    arrays.clear();
    length = HEADER;
    return bytes.length <= LARGEST_KEPT;
  }

  /** The memory at whose beginning the parcel is, {@link #length} bytes long. */
  public Memory contents() {
    return memory;
  }

  /** The length in bytes, without arrays. */
  public int length() {
    return length;
  }

  /** A part of the parcel, without arrays. */
  public Buffer part(int offset, int count) {
    return Buffer.of(bytes, offset, count);
  }

  /** Copies the first bytes to an array. */
  public void copyTo(byte[] into, int at, int count) {
    System.arraycopy(bytes, 0, into, at, count);
  }

  /** How many arrays are beside it. */
  public int arrays() {
    return arrays.size();
  }

  /** The memory of an array. */
  public Memory array(int number) {
    return ArrayKind.memory(arrays.get(number));
  }

  /** An array as a buffer. */
  public Buffer arrayBuffer(int number) {
    return ArrayKind.buffer(arrays.get(number));
  }
}
