package io.starling.collectives.exchange;

import io.starling.collectives.machine.Context;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Whom one rank receives from and sends to in a virtual topology (MPI 4.1, section 8.6). The same
 * rank may be there several times; then its messages are matched in the order of {@link #arrival}.
 */
public final class Neighbours {

  /** A neighbour that is not there, beyond the edge of a grid. */
  public static final int NOBODY = Context.NO_RANK;

  /** Of collectives that know no topology. */
  public static final Neighbours NONE = ofGraph(new int[0], new int[0]);

  private final int[] sources;
  private final int[] destinations;
  private final int[] arrivals;

  private Neighbours(int[] sources, int[] destinations, int[] arrivals) {
    this.sources = sources;
    this.destinations = destinations;
    this.arrivals = arrivals;
  }

  /** Of a graph: what a rank sends first arrives from it first. */
  public static Neighbours ofGraph(int[] sources, int[] destinations) {
    return new Neighbours(
        sources.clone(), destinations.clone(), IntStream.range(0, sources.length).toArray());
  }

  /**
   * Of a grid: for every dimension the neighbour in negative and the one in positive direction.
   * What is sent in negative direction arrives from the positive one.
   */
  public static Neighbours ofGrid(int... neighbours) {
    return new Neighbours(
        neighbours.clone(),
        neighbours.clone(),
        IntStream.range(0, neighbours.length).map(i -> i ^ 1).toArray());
  }

  /** How many blocks arrive, with those of nobody. */
  public int sources() {
    return sources.length;
  }

  /** How many blocks are sent, with those to nobody. */
  public int destinations() {
    return destinations.length;
  }

  /** Who sends block {@code index} of the result, or {@link #NOBODY}. */
  public int source(int index) {
    return sources[index];
  }

  /** Who gets block {@code index} of the data, or {@link #NOBODY}. */
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
