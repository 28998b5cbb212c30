package io.starling.launcher.rank;

import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** How a rank tells that its main method threw: one text, so that it is written at once. */
final class UncaughtException {

  private static final int MANY_FRAMES = 256;
  private static final int SHOWN_OF_MANY = 16;

  private UncaughtException() {}

  static String describe(RankEnvironment environment, String mainClass, Throwable exception) {
    String rank = environment.description();
    return describe(rank, mainClass, exception);
  }

  static String describe(String rank, String mainClass, Throwable exception) {
    exception.setStackTrace(MainMethod.withoutTrampoline(exception.getStackTrace()));
    StringWriter text = new StringWriter();
    text.write("starling: %s: uncaught exception in %s%n".formatted(rank, mainClass));
    exception.printStackTrace(new PrintWriter(text, true));
    return withoutMiddles(text.toString().stripTrailing()) + dialectHint(exception);
  }

  /** What to do where the old package {@code mpi} is missing; empty for all else. */
  private static String dialectHint(Throwable exception) {
    for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
      if (cause instanceof NoClassDefFoundError
          && String.valueOf(cause.getMessage()).startsWith("mpi/")
          && ClassLoader.getSystemResource("mpi/MPI.class") == null) {
        return "%nstarling: the program was written for another library: start it with --mpi ompi (Open MPI's Java bindings) or --mpi mpj (MPJ Express, mpiJava)"
            .formatted();
      }
    }
    return "";
  }

  /** An endless recursion fills the screens of all ranks with a thousand frames that are alike. */
  private static String withoutMiddles(String text) {
    List<String> lines = text.lines().toList();
    List<String> kept = new ArrayList<>();
    int first = 0;
    for (int line = 0; line < lines.size(); line++) {
      if (!isFrame(lines.get(line))) {
        first = line + 1;
        kept.add(lines.get(line));
      } else if (line + 1 == lines.size() || !isFrame(lines.get(line + 1))) {
        addFrames(lines.subList(first, line + 1), kept);
      }
    }
    return String.join(System.lineSeparator(), kept);
  }

  private static boolean isFrame(String line) {
    return line.stripLeading().startsWith("at ");
  }

  private static void addFrames(List<String> frames, List<String> kept) {
    int left = frames.size() - 2 * SHOWN_OF_MANY;
    if (frames.size() <= MANY_FRAMES) {
      kept.addAll(frames);
      return;
    }
    kept.addAll(frames.subList(0, SHOWN_OF_MANY));
    kept.add("\t... %d frames left out".formatted(left));
    kept.addAll(frames.subList(frames.size() - SHOWN_OF_MANY, frames.size()));
  }
}
