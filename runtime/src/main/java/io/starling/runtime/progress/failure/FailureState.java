package io.starling.runtime.progress.failure;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The failed ranks and revoked communicators that a rank knows. The set only grows. To be used
 * inside the engine.
 */
public final class FailureState {

  private final BitSet failed = new BitSet();
  private final Map<Integer, String> reasons = new HashMap<>();
  private final Set<String> revoked = new HashSet<>();
  private int count;

  FailureState() {}

  /** The number of entries; while it does not change, there is no news. */
  public int count() {
    return count;
  }

  /** The ranks of the job that have failed. */
  public BitSet failed() {
    return (BitSet) failed.clone();
  }

  /** Why a rank has failed, for messages. */
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
