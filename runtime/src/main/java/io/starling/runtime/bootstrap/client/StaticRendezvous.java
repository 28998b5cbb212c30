package io.starling.runtime.bootstrap.client;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.api.Rendezvous;
import io.starling.runtime.bootstrap.api.StaticSettings;
import io.starling.runtime.bootstrap.store.StoreServer;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Ranks that meet at a configured address. Rank 0 runs the bootstrap store in its process; the
 * others connect to it, and retry until it is there.
 */
public final class StaticRendezvous implements Rendezvous {

  private static final Duration RETRY_INTERVAL = Duration.ofMillis(100);
  private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(5);
  private static final Duration POLLING_INTERVAL = Duration.ofMillis(2);
  private static final String CLOSING = "closing";

  private final int rank;
  private final int size;
  private final Optional<StoreServer> server;
  private final StoreClient client;
  private boolean closed;

  private StaticRendezvous(
      StaticSettings settings, Optional<StoreServer> server, StoreClient client) {
    this.rank = settings.rank();
    this.size = settings.size();
    this.server = server;
    this.client = client;
  }

  /**
   * Joins the job.
   *
   * @param patience the time other ranks may take to start, and their names to be resolvable
   * @throws StarlingException if rank 0 does not listen in time, or does not know the secret
   */
  public static StaticRendezvous join(StaticSettings settings, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    Optional<StoreServer> server =
        settings.rank() == 0 ? Optional.of(listen(settings, deadline)) : Optional.empty();
    return new StaticRendezvous(settings, server, connect(settings, deadline));
  }

  private static StoreServer listen(StaticSettings settings, long deadline) {
    while (true) {
      try {
        return StoreServer.open(settings.size(), settings.store());
      } catch (IOException e) {
        if (System.nanoTime() > deadline) {
          throw new StarlingException(
              "rank 0 can't listen at %s:%d (%s); %s must be an address or name of the host of rank 0, with a free port"
                  .formatted(
                      settings.store().host(),
                      settings.store().port(),
                      e.getMessage(),
                      StaticSettings.STORE),
              e);
        }
        pause(RETRY_INTERVAL, settings.rank());
      }
    }
  }

  private static StoreClient connect(StaticSettings settings, long deadline) {
    Membership alone = new Membership(settings.rank(), settings.size(), 0, 1, false);
    while (true) {
      try {
        return StoreClient.connect(alone, settings.store());
      } catch (StarlingException e) {
        if (!mayPass(e)) {
          throw new StarlingException(
              "rank %d: the store of rank 0 at %s:%d rejects it; do all ranks have the same secret and size, and each a different rank? (%s)"
                  .formatted(
                      settings.rank(),
                      settings.store().host(),
                      settings.store().port(),
                      e.getMessage()),
              e);
        }
        if (System.nanoTime() > deadline) {
          throw new StarlingException(
              "rank %d can't reach rank 0 at %s:%d (%s); does it run, can its name be resolved here, does a firewall let the port through?"
                  .formatted(
                      settings.rank(),
                      settings.store().host(),
                      settings.store().port(),
                      e.getCause().getMessage()),
              e);
        }
        pause(RETRY_INTERVAL, settings.rank());
      }
    }
  }

  /** Rank 0 may not have started, or its name may not be resolvable yet. */
  private static boolean mayPass(StarlingException e) {
    return e.getCause() instanceof IOException && !(e.getCause() instanceof EOFException);
  }

  private static void pause(Duration time, int rank) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StarlingException("rank " + rank + " was interrupted while it joined the job", e);
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public List<byte[]> exchange(String name, byte[] own, Duration patience) {
    return client.exchange(name, own, patience);
  }

  @Override
  public void enterFence(String name) {
    client.enterFence(name);
  }

  @Override
  public boolean fencePassed(String name) {
    return client.fencePassed(name);
  }

  /** This rank can't end the others; the scheduler that has started them sees its end. */
  @Override
  public void abort(int status, String reason) {}

  /**
   * Rank 0 stays until all others have left, because they may not have read their last answers; for
   * a limited time only.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (client) {
      if (server.isPresent()) {
        closeLast(server.get());
      } else {
        leave();
      }
    }
  }

  private void leave() {
    try {
      client.enterFence(CLOSING);
    } catch (StarlingException e) {
      // Rank 0 has left and does not wait.
    }
  }

  private void closeLast(StoreServer store) {
    try (store) {
      client.enterFence(CLOSING);
      long deadline = System.nanoTime() + CLOSING_PATIENCE.toNanos();
      while (!client.fencePassed(CLOSING) && System.nanoTime() < deadline) {
        pause(POLLING_INTERVAL, rank);
      }
    } catch (IOException e) {
      throw new StarlingException("rank 0 could not close the store", e);
    }
  }
}
