package io.starling.collectives;

import io.starling.runtime.error.StarlingException;
import io.starling.runtime.progress.Tags;
import java.util.BitSet;

/**
 * The numbers of the communicators that this rank is in. A new communicator takes the lowest number
 * that none of its ranks uses; {@link Splitting} brings the ranks' numbers together.
 */
final class ContextNumbers {

  private final BitSet used = new BitSet(Tags.MAX_CONTEXTS);

  ContextNumbers() {
    used.set(0);
  }

  /** The used ones as bits. */
  long[] toBits() {
    return used.toLongArray();
  }

  /**
   * The lowest that is free, given the bits of all ranks together.
   *
   * @throws StarlingException if all are used
   */
  static int lowestFree(long[] bitsOfAll) {
    int number = BitSet.valueOf(bitsOfAll).nextClearBit(0);
    if (number >= Tags.MAX_CONTEXTS) {
      throw new StarlingException(
          "%d communicators are open, which is the most; close some first"
              .formatted(Tags.MAX_CONTEXTS));
    }
    return number;
  }

  void use(int number) {
    used.set(number);
  }

  void release(int number) {
    used.clear(number);
  }
}
