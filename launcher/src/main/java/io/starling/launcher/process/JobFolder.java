package io.starling.launcher.process;

import io.starling.runtime.bootstrap.api.JobFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;

/**
 * The folder of mode 700 that holds the job file while the job runs.
 *
 * <p>A launcher that is killed leaves it. So each one holds a lock on its job file, which ends with
 * its process, and removes the folders of this user whose files are not locked. The folder's name
 * has the number of the launcher's process: a process that looks at a lock of its own ends it.
 */
final class JobFolder implements AutoCloseable {

  private static final String PREFIX = "starling-";
  private static final String JOB_FILE = "job";

  /** Longer than it takes to lock a file that was just made. */
  private static final Duration LEFT_BEHIND = Duration.ofMinutes(1);

  private final Path folder;
  private final Path jobFile;
  private final FileChannel lock;

  JobFolder(JobFile content) throws IOException {
    folder = Files.createTempDirectory(root(), own());
    jobFile = folder.resolve(JOB_FILE);
    try {
      content.write(jobFile);
      lock = FileChannel.open(jobFile, StandardOpenOption.WRITE);
      lock();
    } catch (IOException | RuntimeException | Error e) {
      remove(folder);
      throw e;
    }
    removeLeftBehind();
  }

  /** Where the file system has no locks, other launchers can't look at this one either. */
  private void lock() {
    try {
      lock.lock();
    } catch (IOException e) {
      // The folder of a killed launcher stays there.
    }
  }

  /** How the names of this process's folders begin. */
  static String own() {
    return PREFIX + ProcessHandle.current().pid() + "-";
  }

  /** Where the folders of all jobs are. */
  static Path root() {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    boolean usable = runtime != null && Files.isWritable(Path.of(runtime));
    return Path.of(usable ? runtime : System.getProperty("java.io.tmpdir"));
  }

  private void removeLeftBehind() {
    try (var folders = Files.newDirectoryStream(root(), PREFIX + "*")) {
      UserPrincipal user = Files.getOwner(folder);
      for (Path found : folders) {
        if (!found.getFileName().toString().startsWith(own())
            && Files.isDirectory(found, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(found, LinkOption.NOFOLLOW_LINKS).equals(user)
            && isLeftBehind(found.resolve(JOB_FILE))) {
          remove(found);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // What can't be looked at, or has gone meanwhile, is left to the next job.
    }
  }

  private static boolean isLeftBehind(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    Instant made = Files.getLastModifiedTime(file).toInstant();
    if (made.isAfter(Instant.now().minus(LEFT_BEHIND))) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return channel.tryLock() != null;
    }
  }

  private static void remove(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(JOB_FILE));
    Files.deleteIfExists(folder);
  }

  Path jobFile() {
    return jobFile;
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      remove(folder);
    }
  }
}
