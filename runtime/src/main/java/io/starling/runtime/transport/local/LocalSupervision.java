package io.starling.runtime.transport.local;

import io.starling.runtime.bootstrap.api.Supervision;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reports failures to ranks that are threads of one JVM, as the launcher does to processes, so that
 * recovery can be tested in one JVM. {@link #fail} makes a rank fail. May be used by several
 * threads.
 */
public final class LocalSupervision {

  /** An agreement that is not decided yet, or whose outcome not all ranks have. */
  private static final class Ballot {
    private final BitSet missing;
    private int flags = -1;
    private Supervision.Agreement outcome;

    Ballot(BitSet members) {
      missing = (BitSet) members.clone();
    }
  }

  private final List<Consumer<Supervision.Listener>> news = new ArrayList<>();
  private final BitSet failed = new BitSet();
  private final Map<String, Ballot> ballots = new HashMap<>();

  /** No rank has failed yet. */
  public LocalSupervision() {}

  /**
   * Makes a rank fail and notifies the others. The caller ensures that the rank does nothing more;
   * see {@link LocalFabric#silence}.
   */
  public synchronized void fail(int rank, String reason) {
    if (!failed.get(rank)) {
      failed.set(rank);
      news.add(listener -> listener.failed(rank, reason));
      ballots.values().forEach(this::decide);
    }
  }

  private void decide(Ballot ballot) {
    ballot.missing.andNot(failed);
    if (ballot.outcome == null && ballot.missing.isEmpty()) {
      ballot.outcome = new Supervision.Agreement(ballot.flags, (BitSet) failed.clone());
    }
  }

  private synchronized void enter(int rank, String name, BitSet members, int flags) {
    Ballot ballot = ballots.computeIfAbsent(name, _ -> new Ballot(members));
    if (ballot.missing.get(rank)) {
      ballot.missing.clear(rank);
      ballot.flags &= flags;
      decide(ballot);
    }
  }

  private synchronized Optional<Supervision.Agreement> outcome(String name) {
    return Optional.ofNullable(ballots.get(name)).map(ballot -> ballot.outcome);
  }

  private synchronized void add(Consumer<Supervision.Listener> item) {
    news.add(item);
  }

  private synchronized List<Consumer<Supervision.Listener>> newsFrom(int first) {
    return first == news.size() ? List.of() : List.copyOf(news.subList(first, news.size()));
  }

  /** The supervision of one rank, for one thread at a time. */
  public Supervision of(int rank) {
    return new Supervision() {
      private int heard;

      @Override
      public boolean survivesFailures() {
        return true;
      }

      @Override
      public void poll(Listener listener) {
        List<Consumer<Listener>> latest = newsFrom(heard);
        heard += latest.size();
        latest.forEach(item -> item.accept(listener));
      }

      @Override
      public void revoke(String communicator) {
        add(listener -> listener.revoked(communicator));
      }

      @Override
      public void enterAgreement(String name, BitSet members, int flags) {
        enter(rank, name, members, flags);
      }

      @Override
      public Optional<Agreement> agreement(String name) {
        return outcome(name);
      }
    };
  }
}
