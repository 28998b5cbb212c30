package io.starling.examples.paths;

import io.starling.collectives.Communicator;
import io.starling.examples.program.BadInputException;
import io.starling.runtime.Buffer;

/** Gives all ranks the graph that rank 0 has read, or the news that it could not. */
public final class GraphExchange {

  private static final int NO_GRAPH = -1;

  private GraphExchange() {}

  /** Where rank 0 gets its graph from. */
  @FunctionalInterface
  public interface Source {
    Graph load() throws BadInputException;
  }

  /**
   * Returns the same graph on all ranks.
   *
   * @throws BadInputException on all ranks, if rank 0 could not load it
   */
  public static Graph share(Communicator world, Source source) throws BadInputException {
    Graph graph = null;
    BadInputException problem = new BadInputException("rank 0 has no graph");
    if (world.rank() == 0) {
      try {
        graph = source.load();
      } catch (BadInputException e) {
        problem = e;
      }
    }
    int[] header =
        graph == null ? new int[] {NO_GRAPH, 0} : new int[] {graph.nodes(), graph.arcs()};
    world.broadcast(Buffer.of(header), 0);
    if (header[0] == NO_GRAPH) {
      throw problem;
    }
    if (graph == null) {
      int arcs = header[1];
      graph = new Graph(header[0], new int[arcs], new int[arcs], new int[arcs]);
    }
    world.broadcast(Buffer.of(graph.from()), 0);
    world.broadcast(Buffer.of(graph.to()), 0);
    world.broadcast(Buffer.of(graph.weight()), 0);
    return graph;
  }
}
