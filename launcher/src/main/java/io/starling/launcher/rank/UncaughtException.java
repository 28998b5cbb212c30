package io.starling.launcher.rank;

import io.starling.runtime.bootstrap.RankEnvironment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

/** How a rank tells that its main method threw: one text, so that it is written at once. */
final class UncaughtException {

  private UncaughtException() {}

  static String describe(RankEnvironment environment, String mainClass, Throwable exception) {
    exception.setStackTrace(withoutTrampoline(exception.getStackTrace()));
    StringWriter text = new StringWriter();
    text.write(
        "starling: rank %d of %d: uncaught exception in %s%n"
            .formatted(environment.rank(), environment.size(), mainClass));
    exception.printStackTrace(new PrintWriter(text, true));
    return text.toString().stripTrailing();
  }

  private static StackTraceElement[] withoutTrampoline(StackTraceElement[] frames) {
    int end = frames.length;
    String trampoline = UncaughtException.class.getPackageName();
    while (end > 0
        && (frames[end - 1].getClassName().startsWith(trampoline)
            || frames[end - 1].getClassName().startsWith("java.lang.invoke."))) {
      end--;
    }
    return end == 0 ? frames : Arrays.copyOf(frames, end);
  }
}
