package io.starling.launcher.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The class archives of this user, in {@code archives} of the {@link UserCache}. */
public final class ArchiveFolder {

  private static final int KEPT = 16;

  private final Path folder;

  private ArchiveFolder(Path folder) {
    this.folder = folder;
  }

  /** The folder that these variables point at, if the user has one; it may not exist yet. */
  public static Optional<ArchiveFolder> of(Map<String, String> environment) {
    return UserCache.folder(environment).map(cache -> new ArchiveFolder(cache.resolve("archives")));
  }

  /** Where the archive of the key is, once it is made. */
  public Path file(ArchiveKey key) {
    return folder.resolve(key.fileName());
  }

  /** Left behind where making the archive failed, so that not every job tries again. */
  public Path failureMark(ArchiveKey key) {
    return folder.resolve(key.digest() + ".failed");
  }

  /** A file beside the archives for one that is being made. */
  public Path temporary(String suffix) throws IOException {
    Files.createDirectories(folder);
    return Files.createTempFile(folder, "new-", suffix);
  }

  /** Puts a finished archive in place, at once and for all jobs, and removes the oldest ones. */
  public void install(Path made, ArchiveKey key) throws IOException {
    Files.move(made, file(key), StandardCopyOption.ATOMIC_MOVE);
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> newestFirst =
          files.sorted(Comparator.comparing(ArchiveFolder::time).reversed()).toList();
      for (Path old : newestFirst.stream().skip(KEPT).toList()) {
        Files.deleteIfExists(old);
      }
    }
  }

  private static FileTime time(Path path) {
    try {
      return Files.getLastModifiedTime(path);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }
}
