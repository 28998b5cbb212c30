package io.starling.collectives.window;

import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.NativeWords;
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
    context.engine().waits().awaitMemory(attempts::areOver, attempts.what);
    conclude(attempts);
  }

  private static void conclude(Attempts attempts) {
    if (attempts.obstacle != null) {
      throw attempts.obstacle;
    }
  }

  private void takeRemote(Target target, long place, boolean shared) {
    String what = name(place, shared);
    long pause = SHORTEST_PAUSE_NANOSECONDS;
    while (true) {
      long before =
          shared ? add(target, place, 1, what) : compareAndSwap(target, place, 0, alone, what);
      if (shared ? before >>> SHARED_BITS == 0 : before == 0) {
        return;
      }
      if (shared) {
        add(target, place, -1, what);
      }
      String holder = holder(before);
      context.engine().waits().pause(pause, () -> describe(target, place, shared) + holder);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOSECONDS);
    }
  }

  /** Gives a lock back. To be called inside. */
  void give(Target target, long place, boolean shared) {
    long value = shared ? -1 : -alone;
    if (target.controlAddress() == 0) {
      add(target, place, value, "unlock");
    } else {
      NativeWords.getAndAdd(target.controlAddress() + place, value);
    }
  }

  private long add(Target target, long place, long value, String what) {
    WordOperation word = transfers.takeWord().add(target, place, value, what);
    long before = word.run();
    transfers.giveBack(word);
    return before;
  }

  private long compareAndSwap(Target target, long place, long expected, long value, String what) {
    WordOperation word = transfers.takeWord().compareAndSwap(target, place, expected, value, what);
    long before = word.run();
    transfers.giveBack(word);
    return before;
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
