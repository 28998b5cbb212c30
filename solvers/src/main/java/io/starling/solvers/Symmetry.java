package io.starling.solvers;

import io.starling.solvers.Stages.Stage;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Halving-doubling over a power of 2, and bcube with such a radix too, stays the same if a bit of
 * all ranks is flipped. Then any host may have rank 0.
 */
final class Symmetry {

  private Symmetry() {}

  /** Whether all stages stay the same, whichever bits of the ranks are flipped. */
  static boolean isFree(Stages stages) {
    int size = stages.ranks();
    return size > 1
        && Integer.bitCount(size) == 1
        && stages.stages().stream().allMatch(stage -> isFree(stage, size));
  }

  private static boolean isFree(Stage stage, int size) {
    Set<Long> pairs = new HashSet<>();
    for (int message = 0; message < stage.from().length; message++) {
      pairs.add(pair(stage.from()[message], stage.to()[message], size));
    }
    for (int flipped = 1; flipped < size; flipped *= 2) {
      for (int message = 0; message < stage.from().length; message++) {
        int from = stage.from()[message] ^ flipped;
        int to = stage.to()[message] ^ flipped;
        if (!pairs.contains(pair(from, to, size))) {
          return false;
        }
      }
    }
    return true;
  }

  private static long pair(int from, int to, int size) {
    return (long) Math.min(from, to) * size + Math.max(from, to);
  }

  /** The same order with bits flipped so that rank 0 has host 0. */
  static int[] withFirstHostFirst(int... order) {
    int first = IntStream.range(0, order.length).filter(i -> order[i] == 0).findFirst().orElse(0);
    return IntStream.range(0, order.length).map(rank -> order[rank ^ first]).toArray();
  }
}
