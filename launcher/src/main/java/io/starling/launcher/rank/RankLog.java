package io.starling.launcher.rank;

import io.starling.launcher.output.ErrorMerger;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.text.MessageFormat;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What Starling logs in a rank, as lines like all others of Starling's: {@code starling: rank 1 of
 * 4: ...}. A warning as the JVM ends is marked as one, for the launcher may know a better cause.
 * What the program itself logs is left to it.
 */
final class RankLog extends Handler {

  /** Held: a logger that nothing refers to forgets its handlers. */
  private static final Logger LOGGER = Logger.getLogger("io.starling");

  private final String rank;

  /**
   * For a rank.
   *
   * @param rank such as {@code rank 1 of 4}
   */
  RankLog(String rank) {
    this.rank = rank;
  }

  /** Takes over what Starling logs, unless the user has configured that. */
  static void install(String rank) {
    if (LOGGER.getHandlers().length == 0 && isUnconfigured()) {
      RankLog log = new RankLog(rank);
      LOGGER.setUseParentHandlers(false);
      LOGGER.addHandler(log);
      // As the JVM ends, the log manager takes all handlers away, but no filters.
      LOGGER.setFilter(
          entry -> {
            log.publish(entry);
            return false;
          });
    }
  }

  private static boolean isUnconfigured() {
    return System.getProperty("java.util.logging.config.file") == null
        && System.getProperty("java.util.logging.config.class") == null;
  }

  @Override
  public void publish(LogRecord entry) {
    if (isLoggable(entry) && entry.getLevel().intValue() >= Level.INFO.intValue()) {
      boolean warns = entry.getLevel().intValue() < Level.SEVERE.intValue() && isEnding();
      System.err.println(text(entry, warns));
    }
  }

  /** One text, so that it is written at once. */
  String text(LogRecord entry, boolean warns) {
    String own = rank.replaceFirst(" of \\d+$", "") + " ";
    String message = String.valueOf(entry.getMessage());
    if (entry.getParameters() != null && entry.getParameters().length > 0) {
      message = MessageFormat.format(message, entry.getParameters());
    }
    if (message.startsWith(own)) {
      message = "it " + message.substring(own.length());
    }
    String line =
        "starling: " + rank + (warns ? " " + ErrorMerger.LAST_WORDS : "") + ": " + message;
    if (entry.getThrown() == null) {
      return line;
    }
    StringWriter trace = new StringWriter();
    entry.getThrown().printStackTrace(new PrintWriter(trace, true));
    return line + System.lineSeparator() + trace.toString().stripTrailing();
  }

  private static boolean isEnding() {
    Thread probe = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
