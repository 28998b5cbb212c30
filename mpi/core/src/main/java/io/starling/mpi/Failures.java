package io.starling.mpi;

import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.MessageTruncatedException;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReadOnlyMemoryException;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/** Gives what Starling throws the class of MPI. */
public final class Failures {

  private Failures() {}

  /**
   * The failure that an exception means. Arguments were checked before, so what Starling refuses
   * beyond that is of the class ARG or OTHER.
   *
   * @param thrown what a call of Starling has thrown
   * @return a failure with its message
   */
  public static Failure of(RuntimeException thrown) {
    return thrown instanceof Failure failure
        ? failure
        : new Failure(classOf(thrown), String.valueOf(thrown.getMessage()), thrown);
  }

  private static ErrorClass classOf(RuntimeException thrown) {
    return switch (thrown) {
      case MessageTruncatedException _ -> ErrorClass.TRUNCATE;
      case ReadOnlyMemoryException _ -> ErrorClass.BUFFER;
      case RankFailedException _ -> ErrorClass.PROC_FAILED;
      case CommunicatorRevokedException _ -> ErrorClass.REVOKED;
      case UncheckedIOException io -> classOf(io.getCause());
      case StarlingException starling when starling.getCause() instanceof IOException io ->
          classOf(io);
      case StarlingException starling -> ofWords(starling, ErrorClass.OTHER);
      case UnsupportedOperationException _ -> ErrorClass.UNSUPPORTED_OPERATION;
      case IndexOutOfBoundsException _ -> ErrorClass.BUFFER;
      case IllegalArgumentException _ -> ErrorClass.ARG;
      default -> ErrorClass.OTHER;
    };
  }

  private static ErrorClass classOf(IOException io) {
    return switch (io) {
      case NoSuchFileException _, NotDirectoryException _ -> ErrorClass.NO_SUCH_FILE;
      case FileAlreadyExistsException _ -> ErrorClass.FILE_EXISTS;
      case AccessDeniedException _ -> ErrorClass.ACCESS;
      default -> ofWords(io, ErrorClass.IO);
    };
  }

  /** The words of the system: Java has no types for them, and ranks pass on only the message. */
  private static ErrorClass ofWords(Exception thrown, ErrorClass otherwise) {
    String words = String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT);
    if (words.contains("no space left")) {
      return ErrorClass.NO_SPACE;
    }
    if (words.contains("quota exceeded")) {
      return ErrorClass.QUOTA;
    }
    return words.contains("read-only file system") ? ErrorClass.READ_ONLY : otherwise;
  }
}
