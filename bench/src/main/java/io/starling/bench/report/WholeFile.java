package io.starling.bench.report;

import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.output.UnwritableException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import picocli.CommandLine;

/** Writes a file whole or not at all. */
public final class WholeFile {

  private WholeFile() {}

  /**
   * The same for two files, which must not be one.
   *
   * @throws IllegalArgumentException if not
   */
  public static void check(String option, Path file, String other, Path otherFile) {
    check(option, file);
    check(other, otherFile);
    StandardOutput.check(option, file, other, otherFile);
    if (file != null
        && otherFile != null
        && file.toAbsolutePath().normalize().equals(otherFile.toAbsolutePath().normalize())) {
      throw new IllegalArgumentException(
          "%s and %s: both would be written to %s".formatted(option, other, file));
    }
  }

  /**
   * Whether {@link #write} can be expected to work, before the work that is to be written.
   *
   * @param option what the user gave the file with, for the message
   * @param file null for none
   * @throws IllegalArgumentException if not
   */
  public static void check(String option, Path file) {
    if (file == null || StandardOutput.is(file)) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "%s: cannot write %s: %s"
              .formatted(
                  option,
                  file,
                  Files.isDirectory(file) ? "it is a folder" : "there is no folder " + folder));
    }
    if (!Files.isWritable(folder)) {
      throw new IllegalArgumentException(
          "%s: you may not write into the folder %s".formatted(option, folder));
    }
  }

  /**
   * Whether files can be written into a folder.
   *
   * @param option what the user gave the folder with, for the message
   * @param folder null for none
   * @throws IllegalArgumentException if not
   */
  public static void checkFolder(String option, Path folder) {
    if (folder == null) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "%s: %s %s"
              .formatted(
                  option,
                  Files.exists(folder) ? "this is not a folder:" : "there is no folder",
                  folder));
    }
    if (!Files.isWritable(folder)) {
      throw new IllegalArgumentException(
          "%s: you may not write into the folder %s".formatted(option, folder));
    }
  }

  /**
   * Empties a file that lines will be added to.
   *
   * @throws IllegalArgumentException if it cannot be written; the message names the option
   */
  public static void empty(String option, Path file) {
    if (StandardOutput.is(file)) {
      return;
    }
    try {
      Files.write(file, new byte[0]);
    } catch (IOException e) {
      throw new IllegalArgumentException(option + ": cannot write " + file + ": " + e, e);
    }
  }

  /** Where lines for programs go; to nothing where no file is given. */
  public static Writer lines(CommandLine command, Optional<Path> file) throws IOException {
    return file.isEmpty() ? Writer.nullWriter() : StandardOutput.open(command, file.get());
  }

  /** Writes a file, or to the command's standard output where the file is {@code -}. */
  public static void write(CommandLine command, Path file, String text) {
    if (StandardOutput.is(file)) {
      command.getOut().print(text);
      command.getOut().flush();
    } else {
      write(file, text);
    }
  }

  /**
   * The same for a result that took long: where it cannot be written, the command's standard output
   * gets it.
   *
   * @throws UnwritableException if it cannot be written
   */
  public static void keep(CommandLine command, Path file, String text) {
    try {
      write(command, file, text);
    } catch (UnwritableException e) {
      command.getOut().print(text);
      command.getOut().flush();
      throw new UnwritableException(e.getMessage() + "; what it would have is above", e);
    }
  }

  /**
   * Refuses to replace a file that is read.
   *
   * @throws IllegalArgumentException if both are the same
   */
  public static void checkInput(String option, Path file, String input, Path inputFile) {
    if (file != null
        && inputFile != null
        && file.toAbsolutePath().normalize().equals(inputFile.toAbsolutePath().normalize())) {
      throw new IllegalArgumentException(
          "%s would replace %s, which %s reads".formatted(option, file, input));
    }
  }

  /**
   * Replaces the file; what is no plain file, such as a pipe, is written to as it stands.
   *
   * @throws UnwritableException if it cannot be written; the message names it
   */
  public static void write(Path file, String text) {
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a folder");
      }
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        Files.writeString(file, text);
      } else {
        replace(file.toAbsolutePath(), text);
      }
    } catch (NoSuchFileException e) {
      throw new UnwritableException("cannot write '" + file + "': there is no folder for it", e);
    } catch (IOException e) {
      throw new UnwritableException("cannot write '" + file + "': " + e.getMessage(), e);
    }
  }

  private static void replace(Path file, String text) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file;
    Path draft =
        target.resolveSibling(
            "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".draft");
    try {
      Files.writeString(draft, text);
      try {
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException _) {
        Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
