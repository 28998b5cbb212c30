package io.starling.collectives.window;

import io.starling.collectives.operation.Context;
import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.Memory;
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
    TransferOperation operation =
        new TransferOperation(context).use(target, part, access, user, map, offset);
    operation.begin();
    context.engine().waits().await(operation);
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

  /** Waits until the buffers of all transfers to some targets may be used again. */
  void finishLocally(List<Target> targets) {
    for (Target target : targets) {
      if (target.open() > 0) {
        context.engine().waits().await(null, () -> target.open() == 0, Long.MAX_VALUE);
      }
    }
    targets.forEach(Target::check);
  }

  /** Waits until all transfers to some targets have taken effect. */
  void finish(List<Target> targets) {
    finishLocally(targets);
    List<WordOperation> flushes = new ArrayList<>();
    for (Target target : targets) {
      if (target.isDirty()) {
        target.clean();
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
      context.engine().waits().await(flush);
      giveBack(flush);
    }
  }
}
