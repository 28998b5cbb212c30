package io.starling.collectives.communicator;

import io.starling.collectives.call.Member;
import io.starling.collectives.operation.CommunicatorFailures;
import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.bootstrap.api.Supervision.Agreement;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.progress.failure.FailureMonitor;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Implements {@link io.starling.collectives.FaultTolerance} for one rank. The launcher decides
 * agreements, because messages among ranks that may fail at any time can't reach a decision in a
 * fixed number of steps.
 */
final class RankFaultTolerance {

  private static final int ALL = -1;

  /** Shrunken communicators use the upper half of the numbers, split ones the lower. */
  private static final int FIRST_SHRUNKEN = Tags.MAX_CONTEXTS / 2;

  private final Member member;
  private final Context context;
  private final CommunicatorFailures health;
  private final Engine engine;
  private final FailureMonitor monitor;

  RankFaultTolerance(Member member) {
    this.member = member;
    context = member.context();
    health = context.health();
    engine = member.engine();
    monitor = FailureMonitor.of(engine);
  }

  int[] failedRanks() {
    try (Member.Entry _ = member.enter()) {
      monitor.look();
      return health.failed().stream().toArray();
    }
  }

  void acknowledgeFailures() {
    try (Member.Entry _ = member.enter()) {
      health.acknowledge();
    }
  }

  void revoke() {
    try (Member.Entry _ = member.enter()) {
      supervision("revoke()");
      if (!health.isRevoked()) {
        monitor.revoke(health.name());
      }
    }
  }

  boolean isRevoked() {
    try (Member.Entry _ = member.enter()) {
      monitor.look();
      return health.isRevoked();
    }
  }

  int agree(int flags) {
    try (Member.Entry _ = member.enter()) {
      Supervision supervision = supervision("agree()");
      BitSet acknowledged = health.acknowledged();
      Agreement agreement = decide(supervision, "agree", flags);
      BitSet failed = health.ranksOf(agreement.failed());
      if (!failed.isEmpty()) {
        // All ranks must also agree on whether all have acknowledged all failures.
        acknowledged.and(failed);
        boolean isKnown = acknowledged.equals(failed);
        if (decide(supervision, "acknowledge", isKnown ? ALL : 0).flags() == 0) {
          throw health.failure(() -> "agree()", failed);
        }
      }
      return agreement.flags();
    }
  }

  Member shrink() {
    try (Member.Entry _ = member.enter()) {
      Supervision supervision = supervision("shrink()");
      for (int tries = 0; tries < FIRST_SHRUNKEN / Integer.SIZE; tries++) {
        // Each communicator begins at another number, because several may be shrunk at the same
        // time.
        int first = FIRST_SHRUNKEN + (context.number() + tries) * Integer.SIZE % FIRST_SHRUNKEN;
        int offer = member.numbers().offer(first);
        try {
          Agreement agreement = decide(supervision, "shrink", offer);
          if (agreement.flags() != 0) {
            int number = first + Integer.numberOfTrailingZeros(agreement.flags());
            return member.derive("shrink()", number, living(agreement), false);
          }
        } finally {
          member.numbers().withdraw(first, offer);
        }
      }
      throw new StarlingException(
          "rank %d, shrink(): no number is free for another communicator; close some first"
              .formatted(engine.rank()));
    }
  }

  /**
   * Waits until all living ranks have left each other: connections are closed better while the
   * processes at both ends are there. Does nothing without a launcher. The communicator may be
   * closed.
   */
  void part() {
    if (monitor.supervision() != null) {
      engine.enter();
      try {
        decide(monitor.supervision(), "part", ALL);
      } finally {
        engine.leave();
      }
    }
  }

  private int[] living(Agreement agreement) {
    BitSet failed = health.ranksOf(agreement.failed());
    if (failed.get(context.rank())) {
      throw new StarlingException(
          "rank %d, shrink(): the launcher considers this rank failed; it can't continue"
              .formatted(engine.rank()));
    }
    return IntStream.range(0, context.size()).filter(rank -> !failed.get(rank)).toArray();
  }

  private Agreement decide(Supervision supervision, String what, int flags) {
    String name = health.name() + "/" + what + "/" + member.nextAgreement();
    BitSet members = new BitSet();
    IntStream.range(0, context.size()).map(context::process).forEach(members::set);
    supervision.enterAgreement(name, members, flags);
    Outcome outcome = new Outcome(supervision, name);
    engine.waits().await(outcome::isThere);
    outcome.check();
    monitor.look();
    monitor.learn(outcome.agreement.failed());
    return outcome.agreement;
  }

  /** The outcome is returned once, but queried repeatedly, also by other waiting threads. */
  private static final class Outcome {
    private final Supervision supervision;
    private final String name;
    private Agreement agreement;
    private StarlingException failure;

    Outcome(Supervision supervision, String name) {
      this.supervision = supervision;
      this.name = name;
    }

    /** Does not throw, because any waiting thread may call it. */
    boolean isThere() {
      if (agreement == null && failure == null) {
        try {
          agreement = supervision.agreement(name).orElse(null);
        } catch (StarlingException e) {
          failure = e;
        }
      }
      return agreement != null || failure != null;
    }

    void check() {
      if (failure != null) {
        throw failure;
      }
    }
  }

  private Supervision supervision(String call) {
    Supervision supervision = monitor.supervision();
    if (supervision == null) {
      throw new UnsupportedOperationException(
          "rank %d, %s: no launcher supervises the ranks of this job; start it with 'starling run --on-failure return'"
              .formatted(engine.rank(), call));
    }
    return supervision;
  }
}
