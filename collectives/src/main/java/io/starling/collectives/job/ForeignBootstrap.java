package io.starling.collectives.job;

import io.starling.collectives.settings.Notice;
import io.starling.runtime.bootstrap.api.Bootstrap;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.api.Rendezvous;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.topology.layout.HostDiscovery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job with a foreign launcher: the ranks exchange among themselves what Starling's launcher would
 * have published.
 */
final class ForeignBootstrap implements Bootstrap {

  /** How long a rank that was not closed waits for others that may end too. */
  private static final Duration DEPARTURE_PATIENCE = Duration.ofSeconds(5);

  private static final Duration POLLING_INTERVAL = Duration.ofMillis(2);

  private final Rendezvous rendezvous;
  private final Membership membership;
  private final Map<String, byte[]> known;

  private ForeignBootstrap(
      Rendezvous rendezvous, Membership membership, Map<String, byte[]> known) {
    this.rendezvous = rendezvous;
    this.membership = membership;
    this.known = known;
  }

  /** Exchanges hosts and cores; all ranks must do this. */
  static ForeignBootstrap join(Rendezvous rendezvous, Duration patience) {
    int rank = rendezvous.rank();
    noteFailureOf(Thread.currentThread());
    HostDiscovery here =
        HostDiscovery.explore(rank, (name, own) -> rendezvous.exchange(name, own, patience));
    Membership membership =
        new Membership(
            rank, rendezvous.size(), here.localRank(), here.localSize(), here.oversubscribed());
    return new ForeignBootstrap(rendezvous, membership, here.values());
  }

  /**
   * The communicator may be closed properly while an exception ends the program; no launcher
   * detects that failure.
   */
  private static void noteFailureOf(Thread program) {
    Thread.UncaughtExceptionHandler next = program.getUncaughtExceptionHandler();
    program.setUncaughtExceptionHandler(
        (thread, exception) -> {
          System.setProperty(ProcessJob.FAILED, "true");
          next.uncaughtException(thread, exception);
        });
  }

  @Override
  public Membership membership() {
    return membership;
  }

  @Override
  public List<byte[]> exchange(String name, byte[] own, Duration patience) {
    return rendezvous.exchange(name, own, patience);
  }

  /** The layout. Anything else that a launcher publishes, each rank must read itself. */
  @Override
  public Optional<byte[]> published(String key, Duration patience) {
    return Optional.ofNullable(known.get(key));
  }

  @Override
  public void enterFence(String name) {
    rendezvous.enterFence(name);
  }

  @Override
  public boolean fencePassed(String name) {
    return rendezvous.fencePassed(name);
  }

  @Override
  public Optional<Supervision> supervision() {
    return Optional.empty();
  }

  /** Logs the reason first: the launcher may end this process within the call. */
  @Override
  public void abort(int status, String reason) {
    Notice.print(reason);
    rendezvous.abort(ProcessJob.failing(status), reason);
  }

  @Override
  public void reportFailure(String reason) {
    abort(1, reason);
  }

  @Override
  public void leaveUnclosed() {
    long deadline = System.nanoTime() + DEPARTURE_PATIENCE.toNanos();
    rendezvous.enterFence(ProcessJob.DEPARTURE);
    while (!rendezvous.fencePassed(ProcessJob.DEPARTURE)) {
      if (System.nanoTime() > deadline || !sleep()) {
        reportFailure(
            "rank %d has ended without closing its communicator, and other ranks still run"
                .formatted(membership.rank()));
        return;
      }
    }
    close();
  }

  private static boolean sleep() {
    try {
      Thread.sleep(POLLING_INTERVAL);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Override
  public void close() {
    rendezvous.close();
  }
}
