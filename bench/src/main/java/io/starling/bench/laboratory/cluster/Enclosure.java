package io.starling.bench.laboratory.cluster;

import io.starling.runtime.transport.simulated.LinkFigures;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * One kind of thing that ranks are in, such as a package or a rack, and the links that each of them
 * has.
 *
 * @param name {@code package}
 * @param cores of each core of a node, which of the node's things it is in
 * @param nodes how many nodes are in one thing; 1 also where a node has several
 * @param out the link of what leaves it
 * @param in the link of what enters it
 * @param within the link of what passes between things inside it
 */
record Enclosure(
    String name,
    int[] cores,
    int nodes,
    Optional<LinkFigures> out,
    Optional<LinkFigures> in,
    Optional<LinkFigures> within) {

  /** Of each rank, which of all things of this kind it is in; nodes are filled one by one. */
  int[] ofRanks(int ranks) {
    int things = IntStream.of(cores).max().orElseThrow() + 1;
    IntUnaryOperator thing =
        rank -> rank / cores.length / nodes * things + cores[rank % cores.length];
    return IntStream.range(0, ranks).map(thing).toArray();
  }
}
