package io.starling.collectives.communicator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A collective in slices that all ranks call.
 *
 * @param root the root, if it has one
 * @param inArrays a bit for each rank whose memory is an array
 * @param isInPlace whether the data of a reduction are where its result is
 * @param persistent the number of its persistent request, or {@link #NONE}
 */
record SlicesCall(
    Kind kind, int root, int length, long inArrays, boolean isInPlace, int persistent) {

  enum Kind {
    BROADCAST,
    REDUCE,
    ALLREDUCE
  }

  static final int NONE = -1;

  /** How many a rank calls in a storm. */
  static final int MANY = 300;

  private static final int PERSISTENT = 5;
  private static final int LONGEST = 150;

  /**
   * Calls for so many ranks.
   *
   * @param lazy a rank that no other one needs, or {@link #NONE}
   */
  static List<SlicesCall> storm(SplittableRandom chance, int size, int lazy) {
    Map<Integer, SlicesCall> persistent = new HashMap<>();
    List<SlicesCall> calls = new ArrayList<>();
    while (calls.size() < MANY) {
      int mode = chance.nextInt(5);
      int end = Math.min(MANY, calls.size() + chance.nextInt(1, 50));
      while (calls.size() < end) {
        int number = chance.nextInt(4) == 0 ? chance.nextInt(PERSISTENT) : NONE;
        SlicesCall call = any(chance, size, lazy, mode, number);
        calls.add(number == NONE ? call : persistent.computeIfAbsent(number, _ -> call));
      }
    }
    return calls;
  }

  private static SlicesCall any(SplittableRandom chance, int size, int lazy, int mode, int number) {
    long inArrays =
        switch (mode) {
          case 0 -> -1;
          case 1 -> 1L << chance.nextInt(size);
          case 2 -> chance.nextLong();
          default -> 0;
        };
    Kind kind = Kind.values()[chance.nextInt(lazy == NONE ? 3 : 2)];
    int root = chance.nextInt(size);
    if (lazy != NONE) {
      root = kind == Kind.REDUCE ? lazy : (lazy + chance.nextInt(1, size)) % size;
    }
    int length = chance.nextInt(20) == 0 ? 0 : chance.nextInt(LONGEST);
    return new SlicesCall(kind, root, length, inArrays, chance.nextBoolean(), number);
  }
}
