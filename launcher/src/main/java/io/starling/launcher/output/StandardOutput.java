package io.starling.launcher.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The file {@code -} of options such as {@code --json FILE}: the standard output. What a command
 * tells people goes to the standard error then.
 */
public final class StandardOutput {

  private static final String NAME = "-";

  private StandardOutput() {}

  /** Whether the option's file, which may be null for none, is the standard output. */
  public static boolean is(Path file) {
    return file != null && file.toString().equals(NAME);
  }

  /** Whether nothing can be written to it any more: its reader has gone, or the disk is full. */
  public static boolean isBroken() {
    return System.out.checkError();
  }

  /** Where a command writes what is for people, with these files for machines; null for none. */
  public static PrintWriter text(CommandLine command, Path... files) {
    return isTaken(files) ? command.getErr() : command.getOut();
  }

  /** Whether that is welcome in colours. */
  public static boolean isTextColoured(Path... files) {
    return (isTaken(files) ? Terminal.ERROR : Terminal.OUTPUT).isColoured();
  }

  private static boolean isTaken(Path... files) {
    return Stream.of(files).anyMatch(StandardOutput::is);
  }

  /**
   * Checks that at most one of two options takes the standard output.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static void check(String option, Path file, String other, Path otherFile) {
    if (is(file) && is(otherFile)) {
      throw new IllegalArgumentException(
          "%s - and %s -: only one of them can be the standard output".formatted(option, other));
    }
  }

  /** A writer of the file, or of the command's standard output, which stays open. */
  public static Writer open(CommandLine command, Path file) throws IOException {
    if (!is(file)) {
      return Files.newBufferedWriter(file);
    }
    return new FilterWriter(command.getOut()) {
      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }
}
