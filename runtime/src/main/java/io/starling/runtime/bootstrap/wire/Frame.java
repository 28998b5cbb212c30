package io.starling.runtime.bootstrap.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * One message of the bootstrap protocol.
 *
 * <pre>
 *   length:4  type:1  number:4  nameLength:2  name (UTF-8)  value
 *             |---------------------- length bytes -------------|
 * </pre>
 *
 * <p>It is encoded once, however many it is sent to. For one thread.
 */
public final class Frame {

  public static final int MAXIMUM_NAME = 512;

  /** The largest value of a user, in bytes. */
  public static final int MAXIMUM_VALUE = 1 << 20;

  private static final int HEADER = 7;

  /** What a store may wrap around a user's value: ranks and lengths. */
  private static final int WRAPPING = 1 << 16;

  /** The largest set of ranks beside a user's value, its length and its rank, in bytes. */
  static final int MAXIMUM_MEMBERS = WRAPPING - 3 * Integer.BYTES;

  public static final int MAXIMUM = HEADER + MAXIMUM_NAME + MAXIMUM_VALUE + WRAPPING;

  /** Enough for a greeting: what a stranger may make the store allocate. */
  public static final int MAXIMUM_HELLO = 256;

  /** The round of a report without a question: the rank has come to its main method. */
  public static final int STARTED = 0;

  private static final byte[] NOTHING = {};

  private final FrameType type;
  private final int number;
  private final String name;
  private final byte[] value;
  private ByteBuffer encoded;

  public Frame(FrameType type, int number, String name, byte[] value) {
    this.type = type;
    this.number = number;
    this.name = name;
    this.value = value;
  }

  public static Frame of(FrameType type, int number, String name) {
    return new Frame(type, number, name, NOTHING);
  }

  public FrameType type() {
    return type;
  }

  public int number() {
    return number;
  }

  public String name() {
    return name;
  }

  public byte[] value() {
    return value;
  }

  /** The length that a message announces, checked before anything is allocated for it. */
  public static int checkedLength(int length, int maximum) throws IOException {
    if (length < HEADER || length > maximum) {
      throw new IOException("message of " + length + " bytes; at most " + maximum + " are allowed");
    }
    return length;
  }

  /** Reads what follows the length: the buffer's remaining bytes. */
  public static Frame decode(ByteBuffer body) throws IOException {
    FrameType type = FrameType.of(body.get());
    int number = body.getInt();
    int nameLength = Short.toUnsignedInt(body.getShort());
    if (nameLength > MAXIMUM_NAME || nameLength > body.remaining()) {
      throw new IOException("name of " + nameLength + " bytes is too long for its message");
    }
    String name = text(body.slice(body.position(), nameLength));
    byte[] value = new byte[body.remaining() - nameLength];
    body.position(body.position() + nameLength).get(value);
    return new Frame(type, number, name, value);
  }

  /** Refuses what is no text: its replacement may be too long for who gets it next. */
  private static String text(ByteBuffer bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
  }

  /** The bytes to be sent, with a position of their own. */
  public ByteBuffer encode() {
    if (encoded == null) {
      byte[] text = name.getBytes(StandardCharsets.UTF_8);
      int length = HEADER + text.length + value.length;
      encoded =
          ByteBuffer.allocate(Integer.BYTES + length)
              .putInt(length)
              .put((byte) type.code())
              .putInt(number)
              .putShort((short) text.length)
              .put(text)
              .put(value)
              .flip();
    }
    return encoded.duplicate();
  }
}
