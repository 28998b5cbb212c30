package io.starling.collectives.settings;

/** What a rank says on standard error: one line, so that lines of several ranks do not mix. */
public final class Notice {

  private Notice() {}

  // The process is about to end, or the user asked for the line.
  @SuppressWarnings("checkstyle:noPrinting")
  public static void print(String line) {
    System.err.println("starling: " + line);
  }
}
