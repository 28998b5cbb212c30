package io.starling.runtime.transport.local;

import java.util.List;
import java.util.SplittableRandom;

/** In which order a port looks at what has arrived, and what it leaves for later. */
public sealed interface Delivery {

  /** Everything, in the order of its arrival. */
  static Delivery inOrder() {
    return new InOrder();
  }

  /**
   * An adversary: leaves a random part for later and takes the rest in random order, but never lets one message
   * overtake another of the same source and tag. The same seed and calls give the same choices.
   */
  static Delivery adversarial(long seed) {
    return new Adversarial(new SplittableRandom(seed));
  }

  /** Removes and returns the next message to look at, or null if the rest is for later. */
  LocalMessage next(List<LocalMessage> arrived);

  /** Arrival order. */
  record InOrder() implements Delivery {
    @Override
    public LocalMessage next(List<LocalMessage> arrived) {
      return arrived.isEmpty() ? null : arrived.removeFirst();
    }
  }

  /** Random order. */
  record Adversarial(SplittableRandom random) implements Delivery {
    @Override
    public LocalMessage next(List<LocalMessage> arrived) {
      if (arrived.isEmpty() || random.nextInt(3) == 0) {
        return null;
      }
      LocalMessage chosen = arrived.get(random.nextInt(arrived.size()));
      int first = 0;
      while (arrived.get(first).tag() != chosen.tag()) {
        first++;
      }
      return arrived.remove(first);
    }
  }

}
