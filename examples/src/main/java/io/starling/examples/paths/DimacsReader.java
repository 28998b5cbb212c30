package io.starling.examples.paths;

import io.starling.examples.program.BadInputException;
import java.io.IOException;

/**
 * The shortest-path format of the 9th DIMACS Implementation Challenge: comments {@code c …}, one
 * problem line {@code p sp NODES ARCS}, then one line {@code a FROM TO WEIGHT} for each arc. Nodes
 * count from 1; arcs are directed.
 */
final class DimacsReader {

  private DimacsReader() {}

  static Graph read(GraphText text) throws IOException, BadInputException {
    if (!text.next('c')) {
      throw text.problem("the line 'p sp NODES ARCS' is missing");
    }
    if (!text.word("the kind of line").equals("p") || !text.word("the problem").equals("sp")) {
      throw text.problem("the first line that is no comment must be 'p sp NODES ARCS'");
    }
    int nodes = text.count("the number of nodes");
    int arcs = text.count("the number of arcs");
    text.end();
    if (nodes == 0) {
      throw text.problem("a graph needs a node");
    }
    GraphBuilder graph = new GraphBuilder(nodes);
    for (int read = 0; text.next('c'); read++) {
      String kind = text.word("the kind of line");
      if (!kind.equals("a")) {
        throw text.problem("a line must begin with 'a' or 'c', not '" + kind + "'");
      }
      if (read == arcs) {
        throw text.problem("more arcs than the %d of the problem line".formatted(arcs));
      }
      graph.add(text.node("node", nodes), text.node("node", nodes), text.weight());
      text.end();
    }
    Graph built = graph.build();
    if (built.arcs() < arcs) {
      throw text.problem("%d arcs are missing of %d".formatted(arcs - built.arcs(), arcs));
    }
    return built;
  }
}
