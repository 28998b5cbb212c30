package io.starling.collectives;

import io.starling.collectives.job.Worlds;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;

/**
 * The entry points of a program: join a job of processes, or run ranks as threads of this JVM (MPI
 * 4.1, chapter 11).
 *
 * <pre>{@code
 * try (Communicator world = Starling.world()) {
 *   double sum = world.allreduce(world.rank(), ReductionOperator.SUM);
 * }
 * }</pre>
 */
public final class Starling {

  private Starling() {}

  /**
   * Joins the job that {@code starling run} has started (MPI_Init). Without a launcher the program
   * is a job of one rank. Only the calling thread may use the communicator, unless {@code starling
   * run --threads} or the environment variable {@code STARLING_THREADS} sets another thread level.
   *
   * @return the communicator of all ranks; closing it leaves the job
   * @throws StarlingException if this process can't join the job, or has joined it before; without
   *     a launcher, each call gives a job of one rank
   */
  public static Communicator world() {
    return Worlds.join();
  }

  /**
   * Joins the job with a thread level (MPI_Init_thread). Every level is supported; lower levels are
   * faster. Calls that the level does not allow throw an {@link IllegalStateException}.
   *
   * @param level which threads of this rank may call
   * @return the communicator of all ranks; closing it leaves the job
   * @throws StarlingException if this process can't join the job, or has joined it before; without
   *     a launcher, each call gives a job of one rank
   */
  public static Communicator world(ThreadLevel level) {
    return Worlds.join(level);
  }

  /**
   * Lets this rank leave the job when its JVM ends, as if {@link Communicator#close()} of the world
   * were called then: for libraries that can't know which use of the world is the last one. The
   * world needs {@link ThreadLevel#SERIALIZED} or {@link ThreadLevel#MULTIPLE}, as another thread
   * leaves. Does nothing without a launcher, or after a close.
   */
  public static void leaveAtExit() {
    Worlds.leaveAtExit();
  }

  /**
   * Runs a program on ranks that are threads of this JVM, for tests and debuggers. Returns when all
   * ranks have returned.
   *
   * <pre>{@code
   * Starling.local(4, world -> {
   *   assertEquals(6, world.allreduce(world.rank(), ReductionOperator.SUM));
   * });
   * }</pre>
   *
   * @param size the number of ranks, at least 1
   * @param program runs once on each rank
   * @throws RuntimeException or {@link Error}: the exception of the first rank that failed; a
   *     checked exception becomes the cause of a {@link StarlingException}. A suppressed exception
   *     names the rank. The other ranks are interrupted and have five seconds to end
   * @throws StarlingException if all remaining ranks wait for messages that do not come; the
   *     message lists the operations for which they wait. Ranks that poll are not found. Also if
   *     the calling thread is interrupted
   * @throws IllegalArgumentException if {@code size} is less than 1
   */
  public static void local(int size, SpmdProgram program) {
    Worlds.local(size, program);
  }

  /**
   * Runs a program on ranks that are threads of this JVM, with a thread level; see {@link
   * #local(int, SpmdProgram)}. With {@link ThreadLevel#MULTIPLE}, ranks that wait for ever are not
   * found: another thread may still send what they wait for.
   *
   * @param size the number of ranks, at least 1
   * @param level which threads may call on each rank
   * @param program runs once on each rank
   * @throws RuntimeException as {@link #local(int, SpmdProgram)}
   */
  public static void local(int size, ThreadLevel level, SpmdProgram program) {
    Worlds.local(size, level, program);
  }
}
