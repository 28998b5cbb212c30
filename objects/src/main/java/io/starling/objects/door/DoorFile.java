package io.starling.objects.door;

import io.starling.objects.Secret;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * The file by which programs find a store of their host, and other stores a store to join. Only its
 * owner may read it, as it contains the secret.
 *
 * @param process the number of the store's process
 * @param host its host, for people
 * @param socket where programs connect
 * @param memory what programs map
 * @param length the bytes of the memory
 * @param address where other stores connect
 * @param secret of the stores
 */
public record DoorFile(
    long process,
    String host,
    Path socket,
    Path memory,
    long length,
    InetSocketAddress address,
    Secret secret) {

  /** What the memory of stores is called. */
  public static final String MEMORY = "starling-objects";

  private static final String FORMAT = "starling-objects-1";
  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  /** Where the file of a store with a name is, on a host with a name. */
  public static Path named(String name, String host, Path home) {
    return home.resolve(".starling").resolve("objects").resolve(name + "@" + host);
  }

  /**
   * Writes the file, as a whole.
   *
   * @throws IOException if that is not possible
   */
  public void write(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    StringBuilder text = new StringBuilder();
    Map.of(
            "format", FORMAT,
            "process", Long.toString(process),
            "host", host,
            "socket", socket.toString(),
            "memory", memory.toString(),
            "length", Long.toString(length),
            "address", address.getAddress().getHostAddress(),
            "port", Integer.toString(address.getPort()),
            "secret", secret.digits())
        .forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    Path fresh =
        Files.createTempFile(
            folder,
            ".store",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(fresh, text, StandardCharsets.UTF_8);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** Whether the store that wrote it still has its memory; for a file of this host. */
  public boolean isAlive() {
    try {
      return Files.readSymbolicLink(memory).toString().contains(MEMORY);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it can't be read
   * @throws IllegalArgumentException if it is none of a store, or others may read it
   */
  public static DoorFile read(Path file) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    permissions.retainAll(OF_OTHERS);
    if (!permissions.isEmpty()) {
      throw new IllegalArgumentException(
          "other users can read the secret in %s; run chmod 600 on it".formatted(file));
    }
    Properties values = parse(text(file));
    if (!FORMAT.equals(values.getProperty("format"))) {
      throw new IllegalArgumentException(file + " is no file of a store of this version");
    }
    try {
      long length = Long.parseLong(values.getProperty("length"));
      if (length <= 0) {
        throw new IllegalArgumentException("its memory has %d bytes".formatted(length));
      }
      return new DoorFile(
          Long.parseLong(values.getProperty("process")),
          values.getProperty("host"),
          Path.of(values.getProperty("socket")),
          Path.of(values.getProperty("memory")),
          length,
          new InetSocketAddress(
              values.getProperty("address"), Integer.parseInt(values.getProperty("port"))),
          Secret.parse(values.getProperty("secret")));
    } catch (NullPointerException | IllegalArgumentException e) {
      throw new IllegalArgumentException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is damaged: it is no text", e);
    }
  }

  private static Properties parse(String text) {
    Properties values = new Properties();
    try {
      values.load(new StringReader(text.replace("\\", "\\\\")));
    } catch (IOException e) {
      throw new UncheckedIOException("a text can be read", e);
    }
    return values;
  }
}
