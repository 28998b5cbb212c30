package io.starling.collectives.machine;

import io.starling.runtime.error.CommunicatorRevokedException;
import io.starling.runtime.error.RankFailedException;
import io.starling.runtime.progress.Casualties;
import io.starling.runtime.progress.Lookout;
import java.util.BitSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a rank knows of the failures that a communicator has suffered, and which of its operations
 * they keep from their end (User-Level Failure Mitigation, MPI Forum): with a failed rank no
 * collective ends, and neither do messages to and from it; a message from any rank may be one of
 * its until the program has acknowledged the failure; others go on. Where the communicator is
 * revoked, nothing does.
 *
 * <p>To be used inside the engine.
 */
public final class Health {

  private static final String REMEDY =
      "The living ranks go on by revoke() and shrink() of the communicator, in a job that was"
          + " started with --on-failure return.";

  private final Context context;
  private final Lookout lookout;
  private final Casualties casualties;

  /** Which communicator of the job this is; no other one of any of its ranks has the name. */
  private final String name;

  private final BitSet failed = new BitSet();
  private final BitSet acknowledged = new BitSet();
  private boolean revoked;
  private int known;

  Health(Context context) {
    this.context = context;
    lookout = context.engine().lookout();
    casualties = lookout.casualties();
    int lowest = IntStream.range(0, context.size()).map(context::process).min().orElseThrow();
    name = context.number() + "/" + lowest;
  }

  /** The communicator's name in the job. */
  public String name() {
    return name;
  }

  /** Its ranks that have failed, as far as this rank knows. */
  public BitSet failed() {
    update();
    return (BitSet) failed.clone();
  }

  /** Those that {@link #acknowledge} has seen. */
  public BitSet acknowledged() {
    return (BitSet) acknowledged.clone();
  }

  /** Receives from any rank may be posted again. */
  public void acknowledge() {
    acknowledged.or(failed());
  }

  public boolean isRevoked() {
    update();
    return revoked;
  }

  /** Whether nothing has happened to it. */
  public boolean isSound() {
    update();
    return failed.isEmpty() && !revoked;
  }

  private void update() {
    if (known < casualties.count()) {
      known = casualties.count();
      failed.or(ranksOf(casualties.failed()));
      revoked = casualties.isRevoked(name);
    }
  }

  /** The ranks here of processes, which are given by their ranks in the job. */
  public BitSet ranksOf(BitSet processes) {
    BitSet ranks = new BitSet();
    processes.stream()
        .map(context::findRank)
        .filter(rank -> rank != Context.NO_RANK)
        .forEach(ranks::set);
    return ranks;
  }

  /** Why an operation that needs all ranks can't be completed, or null. */
  public RuntimeException obstacle(Supplier<String> what) {
    update();
    if (revoked) {
      return revocation(what);
    }
    return failed.isEmpty() ? null : failure(what, failed);
  }

  /**
   * Why an operation that needs one rank can't be completed, or null.
   *
   * @param rank of the communicator; -1 for any, {@link Context#NO_RANK} for nobody
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
    return rank == Context.NO_RANK || news.isEmpty() ? null : failure(what, news);
  }

  private static BitSet only(int rank) {
    BitSet ranks = new BitSet();
    ranks.set(rank);
    return ranks;
  }

  /** What to throw where ranks have failed that something needs. */
  public RankFailedException failure(Supplier<String> what, BitSet ranks) {
    String reason =
        ranks.stream()
            .map(context::process)
            .mapToObj(process -> "rank " + process + " " + casualties.reason(process))
            .collect(Collectors.joining("; "));
    return new RankFailedException(
        "rank %d, %s: %s. %s".formatted(context.engine().rank(), what.get(), reason, REMEDY),
        ranks.stream().toArray(),
        reason);
  }

  /** What to throw where the transport has lost a peer, a rank of the job; -1 where it is any. */
  public RankFailedException lost(Supplier<String> what, int peer, String words) {
    int rank = peer < 0 ? Context.NO_RANK : context.findRank(peer);
    String who = peer < 0 ? "its sender" : "rank " + peer;
    return new RankFailedException(
        "%s: %s. Has %s ended? See what it printed last".formatted(what.get(), words, who),
        rank == Context.NO_RANK ? new int[0] : new int[] {rank},
        words);
  }

  private CommunicatorRevokedException revocation(Supplier<String> what) {
    return new CommunicatorRevokedException(
        "rank %d, %s: the communicator is revoked. Leave what was under way on it, and go on by its shrink()."
            .formatted(context.engine().rank(), what.get()));
  }
}
