package io.starling.collectives.exchange;

import io.starling.collectives.operation.Context;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The sources and destinations of one rank in a virtual topology (MPI 4.1, section 8.6). A rank may
 * occur several times; its messages are then matched in the order of {@link #arrival}.
 */
public final class Neighbours {

  /** In place of a neighbour: none, beyond the edge of a grid. */
  public static final int NOBODY = Context.PROC_NULL;

  /** The neighbours of collectives without a topology. */
  public static final Neighbours NONE = ofGraph(new int[0], new int[0]);

  private final int[] sources;
  private final int[] destinations;
  private final int[] arrivals;

  private Neighbours(int[] sources, int[] destinations, int[] arrivals) {
    this.sources = sources;
    this.destinations = destinations;
    this.arrivals = arrivals;
  }

  /** The neighbours in a graph: the first message to a rank arrives there first. */
  public static Neighbours ofGraph(int[] sources, int[] destinations) {
    return new Neighbours(
        sources.clone(), destinations.clone(), IntStream.range(0, sources.length).toArray());
  }

  /**
   * The neighbours in a grid: for every dimension the one in negative and the one in positive
   * direction. A block sent in negative direction arrives from the positive one.
   */
  public static Neighbours ofGrid(int... neighbours) {
    return new Neighbours(
        neighbours.clone(),
        neighbours.clone(),
        IntStream.range(0, neighbours.length).map(i -> i ^ 1).toArray());
  }

  /** The number of sources, including {@link #NOBODY}. */
  public int sources() {
    return sources.length;
  }

  /** The number of destinations, including {@link #NOBODY}. */
  public int destinations() {
    return destinations.length;
  }

  /** The sender of block {@code index} of the result, or {@link #NOBODY}. */
  public int source(int index) {
    return sources[index];
  }

  /** The receiver of block {@code index} of the data, or {@link #NOBODY}. */
  public int destination(int index) {
    return destinations[index];
  }

  /** The block of the result that is number {@code index} in the order in which they are sent. */
  public int arrival(int index) {
    return arrivals[index];
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Neighbours neighbours
            && Arrays.equals(sources, neighbours.sources)
            && Arrays.equals(destinations, neighbours.destinations)
            && Arrays.equals(arrivals, neighbours.arrivals));
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(sources) + Arrays.hashCode(destinations);
  }

  @Override
  public String toString() {
    return "from " + Arrays.toString(sources) + " to " + Arrays.toString(destinations);
  }
}
