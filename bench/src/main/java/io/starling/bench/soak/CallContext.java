package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;

/**
 * Where a call is made, and what it draws from.
 *
 * @param communicator whose ranks make it
 * @param draw the same on all ranks
 * @param own this rank's, for what others need not know
 * @param arena how long memory lives
 * @param fault what is wrong on purpose
 */
record CallContext(
    Communicator communicator, SeededRandom draw, SeededRandom own, Arena arena, Fault fault) {

  private static final List<Integer> BOUNDARIES =
      List.of(1 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10, 128 << 10);
  private static final int MOST_BYTES = 4 << 20;

  /** With the gaps of a type, which may be much wider than its data. */
  private static final int MOST_SPAN = 16 << 20;

  int rank() {
    return communicator.rank();
  }

  int size() {
    return communicator.size();
  }

  GuardedRegion region(String name, ElementType type, int count) {
    return GuardedRegion.draw(
        name, type, count, own, arena, bytes -> communicator.allocate(bytes, arena));
  }

  /** How many elements a block has, of which there are so many. */
  int count(ElementType type, int blocks) {
    int fitting = MOST_SPAN / blocks / Math.max(1, type.extent());
    return Math.min(Math.min(bytes(), MOST_BYTES / blocks) / type.size(), fitting);
  }

  /** Nothing, a few, around the boundaries of segments, or up to some MiB. */
  private int bytes() {
    int chance = draw.below(100);
    if (chance < 6) {
      return 0;
    }
    if (chance < 36) {
      return draw.between(1, 64);
    }
    if (chance < 62) {
      return draw.between(65, 2048);
    }
    if (chance < 84) {
      return draw.pick(BOUNDARIES) + draw.between(-9, 9);
    }
    return chance < 98 ? draw.between(2 << 10, 200 << 10) : draw.between(256 << 10, MOST_BYTES);
  }

  /** The lengths of blocks, some of which are empty. */
  int[] lengths(int most, int blocks) {
    int[] lengths = new int[blocks];
    Arrays.setAll(lengths, _ -> draw.percent(20) ? 0 : draw.between(0, most));
    return lengths;
  }
}
