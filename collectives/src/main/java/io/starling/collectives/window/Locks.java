package io.starling.collectives.window;

import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.NativeWords;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Takes and gives back the locks in the control blocks of targets, without their doing. A lock is a
 * word:
 *
 * <pre>
 *   0                      free
 *   n                      shared by n ranks
 *   (rank + 1) * 2^32      of one rank alone
 * </pre>
 *
 * <p>A rank that shares the lock adds 1, and takes that back if a rank has it alone: such an
 * attempt can be in the word at any time, so it is only ever added to. A failed attempt is repeated
 * after a pause, in which the rank makes progress for others. If a rank of the window fails, all
 * attempts end, because it may have held the lock.
 */
final class Locks {

  private static final int SPINS = 100;
  private static final int SHARED_BITS = Integer.SIZE;
  private static final long SHORTEST_PAUSE_NANOSECONDS = 10_000;
  private static final long LONGEST_PAUSE_NANOSECONDS = 1_000_000;

  private final Context context;
  private final Transfers transfers;

  /** What this rank adds to a lock that it has alone. */
  private final long alone;

  Locks(Context context, Transfers transfers) {
    this.context = context;
    this.transfers = transfers;
    alone = (context.rank() + 1L) << SHARED_BITS;
  }

  /** Attempts in this process's memory, until one succeeds or none can any more. */
  private final class Attempts {
    private final long address;
    private final boolean shared;
    private final Supplier<String> what;
    private RuntimeException obstacle;

    Attempts(long address, boolean shared, Supplier<String> what) {
      this.address = address;
      this.shared = shared;
      this.what = what;
    }

    /** Does not throw, because another thread may call it. */
    boolean areOver() {
      // A look that does not take the line from its holder.
      long now = NativeWords.acquire(address);
      boolean mayBeFree = shared ? now >>> SHARED_BITS == 0 : now == 0;
      if (mayBeFree && tryDirect(address, shared)) {
        return true;
      }
      obstacle = context.health().isSound() ? null : context.health().obstacle(what);
      return obstacle != null;
    }
  }

  /** Attempts to have a lock alone that loads and stores reach; returns what was there before. */
  long attemptDirectly(Target target, long place) {
    return NativeWords.compareAndExchange(target.controlAddress() + place, 0, alone);
  }

  private boolean tryDirect(long address, boolean shared) {
    if (!shared) {
      return NativeWords.compareAndExchange(address, 0, alone) == 0;
    }
    if (NativeWords.getAndAdd(address, 1) >>> SHARED_BITS == 0) {
      return true;
    }
    NativeWords.getAndAdd(address, -1);
    return false;
  }

  /** Takes a lock; waits while it must. To be called inside. */
  void take(Target target, long place, boolean shared) {
    if (target.controlAddress() == 0) {
      takeRemote(target, place, shared);
      return;
    }
    long address = target.controlAddress() + place;
    if (tryDirect(address, shared)) {
      return;
    }
    takeDirectPatiently(target, address, place, shared);
  }

  private void takeDirectPatiently(Target target, long address, long place, boolean shared) {
    Attempts attempts =
        new Attempts(
            address,
            shared,
            () -> describe(target, place, shared) + holder(NativeWords.acquire(address)));
    for (int i = 0; i < SPINS; i++) {
      Thread.onSpinWait();
      if (attempts.areOver()) {
        conclude(attempts);
        return;
      }
    }
    context.engine().waits().awaitUnannounced(attempts::areOver, attempts.what);
    conclude(attempts);
  }

  private static void conclude(Attempts attempts) {
    if (attempts.obstacle != null) {
      throw attempts.obstacle;
    }
  }

  private void takeRemote(Target target, long place, boolean shared) {
    repeat(target, place, shared, () -> attemptRemotely(target, place, shared));
  }

  /** Repeats an attempt until it gets a lock; it returns the word that was there before. */
  void repeat(Target target, long place, boolean shared, LongSupplier attempt) {
    long pause = SHORTEST_PAUSE_NANOSECONDS;
    long before = attempt.getAsLong();
    while (!isTaken(before, shared)) {
      String holder = holder(before);
      context.engine().waits().pause(pause, () -> describe(target, place, shared) + holder);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOSECONDS);
      before = attempt.getAsLong();
    }
  }

  /** Whether a word that an attempt has found was free for it. */
  static boolean isTaken(long before, boolean shared) {
    return shared ? before >>> SHARED_BITS == 0 : before == 0;
  }

  private long attemptRemotely(Target target, long place, boolean shared) {
    WordOperation word = attempt(target, place, shared);
    long before;
    try {
      before = transfers.run(word);
    } catch (RuntimeException e) {
      // The lock may be on its way to a call that has ended.
      word.whenDone(() -> undo(word, target, place, shared));
      throw e;
    }
    if (shared && !isTaken(before, true)) {
      transfers.run(giving(target, place, true));
    }
    return before;
  }

  private void undo(WordOperation word, Target target, long place, boolean shared) {
    if (word.failure() == null && (shared || isTaken(word.before(), false))) {
      transfers.begin(giving(target, place, shared));
    }
  }

  /** An attempt to take a lock that loads and stores do not reach. */
  WordOperation attempt(Target target, long place, boolean shared) {
    WordOperation word = transfers.takeWord();
    String what = name(place, shared);
    return shared
        ? word.add(target, place, 1, what)
        : word.compareAndSwap(target, place, 0, alone, what);
  }

  /** What gives back a lock that loads and stores do not reach. */
  WordOperation giving(Target target, long place, boolean shared) {
    return transfers.takeWord().add(target, place, given(shared), "unlock");
  }

  private long given(boolean shared) {
    return shared ? -1 : -alone;
  }

  /** Gives a lock back. To be called inside. */
  void give(Target target, long place, boolean shared) {
    if (target.controlAddress() == 0) {
      transfers.run(giving(target, place, shared));
    } else {
      NativeWords.getAndAdd(target.controlAddress() + place, given(shared));
    }
  }

  private static String name(long place, boolean shared) {
    return place == Control.ACCUMULATE ? "accumulate" : shared ? "shared lock" : "exclusive lock";
  }

  private static String describe(Target target, long place, boolean shared) {
    return name(place, shared) + " of the window's memory at rank " + target.process();
  }

  private String holder(long word) {
    int rank = (int) (word >>> SHARED_BITS) - 1;
    return rank >= 0 && rank < context.size()
        ? ", which rank " + context.process(rank) + " holds alone"
        : ", which " + (int) word + " ranks share";
  }
}
