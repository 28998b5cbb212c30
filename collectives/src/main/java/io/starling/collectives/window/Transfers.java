package io.starling.collectives.window;

import io.starling.collectives.operation.Context;
import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.RemoteMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The transfers of this rank in a window, and their ends. A put that no request follows uses its
 * operation again. If too many are open, the next one waits for some of them.
 */
final class Transfers {

  private static final int MOST_OPEN = 256;

  private final Context context;
  private final ArrayDeque<TransferOperation> idle = new ArrayDeque<>();
  private final ArrayDeque<WordOperation> idleWords = new ArrayDeque<>();
  private int open;
  private int left;

  Transfers(Context context) {
    this.context = context;
  }

  /** Begins a transfer that only a flush awaits. */
  void begin(
      Target target, Part part, RemoteMemory.Access access, Memory user, TypeMap map, long offset) {
    if (open >= MOST_OPEN) {
      context.engine().waits().await(null, () -> open < MOST_OPEN, Long.MAX_VALUE);
    }
    TransferOperation operation = idle.pollLast();
    if (operation == null) {
      operation = new TransferOperation(context).reusable();
    }
    operation.use(target, part, access, user, map, offset).begin();
  }

  /** An operation that a request will follow. */
  TransferOperation requested() {
    return new TransferOperation(context);
  }

  /** Carries a transfer out. */
  void run(
      Target target, Part part, RemoteMemory.Access access, Memory user, TypeMap map, long offset) {
    TransferOperation operation = requested().use(target, part, access, user, map, offset);
    operation.begin();
    try {
      await(operation);
    } finally {
      target.told(operation.failure());
    }
  }

  /** Carries out an access to a word; returns what was there before. To be called inside. */
  long run(WordOperation word) {
    word.begin();
    await(word);
    giveBack(word);
    return word.before();
  }

  /** Waits for an operation. If this thread gives up before, the window stays open longer. */
  private void await(Operation operation) {
    try {
      context.engine().waits().await(operation);
    } finally {
      if (!operation.isDone()) {
        leave();
        operation.whenDone(this::leftEnded);
      }
    }
  }

  /** Begins an access to a word for which no call waits. */
  void begin(WordOperation word) {
    leave();
    word.begin();
    word.whenDone(this::leftEnded);
  }

  /** Something has begun that must end before the window's memory is freed. */
  void leave() {
    left++;
  }

  /** And has ended. */
  void leftEnded() {
    left--;
  }

  /** Waits for the end of all that no call waits for. */
  void awaitLeft() {
    if (left > 0) {
      context.engine().waits().await(() -> left == 0);
    }
  }

  void began() {
    open++;
  }

  void ended(TransferOperation operation) {
    open--;
    if (operation.isReusable() && operation.failure() == null) {
      idle.addLast(operation);
    }
  }

  /** An access to a word, for one run. */
  WordOperation takeWord() {
    WordOperation word = idleWords.pollLast();
    return word == null ? new WordOperation(context) : word;
  }

  /** Gives it back after its end. */
  void giveBack(WordOperation word) {
    if (word.failure() == null) {
      idleWords.addLast(word);
    }
  }

  /**
   * Waits until the buffers of all transfers to some targets may be used again. {@link #check} says
   * whether they have succeeded.
   */
  void finishLocally(List<Target> targets) {
    for (Target target : targets) {
      if (target.open() > 0) {
        context.engine().waits().await(null, () -> target.open() == 0, Long.MAX_VALUE);
      }
    }
  }

  /**
   * Waits until all transfers to some targets have taken effect, or have failed: {@link #check}
   * says that, which a caller asks when it has ended its epoch.
   */
  void finish(List<Target> targets) {
    finishLocally(targets);
    List<WordOperation> flushes = new ArrayList<>();
    for (Target target : targets) {
      if (target.isDirty()) {
        for (Part part : target.parts()) {
          if (part.direct() == null) {
            WordOperation flush = takeWord().flush(target, part.remote());
            flush.begin();
            flushes.add(flush);
          }
        }
      }
    }
    for (WordOperation flush : flushes) {
      if (!flush.isDone()) {
        context.engine().waits().await(flush, flush::isDone, Long.MAX_VALUE);
      }
      flush.conclude();
      giveBack(flush);
    }
  }

  /** Throws why transfers to some targets have failed since the last call. */
  static void check(List<Target> targets) {
    RuntimeException first = null;
    for (Target target : targets) {
      RuntimeException failure = target.takeFailure();
      if (first == null) {
        first = failure;
      } else if (failure != null && failure != first) {
        first.addSuppressed(failure);
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
