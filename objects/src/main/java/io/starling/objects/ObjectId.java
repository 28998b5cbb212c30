package io.starling.objects;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The name of an object: 16 bytes. A program makes one at random or from a text that several
 * programs know.
 *
 * @param high the first eight bytes
 * @param low the last eight bytes
 */
public record ObjectId(long high, long low) implements Comparable<ObjectId> {

  /** The length of an id in bytes. */
  public static final int BYTES = 16;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TEXT_LENGTH = 2 * BYTES;

  /**
   * The id of a text; the same text gives the same id in every program.
   *
   * @param text any text, such as {@code "gradient-17"}
   * @return the first 16 bytes of its SHA-256
   */
  public static ObjectId of(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return new ObjectId(bigEndian(digest, 0), bigEndian(digest, Long.BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * An id that no other call makes.
   *
   * @return 16 random bytes
   */
  public static ObjectId random() {
    return new ObjectId(RANDOM.nextLong(), RANDOM.nextLong());
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @param text 32 hexadecimal digits
   * @return the id
   * @throws IllegalArgumentException for any other text
   */
  public static ObjectId parse(String text) {
    if (text.length() != TEXT_LENGTH || !text.chars().allMatch(HexFormat::isHexDigit)) {
      throw new IllegalArgumentException(
          "'%s' is not an object id, which has %d hexadecimal digits".formatted(text, TEXT_LENGTH));
    }
    return new ObjectId(
        HexFormat.fromHexDigitsToLong(text, 0, BYTES),
        HexFormat.fromHexDigitsToLong(text, BYTES, TEXT_LENGTH));
  }

  @Override
  public int compareTo(ObjectId other) {
    int order = Long.compareUnsigned(high, other.high);
    return order != 0 ? order : Long.compareUnsigned(low, other.low);
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }

  private static long bigEndian(byte[] bytes, int offset) {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | Byte.toUnsignedInt(bytes[offset + i]);
    }
    return value;
  }
}
