package io.starling.runtime.bootstrap.pmi;

import io.starling.runtime.StarlingException;
import java.util.LinkedHashMap;
import java.util.Map;

/** One line of PMI's protocol: words {@code key=value}, the first of them {@code cmd}. */
record PmiLine(Map<String, String> words) {

  private static final String COMMAND = "cmd";
  private static final String STATUS = "rc";

  static PmiLine parse(String line) {
    Map<String, String> words = new LinkedHashMap<>();
    for (String word : line.strip().split(" +", -1)) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        words.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return new PmiLine(words);
  }

  /**
   * Checks that this answers a command.
   *
   * @throws StarlingException if it is another answer
   */
  PmiLine require(String command) {
    if (isNot(command)) {
      throw new StarlingException(
          "the PMI server answered %s instead of %s".formatted(words, command));
    }
    return this;
  }

  boolean isNot(String command) {
    return !command.equals(words.get(COMMAND));
  }

  /** Whether the command succeeded. */
  boolean succeeded() {
    return "0".equals(words.getOrDefault(STATUS, "0"));
  }

  String text(String key) {
    String value = words.get(key);
    if (value == null) {
      throw new StarlingException("the PMI server answered %s without %s".formatted(words, key));
    }
    return value;
  }

  int number(String key) {
    String value = text(key);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new StarlingException("the PMI server answered %s=%s".formatted(key, value), e);
    }
  }
}
