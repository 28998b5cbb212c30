package io.starling.collectives.window;

import java.util.List;

/** The locks of passive targets that this rank has in a window. To be used inside. */
final class HeldLocks {

  private final List<Target> targets;
  private final Locks locks;

  HeldLocks(List<Target> targets, Locks locks) {
    this.targets = targets;
    this.locks = locks;
  }

  void take(Target target, boolean shared) {
    locks.take(target, Control.LOCK, shared);
    target.hold(shared ? Target.Hold.SHARED : Target.Hold.EXCLUSIVE);
  }

  /** Shares the locks of all targets that loads and stores reach; after a failure, of none. */
  void takeNear() {
    try {
      for (Target target : targets) {
        if (target.controlAddress() != 0) {
          take(target, true);
        }
      }
    } catch (RuntimeException e) {
      releaseAll();
      throw e;
    }
  }

  /** Gives a lock back, also if the wait for its end is interrupted. */
  void release(Target target) {
    boolean shared = target.hold() == Target.Hold.SHARED;
    target.hold(Target.Hold.NONE);
    locks.give(target, Control.LOCK, shared);
  }

  /** Gives all locks back, also if one of them fails. */
  void releaseAll() {
    RuntimeException failure = null;
    for (Target target : targets) {
      try {
        if (target.hold() != Target.Hold.NONE) {
          release(target);
        }
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
