package io.starling.collectives.operation;

import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.progress.failure.FailureMonitor;
import io.starling.runtime.progress.failure.FailureState;
import java.util.BitSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The failures of a communicator that a rank knows, and the operations that they prevent from
 * completing (User-Level Failure Mitigation, MPI Forum). With a failed rank, no collective
 * completes, and no message to or from that rank. A receive from any rank fails until the program
 * has acknowledged the failure. All other operations continue. On a revoked communicator, no
 * operation does.
 *
 * <p>To be used inside the engine.
 */
public final class CommunicatorFailures {

  private static final String REMEDY =
      ". The living ranks can continue with revoke() and shrink() of the communicator.";

  private final Context context;
  private final FailureMonitor monitor;
  private final FailureState failureState;

  /** Identifies the communicator in the job; no other communicator of its ranks has this name. */
  private final String name;

  private final BitSet failed = new BitSet();
  private final BitSet acknowledged = new BitSet();
  private boolean revoked;
  private int known;

  CommunicatorFailures(Context context) {
    this(context, context.number() + "/" + lowest(context));
  }

  CommunicatorFailures(Context context, String name) {
    this.context = context;
    this.name = name;
    monitor = FailureMonitor.of(context.engine());
    failureState = monitor.failureState();
  }

  private static int lowest(Context context) {
    return IntStream.range(0, context.size()).map(context::process).min().orElseThrow();
  }

  /** The communicator's name in the job. */
  public String name() {
    return name;
  }

  /** Its failed ranks, as far as this rank knows. */
  public BitSet failed() {
    update();
    return (BitSet) failed.clone();
  }

  /** The failed ranks that {@link #acknowledge} has acknowledged. */
  public BitSet acknowledged() {
    return (BitSet) acknowledged.clone();
  }

  /** Allows receives from any rank again. */
  public void acknowledge() {
    acknowledged.or(failed());
  }

  public boolean isRevoked() {
    update();
    return revoked;
  }

  /** Whether it has no failed rank and is not revoked. */
  public boolean isSound() {
    update();
    return failed.isEmpty() && !revoked;
  }

  private void update() {
    if (known < failureState.count()) {
      known = failureState.count();
      failed.or(ranksOf(failureState.failed()));
      revoked = failureState.isRevoked(name);
    }
  }

  /** Converts ranks of the job to ranks of this communicator. */
  public BitSet ranksOf(BitSet processes) {
    BitSet ranks = new BitSet();
    processes.stream()
        .map(context::findRank)
        .filter(rank -> rank != Context.PROC_NULL)
        .forEach(ranks::set);
    return ranks;
  }

  /** Why an operation that needs all ranks can't complete, or null. */
  public RuntimeException obstacle(Supplier<String> what) {
    update();
    if (revoked) {
      return revocation(what);
    }
    return failed.isEmpty() ? null : failure(what, failed);
  }

  /**
   * Why an operation that needs one rank can't complete, or null.
   *
   * @param rank the rank in the communicator; -1 for any, {@link Context#PROC_NULL} for none
   */
  public RuntimeException obstacle(Supplier<String> what, int rank) {
    update();
    if (revoked) {
      return revocation(what);
    }
    if (rank >= 0) {
      return failed.get(rank) ? failure(what, only(rank)) : null;
    }
    BitSet news = failed();
    news.andNot(acknowledged);
    return rank == Context.PROC_NULL || news.isEmpty() ? null : failure(what, news);
  }

  /** Why an operation that needs some ranks can't complete, or null. */
  public RuntimeException obstacle(Supplier<String> what, BitSet ranks) {
    update();
    if (revoked) {
      return revocation(what);
    }
    BitSet missing = (BitSet) failed.clone();
    missing.and(ranks);
    return missing.isEmpty() ? null : failure(what, missing);
  }

  private static BitSet only(int rank) {
    BitSet ranks = new BitSet();
    ranks.set(rank);
    return ranks;
  }

  /** The exception for an operation that needs failed ranks. */
  public RankFailedException failure(Supplier<String> what, BitSet ranks) {
    String reason =
        ranks.stream()
            .map(context::process)
            .mapToObj(process -> "rank " + process + " " + failureState.reason(process))
            .collect(Collectors.joining("; "));
    return new RankFailedException(
        "rank %d, %s: %s%s"
            .formatted(context.engine().rank(), what.get(), reason, jobGoesOn() ? REMEDY : ""),
        ranks.stream().toArray(),
        reason);
  }

  /**
   * Whether the job survives a failure. If the launcher ends the job, advice would hide the cause.
   */
  private boolean jobGoesOn() {
    Supervision supervision = monitor.supervision();
    return supervision != null && supervision.survivesFailures();
  }

  /** The exception for a peer that the transport has lost: a rank of the job, or -1 for any. */
  public RankFailedException lost(Supplier<String> what, int peer, String words) {
    int rank = peer < 0 ? Context.PROC_NULL : context.findRank(peer);
    String who = peer < 0 ? "its sender" : "rank " + peer;
    return new RankFailedException(
        "%s: %s. If %s has ended, look at its last output".formatted(what.get(), words, who),
        rank == Context.PROC_NULL ? new int[0] : new int[] {rank},
        words);
  }

  private CommunicatorRevokedException revocation(Supplier<String> what) {
    return new CommunicatorRevokedException(
        "rank %d, %s: the communicator is revoked; drop its operations, and continue with its shrink()"
            .formatted(context.engine().rank(), what.get()));
  }
}
