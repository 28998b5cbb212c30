package io.starling.examples.paths;

import io.starling.examples.program.BadInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.StringTokenizer;

/**
 * The lines of a graph file, one at a time, with the words of the current one and its number for
 * messages.
 */
final class GraphText {

  private final String name;
  private final BufferedReader reader;
  private final double scale;
  private String line = "";
  private int number;
  private StringTokenizer words = new StringTokenizer("");

  /**
   * Reads from the beginning.
   *
   * @param name what messages call the file
   * @param scale weights are multiplied by it
   */
  GraphText(String name, BufferedReader reader, double scale) {
    this.name = name;
    this.reader = reader;
    this.scale = scale;
  }

  /**
   * Goes on to the next line that is neither blank nor begins with {@code comment}; false at the
   * end.
   */
  boolean next(char comment) throws IOException {
    do {
      line = reader.readLine();
      number++;
    } while (line != null && (line.isBlank() || line.charAt(0) == comment));
    words = new StringTokenizer(line == null ? "" : line);
    return line != null;
  }

  boolean hasWord() {
    return words.hasMoreTokens();
  }

  String word(String what) throws BadInputException {
    if (!words.hasMoreTokens()) {
      throw problem(what + " is missing");
    }
    return words.nextToken();
  }

  void end() throws BadInputException {
    if (words.hasMoreTokens()) {
      throw problem("nothing may follow, found '" + words.nextToken() + "'");
    }
  }

  int count(String what) throws BadInputException {
    String word = word(what);
    try {
      int count = Integer.parseInt(word);
      if (count >= 0) {
        return count;
      }
    } catch (NumberFormatException ignored) {
      // Said below.
    }
    throw problem(
        "%s must be a number from 0 to %d, not '%s'".formatted(what, Integer.MAX_VALUE, word));
  }

  /** Reads a node that counts from 1 and returns it counted from 0. */
  int node(String what, int nodes) throws BadInputException {
    String word = word(what);
    int node;
    try {
      node = Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw problem("%s is not a number: '%s'".formatted(what, word));
    }
    if (node < 1 || node > nodes) {
      throw problem("%s %d is out of range, nodes go from 1 to %d".formatted(what, node, nodes));
    }
    return node - 1;
  }

  int weight() throws BadInputException {
    String word = word("the weight");
    double weight;
    try {
      weight = Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw problem("the weight is not a number: '" + word + "'");
    }
    if (weight < 0) {
      throw problem(
          "the weight %s is negative; shortest paths are computed for weights of 0 and more"
              .formatted(word));
    }
    double scaled = scale == 1 ? weight : Math.rint(weight * scale);
    if (!(scaled < FloydWarshall.UNREACHABLE)) {
      throw problem("the weight %s is too large".formatted(word));
    }
    if (scaled != Math.rint(scaled)) {
      throw problem("the weight %s is not a whole number; see option --scale".formatted(word));
    }
    return (int) scaled;
  }

  BadInputException problem(String what) {
    return new BadInputException(
        line == null
            ? "%s: %s at the end of the file".formatted(name, what)
            : "%s:%d: %s".formatted(name, number, what));
  }
}
