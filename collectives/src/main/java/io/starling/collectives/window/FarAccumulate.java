package io.starling.collectives.window;

import io.starling.collectives.operation.Context;
import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.RemoteMemory.Access;
import java.lang.foreign.MemorySegment;

/**
 * An accumulate to memory that loads and stores do not reach. The end of each step begins the next
 * one, in whatever call makes progress then:
 *
 * <pre>
 *   lock ──> get ──> fold here ──> put ──> flush ──> unlock
 * </pre>
 *
 * <p>So the lock is given back though the call is interrupted, or waits below a callback that
 * accumulates to the same target: what holds the lock never waits for a call to return.
 */
final class FarAccumulate {

  private final Context context;
  private final BufferPool pool;
  private final Locks locks;
  private final Transfers transfers;
  private final Target target;
  private final Part part;
  private final TypeMap map;
  private final long offset;
  private final ElementChange change;
  private MemorySegment changed;
  private long found;
  private boolean isOver;
  private boolean isGivenUp;
  private Throwable failure;

  /**
   * An accumulate that has not begun.
   *
   * @param map the places of the target's elements, whose offsets count from {@code offset}
   */
  FarAccumulate(
      Context context,
      Locks locks,
      Transfers transfers,
      Target target,
      Part part,
      TypeMap map,
      long offset,
      ElementChange change) {
    this.context = context;
    this.locks = locks;
    this.transfers = transfers;
    this.target = target;
    this.part = part;
    this.map = map;
    this.offset = offset;
    this.change = change;
    pool = context.engine().pool();
  }

  /**
   * Carries it out, if the lock is free; returns what was in the lock before. An interrupted call
   * changes nothing from then on, unless its put has begun.
   */
  long attempt() {
    isOver = false;
    transfers.leave();
    lock();
    try {
      if (!isOver) {
        context.engine().waits().await(() -> isOver, this::describe);
      }
    } catch (RuntimeException e) {
      isGivenUp = true;
      throw e;
    }
    return switch (failure) {
      case null -> found;
      case Error error -> throw error;
      default -> throw (RuntimeException) failure;
    };
  }

  private String describe() {
    return "accumulate of %d bytes to the window's memory at rank %d"
        .formatted(map.size(), target.process());
  }

  private void lock() {
    if (target.controlAddress() != 0) {
      locked(locks.attemptDirectly(target, Control.ACCUMULATE));
      return;
    }
    WordOperation word = locks.attempt(target, Control.ACCUMULATE, false);
    word.begin();
    word.whenDone(
        () -> {
          if (hasFailed(word)) {
            end();
          } else {
            transfers.giveBack(word);
            locked(word.before());
          }
        });
  }

  private void locked(long before) {
    found = before;
    if (!Locks.isTaken(before, false)) {
      end();
    } else if (isGivenUp) {
      unlock();
    } else {
      MemorySegment old = pool.acquire(map.size());
      then(transfer(Access.GET, old), () -> fold(old));
    }
  }

  private TransferOperation transfer(Access access, MemorySegment elements) {
    return transfers.requested().use(target, part, access, Memory.of(elements), map, offset);
  }

  private void fold(MemorySegment old) {
    try {
      changed = isGivenUp ? null : change.apply(pool, old, map.size());
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    pool.release(old);
    if (changed == null) {
      unlock();
    } else {
      then(transfer(Access.PUT, changed), this::flush);
    }
  }

  private void flush() {
    pool.release(changed);
    WordOperation flush = transfers.takeWord().flush(target, part.remote());
    then(
        flush,
        () -> {
          flush.conclude();
          transfers.giveBack(flush);
          unlock();
        });
  }

  /** A step with the lock in hand, which a failure gives back. */
  private void then(Operation step, Runnable next) {
    step.begin();
    step.whenDone(
        () -> {
          if (hasFailed(step)) {
            unlock();
          } else {
            next.run();
          }
        });
  }

  private boolean hasFailed(Operation step) {
    if (step.failure() != null) {
      failure = step.failure();
      target.told(step.failure());
    }
    return step.failure() != null;
  }

  private void unlock() {
    if (target.controlAddress() != 0) {
      locks.give(target, Control.ACCUMULATE, false);
      end();
      return;
    }
    WordOperation word = locks.giving(target, Control.ACCUMULATE, false);
    word.begin();
    word.whenDone(
        () -> {
          if (!hasFailed(word)) {
            transfers.giveBack(word);
          }
          end();
        });
  }

  private void end() {
    isOver = true;
    transfers.leftEnded();
  }
}
