package io.starling.mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.ThreadLevel;

/**
 * The life of a job as MPI has it: before Init, between Init and Finalize, after Finalize. The
 * world can be had once per process, so that of a dialect with several Inits stays open between
 * them.
 */
public final class Life {

  private static final Life JOB = new Life();

  private volatile boolean running;
  private volatile boolean ended;
  private Communicator world;

  private Life() {}

  /**
   * Joins the job, at the first call.
   *
   * @param level which threads may call
   * @return the communicator of all ranks
   */
  public static Communicator begin(ThreadLevel level) {
    Dialects.requireOne();
    return JOB.join(level);
  }

  private synchronized Communicator join(ThreadLevel level) {
    if (world == null) {
      world = Starling.world(level);
    }
    running = true;
    ended = false;
    return world;
  }

  /** Ends calls; the rank leaves the job when its JVM ends, unless {@link #begin} comes first. */
  public static void suspend() {
    JOB.running = false;
    JOB.ended = true;
    Starling.leaveAtExit();
  }

  /**
   * Whether calls are allowed.
   *
   * @return true between Init and Finalize
   */
  public static boolean isRunning() {
    return JOB.running;
  }

  /**
   * Whether Finalize was called, and no Init after it.
   *
   * @return true after Finalize
   */
  public static boolean isEnded() {
    return JOB.ended;
  }
}
