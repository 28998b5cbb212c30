package io.starling.collectives.communicator;

import io.starling.collectives.Counts;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.runtime.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The neighbours of one rank in a graph.
 *
 * @param sourceWeights how much comes from each source, in any unit
 * @param destinationWeights how much goes to each destination
 */
record Adjacency(int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights) {

  /** Neighbours of equal weight; a list may be null, which the caller refuses. */
  static Adjacency unweighted(int[] sources, int... destinations) {
    return new Adjacency(sources, ones(sources), destinations, ones(destinations));
  }

  /** The same, with arrays that the program does not change. */
  Adjacency copy() {
    return new Adjacency(
        sources.clone(), sourceWeights.clone(), destinations.clone(), destinationWeights.clone());
  }

  private static int[] ones(int... neighbours) {
    int[] ones = new int[neighbours == null ? 0 : neighbours.length];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** The neighbours of all ranks; all ranks must call it. */
  List<Adjacency> exchange(Member member, DataMovement dataMovement) {
    int size = member.context().size();
    int[] lengths = new int[2 * size];
    int[] own = {sources.length, destinations.length};
    int[] words = new int[size];
    int[] all;
    try (Member.Entry _ = member.enter()) {
      dataMovement.allgather(Buffer.of(own), Buffer.of(lengths)).run();
      Arrays.setAll(words, rank -> 2 * (lengths[2 * rank] + lengths[2 * rank + 1]));
      all = new int[Arrays.stream(words).sum()];
      dataMovement.allgatherv(Buffer.of(words()), Buffer.of(all), Counts.of(words)).run();
    }
    List<Adjacency> roles = new ArrayList<>();
    int at = 0;
    for (int rank = 0; rank < size; rank++) {
      roles.add(read(all, at, lengths[2 * rank], lengths[2 * rank + 1]));
      at += words[rank];
    }
    return roles;
  }

  private int[] words() {
    int[] words = Arrays.copyOf(sources, 2 * (sources.length + destinations.length));
    int at = sources.length;
    for (int[] part : List.of(sourceWeights, destinations, destinationWeights)) {
      System.arraycopy(part, 0, words, at, part.length);
      at += part.length;
    }
    return words;
  }

  private static Adjacency read(int[] words, int at, int sources, int destinations) {
    int second = at + 2 * sources;
    return new Adjacency(
        Arrays.copyOfRange(words, at, at + sources),
        Arrays.copyOfRange(words, at + sources, second),
        Arrays.copyOfRange(words, second, second + destinations),
        Arrays.copyOfRange(words, second + destinations, second + 2 * destinations));
  }
}
