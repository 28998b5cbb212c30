package io.starling.launcher.doctor;

import java.util.List;
import java.util.Optional;

/**
 * What a check has shown.
 *
 * @param host where
 * @param check of what, in one or two words
 * @param text what is so, on one line
 * @param remedy what to do; empty if nothing has to be done
 */
public record Finding(String host, String check, Level level, String text, String remedy) {

  /** How bad it is. */
  public enum Level {
    OK,
    WARN,
    FAIL
  }

  private static final String PREFIX = "finding";
  private static final String SEPARATOR = "\t";
  private static final int FIELDS = 6;

  /** Puts each text on one line. */
  public Finding {
    host = line(host);
    check = line(check);
    text = line(text);
    remedy = line(remedy);
  }

  private static String line(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  static Finding ok(String check, String text) {
    return new Finding("", check, Level.OK, text, "");
  }

  static Finding warn(String check, String text, String remedy) {
    return new Finding("", check, Level.WARN, text, remedy);
  }

  static Finding fail(String check, String text, String remedy) {
    return new Finding("", check, Level.FAIL, text, remedy);
  }

  Finding on(String itsHost) {
    return new Finding(itsHost, check, level, text, remedy);
  }

  /** As one line, for {@link #parse}. */
  String toLine() {
    return String.join(SEPARATOR, PREFIX, host, check, level.name(), text, remedy);
  }

  /** Reads such a line; empty for any other. */
  static Optional<Finding> parse(String line) {
    List<String> fields = List.of(line.split(SEPARATOR, -1));
    if (fields.size() != FIELDS || !fields.getFirst().equals(PREFIX)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Finding(
              fields.get(1),
              fields.get(2),
              Level.valueOf(fields.get(3)),
              fields.get(4),
              fields.get(5)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
