package io.starling.runtime.progress;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a rank has heard of failed ranks and revoked communicators. It only grows. To be used inside
 * the engine.
 */
public final class Casualties {

  private final BitSet failed = new BitSet();
  private final Map<Integer, String> reasons = new HashMap<>();
  private final Set<String> revoked = new HashSet<>();
  private int count;

  Casualties() {}

  /** How many there are; where this has not changed, nothing has been heard. */
  public int count() {
    return count;
  }

  /** The ranks of the job that have failed. */
  public BitSet failed() {
    return (BitSet) failed.clone();
  }

  /** Why a rank has failed, for people. */
  public String reason(int rank) {
    return reasons.getOrDefault(rank, "has failed");
  }

  /** Whether a communicator is revoked. */
  public boolean isRevoked(String communicator) {
    return revoked.contains(communicator);
  }

  void addFailed(int rank, String reason) {
    if (!failed.get(rank)) {
      failed.set(rank);
      reasons.put(rank, reason);
      count++;
    }
  }

  void addRevoked(String communicator) {
    if (revoked.add(communicator)) {
      count++;
    }
  }
}
