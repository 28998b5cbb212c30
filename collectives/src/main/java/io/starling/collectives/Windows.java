package io.starling.collectives;

import java.lang.foreign.MemorySegment;

/**
 * Windows: memory of each rank that all ranks of a communicator access (MPI 4.1, section 12.2). All
 * ranks call these methods in the same order, like collectives; each makes a {@link Window}, to be
 * closed before this communicator.
 *
 * <p>Which memory is fastest: that of {@link #allocateWindow}, {@link #allocateSharedWindow} and
 * {@link Communicator#allocate} is reached by loads and stores of all ranks of a host. Memory of
 * one process only is copied by the system; if that is forbidden, accesses by other ranks of the
 * host throw a {@link io.starling.runtime.TransportException}. Between hosts UCX's put, get and
 * atomics are used. A rank shares 64 GiB at most with its host, in all windows and buffers; what
 * does not fit is memory of its process only.
 *
 * <p>If a rank can't do its part, because it has no memory above all, all ranks throw a {@link
 * io.starling.runtime.StarlingException} that names the rank and the reason, and no window is made.
 *
 * <p>If a rank of the window is on another host, a thread of Starling makes progress on each rank
 * until the window is closed, so that a rank that computes answers. The rules of {@code --progress
 * thread} hold from then on: memory must not be confined to a thread.
 *
 * <p>A wrong argument throws an {@link IllegalArgumentException}, a closed communicator an {@link
 * IllegalStateException}, on the rank that has passed it, before anything is sent. Threads: as for
 * {@link Communicator}.
 */
public sealed interface Windows permits Communicator {

  /**
   * Makes a window of memory of the program (MPI_Win_create).
   *
   * @param memory what this rank lets others access: native memory, perhaps empty, that stays
   *     allocated until the window is closed
   * @param displacementUnit the bytes by which displacements at this rank count, at least 1
   * @return the window
   * @throws IllegalArgumentException if the memory is on the heap or read-only
   * @throws io.starling.runtime.RankFailedException if a rank of this communicator has failed
   */
  Window createWindow(MemorySegment memory, long displacementUnit);

  /**
   * Makes a window of new memory (MPI_Win_allocate). The memory is zero, and freed when the window
   * is closed.
   *
   * @param bytes the length of this rank's memory, 0 or more
   * @param displacementUnit the bytes by which displacements at this rank count, at least 1
   * @return the window
   * @throws io.starling.runtime.StarlingException on all ranks, if one has not enough memory
   * @throws io.starling.runtime.RankFailedException if a rank of this communicator has failed
   */
  Window allocateWindow(long bytes, long displacementUnit);

  /**
   * Makes a window of new memory that all ranks reach by loads and stores
   * (MPI_Win_allocate_shared). It is one piece, in which the parts of the ranks follow one another
   * without gaps; {@link Window#memory(int)} gives each of them, and {@link Window#sharedMemory}
   * all.
   *
   * @param bytes the length of this rank's part, 0 or more
   * @param displacementUnit the bytes by which displacements at this rank count, at least 1
   * @return the window
   * @throws io.starling.runtime.StarlingException on all ranks, if they do not share memory: they
   *     are on several hosts, or use UCX; split the communicator by {@code Level.NODE}. Also if the
   *     first rank has not enough memory that it can share
   * @throws io.starling.runtime.RankFailedException if a rank of this communicator has failed
   */
  Window allocateSharedWindow(long bytes, long displacementUnit);

  /**
   * Makes a window without memory (MPI_Win_create_dynamic), to which ranks {@linkplain
   * Window#attach attach} memory later.
   *
   * @return the window, whose displacements are addresses
   * @throws io.starling.runtime.RankFailedException if a rank of this communicator has failed
   */
  Window createDynamicWindow();

  /**
   * Gives the ranks of each host one piece of memory, which all of them read and write. All ranks
   * of this communicator call it. What a rank writes is seen by another one after both have called
   * a barrier, or the second has received a message that the first has sent afterwards.
   *
   * <p>The memory lives as long as the job's communicator is open: for memory that ends earlier use
   * {@link #allocateSharedWindow}.
   *
   * @param bytes the length, the same on all ranks of a host
   * @return zeros, aligned to cache lines; after the job's communicator was closed, an access may
   *     throw an {@link IllegalStateException}
   * @throws IllegalArgumentException on all ranks, if they have passed different lengths
   * @throws io.starling.runtime.StarlingException on all ranks, if ranks of a host do not share
   *     memory, because they use UCX, or one has not enough memory that it can share
   * @throws io.starling.runtime.RankFailedException if a rank of this communicator has failed
   */
  MemorySegment allocateShared(long bytes);
}
