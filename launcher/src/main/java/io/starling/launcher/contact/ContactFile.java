package io.starling.launcher.contact;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.ThisHost;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.topology.layout.HostIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The file by which a launcher finds a job to join. It holds the job's secret, so only its owner
 * can read it.
 *
 * @param version of the Starling that runs the job
 * @param host what the job's host is called
 * @param identity of that host; see {@link HostIdentity#withProcesses}
 * @param job where its store listens
 */
public record ContactFile(String version, String host, String identity, JobFile job) {

  private static final String HEADER = "starling-contact-1";
  private static final int LINES = 7;
  private static final long MAXIMUM_BYTES = 1 << 14;
  private static final int MAXIMUM_PORT = (1 << 16) - 1;
  private static final int PATIENCE_MILLISECONDS = 1000;
  private static final Path SELF = Path.of("/proc/self");

  /** That of a job of this process. */
  public static ContactFile of(JobFile job) {
    return new ContactFile(ownVersion(), ThisHost.name(), HostIdentity.withProcesses(), job);
  }

  /** The version of this Starling. */
  private static String ownVersion() {
    String version = ContactFile.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  /**
   * Reads the file of a job that can be joined from here.
   *
   * @throws LaunchException if it can't; the message says why
   */
  public static ContactFile read(Path path) {
    ContactFile file;
    try {
      // A link may be turned between the looks at its target.
      Path target = path.toRealPath();
      file =
          parse(target)
              .orElseThrow(
                  () -> wrong(path, "it is no contact file of this version of Starling", null));
      if (!Files.getAttribute(target, "unix:uid").equals(Files.getAttribute(SELF, "unix:uid"))) {
        // Who has written it chooses what runs the ranks; in /tmp that may be anyone.
        throw wrong(path, "it is another user's; only the user of a job can join it", null);
      }
    } catch (NoSuchFileException e) {
      throw wrong(path, "there is no such file; is the job started with --contact?", e);
    } catch (IOException e) {
      throw wrong(path, "it can't be read: " + reason(e), e);
    }
    if (!file.version.equals(ownVersion())) {
      throw wrong(
          path,
          "the job is one of Starling %s, and this is %s".formatted(file.version, ownVersion()),
          null);
    }
    if (!file.identity.equals(HostIdentity.withProcesses())) {
      throw wrong(
          path,
          "the job runs on %s; only its user can join it, on the same host and in the same container"
              .formatted(file.host),
          null);
    }
    return file;
  }

  private static LaunchException wrong(Path path, String what, IOException cause) {
    return new LaunchException("--join %s: %s".formatted(path, what), cause);
  }

  /** What has gone wrong, without the name of the file. */
  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "there is no such file or folder";
      case FileSystemException known when known.getReason() != null -> known.getReason();
      default -> e.getMessage();
    };
  }

  /** Empty if it is no contact file, such as a folder, or a pipe, at which a reader would wait. */
  private static Optional<ContactFile> parse(Path path) throws IOException {
    var attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile() || attributes.size() > MAXIMUM_BYTES) {
      return Optional.empty();
    }
    List<String> lines =
        new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1).lines().toList();
    if (lines.size() != LINES || !lines.getFirst().equals(HEADER)) {
      return Optional.empty();
    }
    OptionalInt port = port(lines.get(5));
    if (port.isEmpty() || !lines.get(6).matches("([0-9a-f]{2})+")) {
      return Optional.empty();
    }
    JobFile job = new JobFile(lines.get(4), port.getAsInt(), lines.get(6));
    return Optional.of(new ContactFile(lines.get(1), lines.get(2), lines.get(3), job));
  }

  private static OptionalInt port(String digits) {
    int port = digits.matches("\\d{1,5}") ? Integer.parseInt(digits) : 0;
    return port > 0 && port <= MAXIMUM_PORT ? OptionalInt.of(port) : OptionalInt.empty();
  }

  /**
   * Refuses a path at which no file can be, or there is something else than what an ended job has
   * left.
   *
   * @throws LaunchException if so
   */
  public static void requireFree(Path path) {
    requireFolder(path);
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Optional<ContactFile> old = Files.exists(path) ? parse(path) : Optional.empty();
      if (old.isEmpty()) {
        throw new LaunchException(
            "--contact %s: there is another file of that name; remove it, or take another name"
                .formatted(path));
      }
      if (old.get().isLive()) {
        throw new LaunchException(
            "--contact %s: it is that of a job that runs on %s; take another name"
                .formatted(path, old.get().host));
      }
    } catch (IOException e) {
      throw new LaunchException("--contact %s: can't look at it: %s".formatted(path, reason(e)), e);
    }
  }

  private static void requireFolder(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new LaunchException(
          "--contact %s: there is no folder %s; make it, or take another name"
              .formatted(path, folder));
    }
    if (folder != null && !Files.isWritable(folder)) {
      throw new LaunchException(
          "--contact %s: can't write in the folder %s; take another one".formatted(path, folder));
    }
  }

  /** Whether something listens there; where it is another host, that can't be seen. */
  private boolean isLive() {
    if (!identity.equals(HostIdentity.withProcesses()) && !host.equals(ThisHost.name())) {
      return true;
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(job.host(), job.port()), PATIENCE_MILLISECONDS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Writes it with mode 600, whole or not at all.
   *
   * @throws LaunchException if it can't be written, or that of another job is there
   */
  public void write(Path path) {
    requireFree(path);
    Path whole = path.toAbsolutePath();
    String random = HexFormat.of().toHexDigits(System.nanoTime());
    Path draft = whole.resolveSibling("." + whole.getFileName() + "." + random);
    List<String> lines =
        List.of(HEADER, version, host, identity, job.host(), "" + job.port(), job.secret());
    try {
      Files.createFile(
          draft,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.write(draft, lines, StandardCharsets.ISO_8859_1);
        Files.move(draft, whole, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        // It is still there only if it could not be moved; it holds the secret.
        Files.deleteIfExists(draft);
      }
    } catch (FileAlreadyExistsException e) {
      throw new LaunchException("--contact %s: %s is in the way".formatted(path, draft), e);
    } catch (IOException e) {
      throw new LaunchException("--contact %s: can't write it: %s".formatted(path, reason(e)), e);
    }
  }

  /** Removes it, if it is still there. */
  public void remove(Path path) {
    try {
      if (parse(path).filter(this::equals).isPresent()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // It is of no use any more, and says so to those who try.
    }
  }
}
