package io.starling.examples.paths;

import io.starling.examples.program.BadInputException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Matrix Market's coordinate format: entry (i, j) of a square matrix is the weight of the arc from
 * i to j. A pattern has no values, all its arcs are 1 long; a symmetric matrix has each arc in both
 * directions.
 */
final class MatrixMarketReader {

  static final String BANNER = "%%MatrixMarket";

  private MatrixMarketReader() {}

  static Graph read(GraphText text) throws IOException, BadInputException {
    text.next('\n');
    text.word("the banner");
    one(text, "matrix");
    one(text, "coordinate");
    boolean pattern = one(text, "real", "integer", "pattern").equals("pattern");
    boolean symmetric = one(text, "general", "symmetric").equals("symmetric");
    text.end();
    if (!text.next('%')) {
      throw text.problem("the line with the size of the matrix is missing");
    }
    int nodes = text.count("the number of rows");
    int columns = text.count("the number of columns");
    int entries = text.count("the number of entries");
    text.end();
    if (nodes != columns || nodes == 0) {
      throw text.problem("a graph's matrix is square, not %d x %d".formatted(nodes, columns));
    }
    GraphBuilder graph = new GraphBuilder(nodes);
    for (int read = 0; read < entries; read++) {
      if (!text.next('%')) {
        throw text.problem("%d entries are missing of %d".formatted(entries - read, entries));
      }
      int row = text.node("row", nodes);
      int column = text.node("column", nodes);
      int weight = pattern ? 1 : text.weight();
      text.end();
      graph.add(row, column, weight);
      if (symmetric && row != column) {
        graph.add(column, row, weight);
      }
    }
    if (text.next('%')) {
      throw text.problem("more entries than the %d of the size line".formatted(entries));
    }
    return graph.build();
  }

  private static String one(GraphText text, String... choices) throws BadInputException {
    String word = text.word("'" + String.join("' or '", choices) + "'").toLowerCase(Locale.ROOT);
    if (!List.of(choices).contains(word)) {
      throw text.problem(
          "expected '%s', found '%s'".formatted(String.join("' or '", choices), word));
    }
    return word;
  }
}
