package io.starling.runtime.bootstrap.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/** A file with a user-made secret, the same for all ranks of a job. */
final class SecretFile {

  /**
   * Set in every pod. A secret is mounted there for the pod alone, so its file mode does not
   * matter.
   */
  static final String IN_A_POD = "KUBERNETES_SERVICE_HOST";

  private static final int FEWEST_BYTES = 16;
  private static final int MOST_BYTES = 1 << 16;

  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private SecretFile() {}

  /**
   * Reads the file.
   *
   * @return its digest in hexadecimal digits, as {@link JobFile} takes it
   * @throws IllegalArgumentException if it is too short or too long, or other users can read it
   * @throws IOException if it can't be read
   */
  static String read(Path file, Map<String, String> environment) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    permissions.retainAll(OF_OTHERS);
    if (!permissions.isEmpty() && !environment.containsKey(IN_A_POD)) {
      throw new IllegalArgumentException(
          "other users can read the secret in %s (mode %s); run chmod 600 on it"
              .formatted(file, permissions));
    }
    byte[] secret;
    try (var stream = Files.newInputStream(file)) {
      secret = stream.readNBytes(MOST_BYTES + 1);
    }
    if (secret.length < FEWEST_BYTES || secret.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the secret in %s has %s bytes, but %d to %d random bytes are required, such as from 'head -c 32 /dev/urandom'"
              .formatted(
                  file,
                  secret.length > MOST_BYTES ? "over " + MOST_BYTES : secret.length,
                  FEWEST_BYTES,
                  MOST_BYTES));
    }
    return HexFormat.of().formatHex(digest(secret));
  }

  private static byte[] digest(byte[] secret) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(secret);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
