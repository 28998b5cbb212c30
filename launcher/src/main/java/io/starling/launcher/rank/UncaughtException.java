package io.starling.launcher.rank;

import io.starling.runtime.bootstrap.RankEnvironment;
import java.io.PrintWriter;
import java.io.StringWriter;

/** How a rank tells that its main method threw: one text, so that it is written at once. */
final class UncaughtException {

  private UncaughtException() {}

  static String describe(RankEnvironment environment, String mainClass, Throwable exception) {
    String rank = "rank %d of %d".formatted(environment.rank(), environment.size());
    return describe(rank, mainClass, exception);
  }

  static String describe(String rank, String mainClass, Throwable exception) {
    exception.setStackTrace(MainMethod.withoutTrampoline(exception.getStackTrace()));
    StringWriter text = new StringWriter();
    text.write("starling: %s: uncaught exception in %s%n".formatted(rank, mainClass));
    exception.printStackTrace(new PrintWriter(text, true));
    return text.toString().stripTrailing();
  }
}
