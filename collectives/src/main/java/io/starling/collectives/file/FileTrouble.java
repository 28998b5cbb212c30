package io.starling.collectives.file;

import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** What failures of the system mean, and what helps. */
final class FileTrouble {

  private FileTrouble() {}

  /** The exception for a rank whose access has failed. */
  static StarlingException of(int rank, Path path, IOException cause) {
    return new StarlingException(
        "rank %d: %s: %s".formatted(rank, path, reason(path, cause)), cause);
  }

  /** The exception that all ranks of a call hear of, also for an error of this one's JVM. */
  static RuntimeException ofAny(int rank, Path path, Throwable cause) {
    return switch (cause) {
      case RuntimeException known -> known;
      case IOException failed -> of(rank, path, failed);
      default -> new StarlingException("rank %d: %s: %s".formatted(rank, path, cause), cause);
    };
  }

  private static String reason(Path path, IOException cause) {
    return switch (cause) {
      case NoSuchFileException _ when isNoFolder(path) ->
          "there is no folder %s on this host; make it before".formatted(path.getParent());
      case NoSuchFileException _ ->
          "there is no such file on this host; OpenMode.CREATE makes it, and all hosts must see the"
              + " same file system";
      case FileAlreadyExistsException _ ->
          "the file exists; delete it before, or open it without OpenMode.EXCLUSIVE";
      case AccessDeniedException _ ->
          "access is denied; check the permissions of file and folder, or open it with"
              + " OpenMode.READ_ONLY";
      case ClosedByInterruptException _ ->
          "the thread was interrupted; a part of the data may have been transferred";
      default -> reasonOf(path, cause);
    };
  }

  private static boolean isNoFolder(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    return folder != null && !Files.isDirectory(folder);
  }

  private static String reasonOf(Path path, IOException cause) {
    String words =
        cause instanceof FileSystemException system && system.getReason() != null
            ? system.getReason()
            : cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String known = words.toLowerCase(Locale.ROOT);
    if (known.contains("no space left") || known.contains("quota exceeded")) {
      return words + free(path) + "; a part of the data may have been written";
    }
    if (known.contains("not a directory")) {
      return "there is no folder %s on this host: %s".formatted(path.getParent(), words);
    }
    if (known.contains("is a directory")) {
      return words + "; name a file";
    }
    if (known.contains("read-only file system")) {
      return words + "; open it with OpenMode.READ_ONLY, or write elsewhere";
    }
    if (known.contains("file too large")) {
      return words + "; the file system or 'ulimit -f' allows no larger file";
    }
    return words + "; the system's log may say more";
  }

  private static String free(Path path) {
    try {
      return ", %d bytes are free of %d"
          .formatted(
              Files.getFileStore(path).getUsableSpace(), Files.getFileStore(path).getTotalSpace());
    } catch (IOException e) {
      return "";
    }
  }
}
