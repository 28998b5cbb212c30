package io.starling.objects.host;

import io.starling.objects.reactor.Reactor;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The thread that owns a store: it runs what others ask for, and turns of the reactor.
 *
 * <pre>
 *   other threads --execute--> tasks --.
 *   sockets, deadlines -----> reactor --+--> machines of the store
 * </pre>
 *
 * <p>Invariant: a task that was taken runs, or {@link #execute} says that the thread has ended.
 */
final class StoreThread {

  /** How long it sleeps at most; deadlines end a sleep earlier. */
  private static final Duration SLEEP = Duration.ofSeconds(1);

  private final Reactor reactor;
  private final boolean spins;
  private final Runnable atEnd;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Thread thread;
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
  }

  void start() {
    thread.start();
  }

  /** Runs a task on the thread; returns false if the thread runs none any more. */
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

  /** The thread ends after what it does now; the thread itself may call it. */
  void stop() {
    stopped = true;
    reactor.wakeup();
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

  boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /** What ended the thread, or null. */
  Throwable failure() {
    return failure;
  }

  private void run() {
    try {
      while (!stopped) {
        turn();
      }
    } catch (Throwable e) {
      failure = e;
    }
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

  private void turn() {
    int work = runTasks();
    if (spins || work > 0) {
      reactor.poll(0);
      return;
    }
    sleeping = true;
    reactor.poll(tasks.isEmpty() && !stopped ? SLEEP.toNanos() : 0);
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
