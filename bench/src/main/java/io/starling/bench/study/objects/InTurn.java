package io.starling.bench.study.objects;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/** Does one thing at a time, in order; each says when it is done. */
final class InTurn {

  private final Queue<Consumer<Runnable>> waiting = new ArrayDeque<>();
  private boolean busy;

  /** Begins something when all before it are done. */
  void add(Consumer<Runnable> work) {
    waiting.add(work);
    if (!busy) {
      next();
    }
  }

  private void next() {
    Consumer<Runnable> work = waiting.poll();
    busy = work != null;
    if (busy) {
      work.accept(this::next);
    }
  }
}
