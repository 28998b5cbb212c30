package io.starling.objects.host;

import io.starling.objects.reactor.Reactor;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/**
 * The thread that owns a store: it runs what others ask for, and turns of the reactor. While a
 * caller waits for an answer, the thread of the caller does that in its place.
 *
 * <pre>
 *   other threads --execute--> tasks --.
 *   sockets, deadlines -----> reactor --+--> machines of the store      on this thread, or a caller's
 * </pre>
 *
 * <p>Invariant: a task that was taken runs, or {@link #execute} says that the thread has ended. One
 * thread at a time runs the store, and after the end none.
 *
 * <p>An interrupt of a caller ends its turns, and harms no channel: those of a store do not block,
 * and only a blocking one is closed by an interrupt. A selector just wakes up.
 */
final class StoreThread {

  /** How long it sleeps at most; deadlines end a sleep earlier. */
  private static final Duration SLEEP = Duration.ofSeconds(1);

  private final Reactor reactor;
  private final boolean spins;
  private final Runnable atEnd;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private final Turns turns;
  private volatile boolean sleeping;
  private volatile boolean stopped;
  private boolean ended;
  private Throwable failure;

  /**
   * @param spins whether it never sleeps
   * @param atEnd runs last on the thread
   */
  StoreThread(Reactor reactor, boolean spins, Runnable atEnd) {
    this.reactor = reactor;
    this.spins = spins;
    this.atEnd = atEnd;
    this.thread = Thread.ofPlatform().daemon().name("starling-objects").unstarted(this::run);
    this.turns = new Turns(thread);
  }

  void start() {
    thread.start();
  }

  /** Runs a task in a turn of the store; returns false if there will be none any more. */
  boolean execute(Runnable task) {
    synchronized (tasks) {
      if (ended) {
        return false;
      }
      tasks.add(task);
    }
    if (sleeping) {
      reactor.wakeup();
    }
    return true;
  }

  /** The store ends after what it does now; who has the turn may call it. */
  void stop() {
    stopped = true;
    reactor.wakeup();
    turns.wakeOwn();
  }

  /**
   * The calling thread runs turns of the store until it is enough, the time is over, or it is
   * interrupted. It returns at once where another caller does so, or the thread has ended. A
   * virtual thread leaves the turns to others, as it would keep its carrier from other threads.
   */
  void runUntil(BooleanSupplier enough, long nanoseconds) {
    if (Thread.currentThread().isVirtual()) {
      turns.callOwn();
    } else if (!stopped && turns.take()) {
      try {
        runTurns(enough, nanoseconds);
      } catch (Throwable e) {
        fail(e);
      } finally {
        turns.giveBack();
      }
    }
  }

  private void runTurns(BooleanSupplier enough, long nanoseconds) {
    long end = System.nanoTime() + nanoseconds;
    long left = nanoseconds;
    while (left > 0
        && !stopped
        && !enough.getAsBoolean()
        && !Thread.currentThread().isInterrupted()) {
      turn(left);
      left = end - System.nanoTime();
    }
  }

  /** There is something to do, and no thread comes by {@link #runUntil}. */
  void call() {
    turns.callOwn();
  }

  void join() {
    boolean interrupted = false;
    while (thread.isAlive() && !isCurrent()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the calling thread runs the store. */
  boolean isCurrent() {
    return Thread.currentThread() == thread || turns.areMine();
  }

  /** What ended the thread, or null; for the thread itself. */
  Throwable failure() {
    return failure;
  }

  private void run() {
    while (!stopped) {
      turns.takeOwn(() -> stopped);
      try {
        if (!stopped) {
          turn(SLEEP.toNanos());
        }
      } catch (Throwable e) {
        fail(e);
      } finally {
        turns.giveBackOwn();
      }
    }
    turns.takeOwn(() -> true);
    try {
      end();
    } finally {
      turns.giveBackOwn();
    }
  }

  /** Who has the turn calls it; the thread then ends the store. */
  private void fail(Throwable reason) {
    failure = reason;
    stop();
  }

  private void end() {
    synchronized (tasks) {
      ended = true;
    }
    runLastTasks();
    atEnd.run();
  }

  /** Who gave a task may wait for it. */
  private void runLastTasks() {
    while (!tasks.isEmpty()) {
      try {
        runTasks();
      } catch (Throwable e) {
        failure = failure == null ? e : failure;
      }
    }
  }

  /**
   * @param nanoseconds how long it sleeps at most
   */
  private void turn(long nanoseconds) {
    int work = runTasks();
    if (spins || work > 0) {
      reactor.poll(0);
      return;
    }
    sleeping = true;
    reactor.poll(tasks.isEmpty() && !stopped ? Math.min(SLEEP.toNanos(), nanoseconds) : 0);
    sleeping = false;
  }

  private int runTasks() {
    int ran = 0;
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
      ran++;
    }
    return ran;
  }
}
