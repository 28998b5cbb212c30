package io.starling.objects;

import java.security.SecureRandom;
import java.util.HexFormat;

/** What the stores of one group and their clients know, and no other program. */
public final class Secret {

  private static final int BYTES = 32;
  private static final int FEWEST_BYTES = 16;

  private final byte[] bytes;

  private Secret(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A new secret.
   *
   * @return 32 random bytes
   */
  public static Secret random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Secret(bytes);
  }

  /**
   * Reads a secret.
   *
   * @param digits 32 hexadecimal digits or more
   * @return the secret
   * @throws IllegalArgumentException for any other text, which the message leaves out
   */
  public static Secret parse(String digits) {
    byte[] bytes;
    try {
      bytes = HexFormat.of().parseHex(digits.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("the secret is not made of hexadecimal digits");
    }
    if (bytes.length < FEWEST_BYTES) {
      throw new IllegalArgumentException(
          "the secret has %d bytes, but %d or more are required"
              .formatted(bytes.length, FEWEST_BYTES));
    }
    return new Secret(bytes);
  }

  /**
   * The bytes.
   *
   * @return a copy
   */
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * The secret as {@link #parse} reads it; for files that only the user can read.
   *
   * @return hexadecimal digits
   */
  public String digits() {
    return HexFormat.of().formatHex(bytes);
  }

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "a secret";
  }
}
