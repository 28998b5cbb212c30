package io.starling.topology.locality;

/** An order of hosts and its cost, which follows each change without starting over. */
public interface Evaluation {

  /** The cost in microseconds. */
  double cost();

  /**
   * What a search makes small: the cost, or a smoother quantity that becomes small with it, where
   * most changes leave the cost as it is.
   */
  default double energy() {
    return cost();
  }

  /** The host of each rank; a copy. */
  int[] order();

  /** Exchanges the hosts of two ranks. */
  void swap(int one, int other);

  /** The energy after {@link #swap}, which is not made. */
  default double energyOfSwap(int one, int other) {
    swap(one, other);
    double energy = energy();
    swap(one, other);
    return energy;
  }

  /** The energy after {@link #reverse}, which is not made. */
  default double energyOfReversal(int from, int to) {
    reverse(from, to);
    double energy = energy();
    reverse(from, to);
    return energy;
  }

  /** Reverses the hosts of the ranks {@code from} to {@code to}, both included. */
  default void reverse(int from, int to) {
    for (int low = from, high = to; low < high; low++, high--) {
      swap(low, high);
    }
  }

  /** Whether a reversal of a long run takes little more time than a swap. */
  default boolean reversesFast() {
    return false;
  }
}
