package io.starling.runtime.net;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;

/** Bytes that cannot be guessed. */
public final class RandomBytes {

  private static final String SYSTEM = "/dev/urandom";

  private RandomBytes() {}

  /**
   * The kernel's, from which {@link SecureRandom} takes its own too; but to load that and its
   * providers costs every rank some 30 ms of processor time at its start.
   */
  public static byte[] next(int count) {
    return next(count, SYSTEM);
  }

  /** From another file; where that gives too few, as in a folder without devices, from the JDK. */
  static byte[] next(int count, String file) {
    try (InputStream in = new FileInputStream(file)) {
      byte[] bytes = in.readNBytes(count);
      if (bytes.length == count) {
        return bytes;
      }
    } catch (IOException e) {
      // The JDK has others.
    }
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
