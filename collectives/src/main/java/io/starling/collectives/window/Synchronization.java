package io.starling.collectives.window;

import io.starling.collectives.Group;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.ResumableCall;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.progress.Engine;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Begins and ends the epochs of a window (MPI 4.1, section 12.5). Where loads and stores reach a
 * target, an access has taken effect when it returns, so a fence of the processor orders it. All
 * other transfers are awaited and flushed.
 */
final class Synchronization {

  /** How many flushes without waiting go by before one looks for news of failures. */
  private static final int FLUSHES_PER_LOOK = 64;

  private final Member member;
  private final Engine engine;
  private final WindowRanks ranks;
  private final ResumableCall barrier = new ResumableCall();
  private final WindowMemory memory;
  private final List<Target> targets;
  private final List<List<Target>> each;
  private final Epochs epochs;
  private final HeldLocks held;
  private final Transfers transfers;
  private final Handshakes handshakes;
  private final boolean isServed;
  private int flushes;

  Synchronization(
      WindowRanks ranks,
      WindowMemory memory,
      Target[] targets,
      Epochs epochs,
      Locks locks,
      Transfers transfers) {
    this.ranks = ranks;
    member = ranks.member();
    engine = member.engine();
    this.memory = memory;
    this.targets = List.of(targets);
    this.each = Arrays.stream(targets).map(List::of).toList();
    this.epochs = epochs;
    held = new HeldLocks(this.targets, locks);
    this.transfers = transfers;
    handshakes = new Handshakes(member);
    isServed = this.targets.stream().anyMatch(target -> target.control().needsOwner());
    if (isServed) {
      engine.beginService();
    }
  }

  void checkOpen(String call) {
    try (Member.Entry _ = member.enter()) {
      epochs.checkUsable(call);
    }
  }

  /** Allows calls on a window of which a rank has failed. */
  void checkNotClosed(String call) {
    try (Member.Entry _ = member.enter()) {
      epochs.checkNotClosed(call);
    }
  }

  void fence() {
    try (Member.Entry _ = member.enter()) {
      epochs.checkFence();
      transfers.finish(targets);
      VarHandle.fullFence();
      epochs.fencing();
      barrier.run(ranks.barriers());
      VarHandle.fullFence();
      epochs.fenced();
      Transfers.check(targets);
    }
  }

  void post(Group origins) {
    try (Member.Entry _ = member.enter()) {
      epochs.checkPost();
      BitSet ranks = handshakes.ranksOf("post", "origins", origins);
      VarHandle.fullFence();
      handshakes.post(ranks);
      epochs.posted();
    }
  }

  void start(Group itsTargets) {
    try (Member.Entry _ = member.enter()) {
      epochs.checkBegin("start");
      BitSet ranks = handshakes.ranksOf("start", "targets", itsTargets);
      handshakes.start(ranks);
      VarHandle.fullFence();
      epochs.started(ranks);
    }
  }

  void complete() {
    try (Member.Entry _ = member.enter()) {
      epochs.checkStarted();
      transfers.finish(targets);
      VarHandle.fullFence();
      handshakes.complete(epochs.targets());
      epochs.completed();
      Transfers.check(targets);
    }
  }

  void await() {
    try (Member.Entry _ = member.enter()) {
      epochs.checkPosted("await");
      handshakes.await();
      VarHandle.fullFence();
      epochs.awaited();
    }
  }

  boolean test() {
    try (Member.Entry _ = member.enter()) {
      epochs.checkPosted("test");
      boolean isOver = handshakes.test();
      if (isOver) {
        VarHandle.fullFence();
        epochs.awaited();
      }
      return isOver;
    }
  }

  void lock(Target target, boolean shared) {
    try (Member.Entry _ = member.enter()) {
      epochs.checkLock(shared ? "lockShared" : "lockExclusive", target);
      held.take(target, shared);
      epochs.locked();
    }
  }

  /** An interrupted wait for transfers does not end the epoch; one for the end of the lock does. */
  void unlock(Target target) {
    try (Member.Entry _ = member.enter()) {
      epochs.checkLocked("unlock", target);
      if (target.isBusy()) {
        transfers.finish(each.get(target.rank()));
      }
      try {
        held.release(target);
      } finally {
        epochs.unlocked();
      }
      Transfers.check(each.get(target.rank()));
    }
  }

  /** Locks what loads and stores reach at once; the others are locked when they are accessed. */
  void lockAll() {
    try (Member.Entry _ = member.enter()) {
      epochs.checkBegin("lockAll");
      held.takeNear();
      epochs.lockedAll();
    }
  }

  void unlockAll() {
    try (Member.Entry _ = member.enter()) {
      epochs.checkLockedAll();
      transfers.finish(targets);
      try {
        held.releaseAll();
      } finally {
        epochs.unlockedAll();
      }
      Transfers.check(targets);
    }
  }

  void flush(Target target) {
    try (Member.Entry _ = member.enter()) {
      epochs.checkLocked("flush", target);
      if (target.isBusy()) {
        transfers.finish(each.get(target.rank()));
      }
      order();
      Transfers.check(each.get(target.rank()));
    }
  }

  void flushAll() {
    try (Member.Entry _ = member.enter()) {
      epochs.checkAnyLocked("flushAll");
      transfers.finish(targets);
      order();
      Transfers.check(targets);
    }
  }

  /** A rank that flushes again and again, and never waits, must learn of failures too. */
  private void order() {
    VarHandle.fullFence();
    flushes++;
    if (flushes % FLUSHES_PER_LOOK == 0) {
      engine.look();
    }
  }

  void flushLocal(Target target) {
    try (Member.Entry _ = member.enter()) {
      epochs.checkLocked("flushLocal", target);
      transfers.finishLocally(each.get(target.rank()));
      Transfers.check(each.get(target.rank()));
    }
  }

  void flushLocalAll() {
    try (Member.Entry _ = member.enter()) {
      epochs.checkAnyLocked("flushLocalAll");
      transfers.finishLocally(targets);
      Transfers.check(targets);
    }
  }

  void sync() {
    try (Member.Entry _ = member.enter()) {
      epochs.checkUsable("sync");
      VarHandle.fullFence();
    }
  }

  /**
   * After a failure other ranks may still access what this rank has exposed: it stays reachable.
   */
  void close() {
    if (engine.isClosed() || epochs.isClosed()) {
      return;
    }
    try (Member.Entry _ = member.enter()) {
      if (isSound()) {
        epochs.checkClose();
      }
    }
    member.attributes().deleteAll(ranks.origin());
    try (Member.Entry _ = member.enter()) {
      boolean isSound = isSound() && haveAllCome();
      epochs.closed();
      if (isServed) {
        engine.endService();
      }
      if (isSound) {
        targets.forEach(Target::close);
        memory.close();
      }
    }
    ranks.communicator().close();
  }

  private boolean isSound() {
    return member.context().health().isSound();
  }

  /** Waits for all ranks; false if one fails meanwhile. */
  private boolean haveAllCome() {
    try {
      transfers.awaitLeft();
      handshakes.finish();
      barrier.run(ranks.barriers());
      return true;
    } catch (RankFailedException e) {
      return false;
    }
  }
}
