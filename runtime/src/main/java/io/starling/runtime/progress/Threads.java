package io.starling.runtime.progress;

import io.starling.runtime.ThreadLevel;
import java.util.function.BooleanSupplier;

/** The threads of a rank: how they enter the engine, wait inside it, and leave it. */
public interface Threads {

  /** Makes those of an engine. */
  @FunctionalInterface
  interface Maker {
    Threads make(Engine engine);
  }

  /** Which of the program's threads may call. */
  ThreadLevel level();

  /** Whether several threads may work on an operation between its begin and end. */
  boolean isShared();

  /**
   * Lets a thread of Starling make progress too, from now on; {@link #isShared} is true afterwards.
   * Does nothing if it does so already, or nothing of this rank needs that. To be called outside.
   *
   * @throws IllegalStateException if a thread is in the middle of a wait
   */
  void becomeShared();

  /**
   * Refuses calls that are not allowed now, without entering.
   *
   * @throws IllegalStateException if the engine is closed, or this thread may not call
   */
  void admit();

  /** Begins a call, as {@link Engine#enter} says. */
  void enter();

  /** Ends what {@link #enter} began. */
  void leave();

  /** Whether the calling thread is inside; for assertions. */
  boolean isInside();

  /** Notes the reduction operator of the program that runs, or null when it has ended. */
  void run(OperatorFold operator);

  /** The port was given work that may need progress. */
  void asked();

  /** An event has occurred for which other threads may wait. */
  void happened();

  /** Runs an action now, or after this thread has left if it could block other threads. */
  void afterwards(Runnable action);

  /**
   * Makes progress until {@code done}, for at most the given nanoseconds; returns whether it is
   * done. Other threads may enter meanwhile. To be called inside.
   *
   * @param operation the operation that is awaited, or null
   */
  boolean await(Operation operation, BooleanSupplier done, long nanoseconds);

  /**
   * Ends a wait for an operation that is complete already: the caller may be about to compute. To
   * be called inside.
   */
  void settle();

  /** Refuses all calls from now on, and wakes the threads that wait. */
  void end();

  /** Whether calls are refused since {@link #end}. */
  boolean hasEnded();

  /** Waits outside until no thread of Starling works for the engine any more. */
  void awaitEnd();
}
