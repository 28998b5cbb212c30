package io.starling.collectives.window;

import io.starling.collectives.operation.Context;
import java.util.BitSet;

/** The epochs in which a rank is, and what it may do in them (MPI 4.1, section 12.5). */
final class Epochs {

  /** An epoch of accesses. */
  enum Kind {
    NONE("no epoch", "call fence, start or a lock before"),
    FENCE("an epoch of fences", "call fence before"),
    FENCING("an interrupted fence", "call fence again"),
    START("an epoch of start", "call complete before"),
    LOCK("an epoch of locks", "call unlock before"),
    LOCK_ALL("an epoch of lockAll", "call unlockAll before");

    private final String label;
    private final String remedy;

    Kind(String label, String remedy) {
      this.label = label;
      this.remedy = remedy;
    }
  }

  private final Context context;
  private Kind kind = Kind.NONE;
  private boolean isUsed;
  private BitSet started = new BitSet();
  private int locks;
  private boolean isPosted;
  private boolean isClosed;

  Epochs(Context context) {
    this.context = context;
  }

  Kind kind() {
    return kind;
  }

  boolean isPosted() {
    return isPosted;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Refuses calls on a closed window, or one of which a rank has failed. */
  void checkUsable(String call) {
    checkNotClosed(call);
    if (!context.health().isSound()) {
      throw context.health().obstacle(() -> call + " on a window");
    }
  }

  void checkNotClosed(String call) {
    if (isClosed) {
      throw refuse(call, "the window is closed");
    }
  }

  /** Refuses an access to a target outside its epoch. */
  void checkAccess(String call, Target target) {
    checkUsable(call);
    switch (kind) {
      case FENCE -> isUsed = true;
      case START -> {
        if (!started.get(target.rank())) {
          throw refuse(
              call,
              "rank %d is not in the group of start; name it there".formatted(target.process()));
        }
      }
      case LOCK -> {
        if (target.hold() == Target.Hold.NONE) {
          throw refuse(call, "rank %d is not locked; lock it before".formatted(target.process()));
        }
      }
      case LOCK_ALL -> {}
      case FENCING -> throw refuse(call, "in %s; %s".formatted(kind.label, kind.remedy));
      case NONE -> throw refuse(call, "outside an epoch; " + kind.remedy);
    }
  }

  /** Refuses a flush or unlock of a target that is not locked. */
  void checkLocked(String call, Target target) {
    checkUsable(call);
    boolean isLocked =
        kind == Kind.LOCK_ALL
            ? !call.equals("unlock")
            : kind == Kind.LOCK && target.hold() != Target.Hold.NONE;
    if (!isLocked) {
      throw refuse(
          call,
          kind == Kind.LOCK_ALL
              ? "the ranks are locked by lockAll; call unlockAll"
              : "rank %d is not locked by this rank".formatted(target.process()));
    }
  }

  /** Refuses a flush of all ranks without a lock. */
  void checkAnyLocked(String call) {
    checkUsable(call);
    if (kind != Kind.LOCK && kind != Kind.LOCK_ALL) {
      throw refuse(call, "no rank is locked; call lockShared, lockExclusive or lockAll before");
    }
  }

  void checkFence() {
    checkUsable("fence");
    if (kind != Kind.NONE && kind != Kind.FENCE && kind != Kind.FENCING) {
      throw refuse("fence", "in %s; %s".formatted(kind.label, kind.remedy));
    }
    checkNotPosted("fence");
  }

  private void checkNotPosted(String call) {
    if (isPosted) {
      throw refuse(call, "after post; call await before");
    }
  }

  /** Waits for the others, and stays so if that is interrupted. */
  void fencing() {
    kind = Kind.FENCING;
  }

  /** Begins the next epoch of fences. */
  void fenced() {
    kind = Kind.FENCE;
    isUsed = false;
  }

  void checkPost() {
    checkUsable("post");
    checkNotPosted("post");
    if (kind == Kind.FENCE && isUsed) {
      throw refuse("post", "in an epoch of fences with accesses; " + kind.remedy);
    }
    if (kind == Kind.FENCING) {
      throw refuse("post", "in %s; %s".formatted(kind.label, kind.remedy));
    }
  }

  void posted() {
    isPosted = true;
  }

  void checkPosted(String call) {
    checkUsable(call);
    if (!isPosted) {
      throw refuse(call, "this rank has not posted; call post before");
    }
  }

  void awaited() {
    isPosted = false;
  }

  /** Refuses to begin an epoch of accesses in another one. */
  void checkBegin(String call) {
    checkUsable(call);
    if (kind != Kind.NONE && (kind != Kind.FENCE || isUsed)) {
      throw refuse(call, "in %s; %s".formatted(kind.label, kind.remedy));
    }
  }

  /** Refuses to lock a target that is locked, or in an epoch of another kind. */
  void checkLock(String call, Target target) {
    if (kind != Kind.LOCK) {
      checkBegin(call);
    }
    checkUsable(call);
    if (target.hold() != Target.Hold.NONE) {
      throw refuse(
          call, "this rank holds a lock of rank %d; unlock it before".formatted(target.process()));
    }
  }

  void started(BitSet targets) {
    kind = Kind.START;
    started = targets;
  }

  void checkStarted() {
    checkUsable("complete");
    if (kind != Kind.START) {
      throw refuse("complete", "this rank has not started; call start before");
    }
  }

  /** The targets of the epoch of start. */
  BitSet targets() {
    return started;
  }

  void completed() {
    kind = Kind.NONE;
  }

  void locked() {
    kind = Kind.LOCK;
    locks++;
  }

  void unlocked() {
    locks--;
    if (locks == 0) {
      kind = Kind.NONE;
    }
  }

  void lockedAll() {
    kind = Kind.LOCK_ALL;
  }

  void checkLockedAll() {
    checkUsable("unlockAll");
    if (kind != Kind.LOCK_ALL) {
      throw refuse("unlockAll", "the ranks are not locked by lockAll");
    }
  }

  void unlockedAll() {
    kind = Kind.NONE;
  }

  /** Refuses a close inside an epoch. */
  void checkClose() {
    boolean isOpen = kind != Kind.NONE && (kind != Kind.FENCE || isUsed);
    if (isOpen) {
      throw refuse("close", "in %s; %s".formatted(kind.label, kind.remedy));
    }
    checkNotPosted("close");
  }

  void closed() {
    isClosed = true;
  }

  private IllegalStateException refuse(String call, String reason) {
    return new IllegalStateException(
        "rank %d, %s: %s".formatted(context.engine().rank(), call, reason));
  }
}
