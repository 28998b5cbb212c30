package io.starling.objects.protocol;

import java.util.Comparator;

/**
 * The number of one attempt to decide a view. No two attempts have the same one, as each has its
 * proposer's slot in it and a proposer never takes a round twice.
 */
public record Ballot(long round, int slot) implements Comparable<Ballot> {

  /** Lower than the ballot of each attempt. */
  public static final Ballot NONE = new Ballot(0, View.NO_STORE);

  private static final Comparator<Ballot> ORDER =
      Comparator.comparingLong(Ballot::round).thenComparingInt(Ballot::slot);

  @Override
  public int compareTo(Ballot other) {
    return ORDER.compare(this, other);
  }
}
