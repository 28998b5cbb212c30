package io.starling.launcher.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A folder with the output of a job, two files a rank: {@code rank-003.out} and {@code
 * rank-003.err}. What another job has left there is never touched. When a file can't be written any
 * more, the folder is given up as a whole.
 */
public final class OutputFolder implements AutoCloseable {

  private static final int FEWEST_DIGITS = 3;

  private final Path folder;
  private final int digits;
  private final Consumer<String> onBroken;
  private final List<OutputStream> open = new ArrayList<>();
  private volatile boolean broken;

  private OutputFolder(Path folder, int digits, Consumer<String> onBroken) {
    this.folder = folder;
    this.digits = digits;
    this.onBroken = onBroken;
  }

  /**
   * Makes the folder where there is none, and an empty file for each stream.
   *
   * @param onBroken called once when a file can't be written any more, with a sentence about it
   * @throws IOException that says what is wrong and what to do
   */
  public static OutputFolder create(Path folder, int ranks, Consumer<String> onBroken)
      throws IOException {
    int digits = Math.max(FEWEST_DIGITS, Integer.toString(ranks - 1).length());
    var made = new OutputFolder(folder, digits, onBroken);
    try {
      Files.createDirectories(folder);
      for (int rank = 0; rank < ranks; rank++) {
        for (RankStream stream : RankStream.values()) {
          Files.createFile(made.file(rank, stream));
        }
      }
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          Path.of(e.getFile()).equals(folder)
              ? "it is not a folder"
              : "it holds output already, %s: name another folder, or remove it"
                  .formatted(Path.of(e.getFile()).getFileName()),
          e);
    } catch (FileSystemException e) {
      throw new IOException("cannot make " + e.getFile() + ": " + reason(e), e);
    }
    return made;
  }

  /** Some of these exceptions say no more than their file. */
  private static String reason(FileSystemException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "there is no such folder";
      default -> e.getReason() == null ? e.getMessage() : e.getReason();
    };
  }

  private Path file(int rank, RankStream stream) {
    return folder.resolve(("rank-%0" + digits + "d.%s").formatted(rank, stream.suffix()));
  }

  /** One file, opened when there is something to write. */
  public final class RankFile {

    private final Path path;
    private OutputStream out;

    private RankFile(Path path) {
      this.path = path;
    }

    /** Returns false if the bytes may not be there, because the folder has been given up. */
    boolean write(byte[] bytes, int offset, int length) {
      if (broken) {
        return false;
      }
      try {
        if (out == null) {
          out = open(path);
        }
        out.write(bytes, offset, length);
        return true;
      } catch (IOException e) {
        giveUp(path, e);
        return false;
      }
    }
  }

  /** The file for one stream; to be written by one thread at a time. */
  public RankFile target(int rank, RankStream stream) {
    return new RankFile(file(rank, stream));
  }

  private synchronized OutputStream open(Path path) throws IOException {
    OutputStream out =
        Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    open.add(out);
    return out;
  }

  private synchronized void giveUp(Path path, IOException cause) {
    if (!broken) {
      broken = true;
      onBroken.accept(
          "cannot write %s: %s; from here on all output is shown here instead"
              .formatted(path, cause.getMessage()));
    }
  }

  /** Whether something is missing in the files. */
  public boolean isBroken() {
    return broken;
  }

  @Override
  public synchronized void close() {
    for (OutputStream out : open) {
      try {
        out.close();
      } catch (IOException e) {
        giveUp(folder, e);
      }
    }
  }
}
