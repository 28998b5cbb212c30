package io.starling.runtime.bootstrap;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * One message of the bootstrap protocol.
 *
 * <pre>
 *   length:4  type:1  number:4  nameLength:2  name (UTF-8)  value
 *             |---------------------- length bytes -------------|
 * </pre>
 */
record Frame(FrameType type, int number, String name, byte[] value) {

  static final int MAXIMUM_NAME = 512;
  static final int MAXIMUM_VALUE = 1 << 20;
  static final int MAXIMUM = 7 + MAXIMUM_NAME + MAXIMUM_VALUE;

  /** Enough for a greeting: what a stranger may make the store allocate. */
  static final int MAXIMUM_HELLO = 256;

  private static final int HEADER = 7;
  private static final byte[] NOTHING = {};

  static Frame of(FrameType type, int number, String name) {
    return new Frame(type, number, name, NOTHING);
  }

  /**
   * Reads the next message; its announced length is checked before anything is allocated.
   *
   * @throws EOFException if the other side has closed the connection
   */
  static Frame read(DataInputStream in, int maximum) throws IOException {
    int length = in.readInt();
    if (length < HEADER || length > maximum) {
      throw new IOException("message of " + length + " bytes; at most " + maximum + " are allowed");
    }
    FrameType type = FrameType.of(in.readUnsignedByte());
    int number = in.readInt();
    int nameLength = in.readUnsignedShort();
    if (nameLength > MAXIMUM_NAME || nameLength > length - HEADER) {
      throw new IOException("name of " + nameLength + " bytes in a message of " + length);
    }
    String name = new String(exactly(in, nameLength), StandardCharsets.UTF_8);
    return new Frame(type, number, name, exactly(in, length - HEADER - nameLength));
  }

  void write(DataOutputStream out) throws IOException {
    byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
    out.writeInt(HEADER + encoded.length + value.length);
    out.writeByte(type.ordinal());
    out.writeInt(number);
    out.writeShort(encoded.length);
    out.write(encoded);
    out.write(value);
  }

  private static byte[] exactly(DataInputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("connection ended within a message");
    }
    return bytes;
  }
}
