package io.starling.runtime.bootstrap.api;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;

/**
 * The address of the bootstrap store and the job's secret. They are passed in a file that only its
 * owner can read, so that the secret is in no command line, environment or log.
 *
 * @param host the address of the interface on which the store listens
 * @param port its TCP port
 * @param secret the job's random secret in hexadecimal digits
 */
public record JobFile(String host, int port, String secret) {

  private static final String HEADER = "starling-job-1";

  /**
   * Reads the file that {@link RankEnvironment#jobFile} names.
   *
   * @throws IOException if it can't be read or is not a job file
   */
  public static JobFile read(Path path) throws IOException {
    List<String> lines = Files.readAllLines(path, StandardCharsets.US_ASCII);
    if (lines.size() != 4 || !lines.get(0).equals(HEADER)) {
      throw new IOException(path + " is not a job file of this version of Starling");
    }
    try {
      HexFormat.of().parseHex(lines.get(3));
      return new JobFile(lines.get(1), Integer.parseInt(lines.get(2)), lines.get(3));
    } catch (IllegalArgumentException e) {
      throw new IOException(path + " is a damaged job file: " + e.getMessage(), e);
    }
  }

  /**
   * Writes a new file of mode 600.
   *
   * @throws IOException if the file exists already or can't be written
   */
  public void write(Path path) throws IOException {
    var permissions =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    String text = String.join("\n", HEADER, host, Integer.toString(port), secret) + "\n";
    try (var channel = Files.newByteChannel(path, options, permissions)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  /** The secret itself. */
  public byte[] secretBytes() {
    return HexFormat.of().parseHex(secret);
  }

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "JobFile[" + host + ":" + port + "]";
  }
}
