package io.starling.collectives.communicator;

import io.starling.collectives.Counts;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.runtime.Buffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Edges of a graph that one rank knows, between any ranks. Each goes to the two ranks at its ends:
 * to all of them in the order of the ranks that gave the edges, so that several edges between the
 * same two ranks have the same order at both.
 *
 * @param weights how much travels along each edge, in any unit
 */
record Edges(int[] sources, int[] destinations, int[] weights) {

  /** What a rank at an end of an edge gets: the other end, the weight, and which end it is. */
  private static final int WORDS = 3;

  private static final int IS_SOURCE = 1;

  /** Edges of equal weight; a list may be null, which the caller refuses. */
  static Edges unweighted(int[] sources, int... destinations) {
    int[] ones = new int[sources == null ? 0 : sources.length];
    Arrays.fill(ones, 1);
    return new Edges(sources, destinations, ones);
  }

  /** The neighbours of this rank by the edges of all; all ranks must call it. */
  Adjacency exchange(Member member, DataMovement dataMovement) {
    int size = member.context().size();
    int[] leaving = new int[size];
    int[] arriving = new int[size];
    for (int i = 0; i < sources.length; i++) {
      leaving[sources[i]] += WORDS;
      leaving[destinations[i]] += WORDS;
    }
    try (Member.Entry _ = member.enter()) {
      dataMovement.alltoall(Buffer.of(leaving), Buffer.of(arriving)).run();
      int[] received = new int[Arrays.stream(arriving).sum()];
      dataMovement
          .alltoallv(
              Buffer.of(sorted(leaving)),
              Counts.of(leaving),
              Buffer.of(received),
              Counts.of(arriving))
          .run();
      return adjacency(received);
    }
  }

  /** The words for each rank, in the order of ranks and edges. */
  private int[] sorted(int... leaving) {
    int[] words = new int[2 * WORDS * sources.length];
    int[] next = new int[leaving.length];
    for (int rank = 1; rank < next.length; rank++) {
      next[rank] = next[rank - 1] + leaving[rank - 1];
    }
    for (int i = 0; i < sources.length; i++) {
      next[sources[i]] = put(words, next[sources[i]], destinations[i], weights[i], 0);
      next[destinations[i]] = put(words, next[destinations[i]], sources[i], weights[i], IS_SOURCE);
    }
    return words;
  }

  private static int put(int[] words, int at, int... values) {
    System.arraycopy(values, 0, words, at, WORDS);
    return at + WORDS;
  }

  private static Adjacency adjacency(int... words) {
    int[] places = IntStream.range(0, words.length / WORDS).map(i -> i * WORDS).toArray();
    int[] from = Arrays.stream(places).filter(at -> words[at + 2] == IS_SOURCE).toArray();
    int[] to = Arrays.stream(places).filter(at -> words[at + 2] != IS_SOURCE).toArray();
    return new Adjacency(
        Arrays.stream(from).map(at -> words[at]).toArray(),
        Arrays.stream(from).map(at -> words[at + 1]).toArray(),
        Arrays.stream(to).map(at -> words[at]).toArray(),
        Arrays.stream(to).map(at -> words[at + 1]).toArray());
  }
}
