package io.starling.collectives;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** Runs a function on one thread per rank. */
final class LocalRanks {

  private LocalRanks() {}

  /** Returns when all ranks are done; the first failure interrupts the others and is thrown. */
  static void run(int size, IntConsumer program) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    Runnable interruptAll = () -> threads.forEach(Thread::interrupt);
    for (int rank = 0; rank < size; rank++) {
      int itsRank = rank;
      threads.add(
          Thread.ofPlatform()
              .name("rank-" + rank)
              .daemon()
              .unstarted(
                  () -> {
                    try {
                      program.accept(itsRank);
                    } catch (Throwable e) {
                      if (failure.compareAndSet(null, e)) {
                        interruptAll.run();
                      }
                    }
                  }));
    }
    threads.forEach(Thread::start);
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      interruptAll.run();
      Thread.currentThread().interrupt();
    }
    rethrow(failure.get());
  }

  private static void rethrow(Throwable failure) {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
