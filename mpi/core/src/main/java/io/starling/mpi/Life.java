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

  private static volatile boolean running;
  private static volatile boolean ended;
  private static Communicator world;

  private Life() {}

  /**
   * Joins the job, at the first call.
   *
   * @param level which threads may call
   * @return the communicator of all ranks
   */
  public static synchronized Communicator begin(ThreadLevel level) {
    Dialects.requireOne();
    if (world == null) {
      world = Starling.world(level);
    }
    running = true;
    ended = false;
    return world;
  }

  /** Ends calls and leaves the job (MPI_Finalize). */
  public static synchronized void end() {
    suspend();
    world.close();
  }

  /** Ends calls; the rank leaves the job when its JVM ends, unless {@link #begin} comes first. */
  public static synchronized void suspend() {
    running = false;
    ended = true;
  }

  /**
   * Whether calls are allowed.
   *
   * @return true between Init and Finalize
   */
  public static boolean isRunning() {
    return running;
  }

  /**
   * Whether Finalize was called, and no Init after it.
   *
   * @return true after Finalize
   */
  public static boolean isEnded() {
    return ended;
  }
}
