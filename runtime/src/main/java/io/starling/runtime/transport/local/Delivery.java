package io.starling.runtime.transport.local;

import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;

/** The order in which a port handles messages that have arrived, and which of them it delays. */
public final class Delivery {

  /**
   * A message on its way: its bytes, and the port to notify once they are copied.
   *
   * @param sender the port that waits for the copy; null if the sender has copied the bytes and its
   *     send is complete
   */
  record Message(long tag, MemorySegment data, LocalPort sender, int transfer) {}

  private static final int ONE_IN = 3;

  private final SplittableRandom adversary;

  private Delivery(SplittableRandom adversary) {
    this.adversary = adversary;
  }

  /** Everything, in the order of its arrival. */
  public static Delivery inOrder() {
    return new Delivery(null);
  }

  /**
   * An adversary: delays a random part of the messages and handles the rest in random order, but
   * never lets a message overtake another where {@link Tags#keepOrder} forbids it. The same seed
   * and calls give the same choices.
   */
  public static Delivery adversarial(long seed) {
    return new Delivery(new SplittableRandom(seed));
  }

  /** Decides in the place of an adversary; null if there is none. */
  SplittableRandom adversary() {
    return adversary;
  }

  /** Removes and returns the next message to handle, or null if the rest is delayed. */
  Message next(List<Message> arrived) {
    if (arrived.isEmpty()) {
      return null;
    }
    return adversary == null ? arrived.removeFirst() : chooseByChance(arrived);
  }

  private Message chooseByChance(List<Message> arrived) {
    if (adversary.nextInt(ONE_IN) == 0) {
      return null;
    }
    Message chosen = arrived.get(adversary.nextInt(arrived.size()));
    int first = 0;
    while (!Tags.keepOrder(arrived.get(first).tag(), chosen.tag())) {
      first++;
    }
    return arrived.remove(first);
  }
}
