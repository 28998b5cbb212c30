package io.starling.collectives;

import io.starling.collectives.window.AccumulateOperator;
import io.starling.collectives.window.RankWindow;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.MemorySegment;

/**
 * Memory of each rank that all ranks of a communicator access, without a call by its owner (MPI
 * 4.1, chapter 12). {@link Windows} makes them; {@link RemoteAccess} has the accesses, {@link
 * WindowSynchronization} the epochs.
 *
 * <h2>Epochs</h2>
 *
 * <p>An access belongs to an epoch of the rank that makes it. There are three kinds:
 *
 * <pre>
 * fence     all ranks        fence  accesses  fence  accesses  fence
 * post      some ranks       origin: start  accesses  complete       target: post  ...  await
 * lock      one rank alone   lock  accesses  flush  accesses  unlock
 * </pre>
 *
 * <p>{@link #fence} and {@link #post} need a call of the target, {@link #lockShared}, {@link
 * #lockExclusive} and {@link #lockAll} do not: a target that computes is accessed all the same.
 * Calls out of order, such as an access outside an epoch, throw an {@link IllegalStateException}
 * that says what is missing.
 *
 * <h2>The memory model</h2>
 *
 * <p>The model is MPI's unified one (MPI_WIN_UNIFIED, section 12.4): there is one copy of the
 * memory, which loads and stores of its owner and accesses of others reach alike.
 *
 * <ul>
 *   <li>An access has taken effect at the target when its epoch ends, or after {@link #flush}.
 *       Until then it may take effect in any order with others, byte by byte.
 *   <li>{@link #fence}, {@link #await}, and a lock of memory that another rank has unlocked, make
 *       all accesses visible that have taken effect before. So what a rank has stored in its own
 *       memory, or in memory shared with others, before it calls {@code fence}, {@code post} or
 *       {@code unlock} is seen by ranks whose later fence, start or lock follows it.
 *   <li>{@link #sync} orders this rank's loads and stores before it and after it. In a {@link
 *       #lockAll} epoch, {@code flush} or stores, then {@code sync}, then a message, and at its
 *       receiver {@code sync} and loads, pass data on.
 *   <li>Puts and gets of the same bytes at the same time, or puts and the owner's loads and stores,
 *       leave these bytes undefined, but nothing else.
 *   <li>{@linkplain RemoteAccess#accumulate Accumulates} of all kinds, including {@link
 *       RemoteAccess#fetchAndOperate} and {@link RemoteAccess#compareAndSwap}, exclude each other
 *       at a target: they are atomic to one another whatever their types and operators, and happen
 *       in the order of this rank's calls. To puts, gets, loads and stores they are not.
 * </ul>
 *
 * <h2>Failures</h2>
 *
 * <p>When a rank of a window has failed, all waiting and later calls on the window throw a {@link
 * io.starling.runtime.RankFailedException}, except {@link #close}: a lock that the failed rank held
 * is never released. Close the window, shrink the communicator and make another window.
 *
 * <p>If an access fails after its call, the flush or the call that ends the epoch throws the
 * reason, when it has done all else: the epoch is over then.
 *
 * <h2>Interrupts</h2>
 *
 * <p>A call whose thread is interrupted while it waits throws a {@link
 * io.starling.runtime.StarlingException}. Make the call again: {@link #fence}, {@link #start},
 * {@link #await} and {@link #close} go on where they were, as other ranks count on what they have
 * begun. Until an interrupted fence has been repeated, other synchronisation and accesses are
 * refused. An interrupted {@link #unlock} of a far rank is made again, too: it goes on if it waited
 * for accesses; if it waited for the end of the lock, that is given back already, and the call says
 * that this rank holds no lock.
 *
 * <p>Threads: as for {@link Communicator}. An epoch belongs to the rank, not to a thread.
 */
public sealed interface Window
    extends RemoteAccess, WindowSynchronization, Attributes, AutoCloseable permits RankWindow {

  /** How the memory of a window has come about (MPI_WIN_CREATE_FLAVOR). */
  enum Flavour {
    /** By {@link Windows#createWindow}: memory of the program. */
    CREATED,
    /** By {@link Windows#allocateWindow}. */
    ALLOCATED,
    /** By {@link Windows#allocateSharedWindow}. */
    SHARED,
    /** By {@link Windows#createDynamicWindow}: memory is attached later. */
    DYNAMIC
  }

  /**
   * For accumulates: the new value replaces the old one (MPI_REPLACE), on every type; it is no
   * operator of collectives, which refuse it.
   */
  ReductionOperator REPLACE = AccumulateOperator.REPLACE;

  /**
   * For {@link RemoteAccess#getAccumulate} and {@link RemoteAccess#fetchAndOperate}: the value
   * stays (MPI_NO_OP), on every type; it is no operator of collectives, which refuse it.
   */
  ReductionOperator NO_OPERATION = AccumulateOperator.NO_OPERATION;

  /**
   * This rank in the window: its rank in the communicator that made it.
   *
   * @return 0 to {@link #size} - 1
   */
  int rank();

  /**
   * The number of ranks.
   *
   * @return 1 or more
   */
  int size();

  /**
   * The processes of the window (MPI_Win_get_group).
   *
   * @return those of the communicator that made it, in the same order
   */
  Group group();

  /**
   * The name, for messages (MPI_Win_get_name): {@code world.allocateWindow()}.
   *
   * @return the name, never null; the ranks may have given different names
   */
  String name();

  /**
   * Sets the name, on this rank only (MPI_Win_set_name).
   *
   * @param name any text
   * @throws IllegalArgumentException if {@code name} is null
   */
  void rename(String name);

  /**
   * How the window was made.
   *
   * @return the same on all ranks
   */
  Flavour flavour();

  /**
   * This rank's memory in the window. It can't be accessed after a window that has allocated it is
   * closed.
   *
   * @return the memory, empty in a dynamic window
   */
  MemorySegment memory();

  /**
   * The memory of a rank, if this rank reaches it by loads and stores (MPI_Win_shared_query); so it
   * is in windows of {@link Windows#allocateSharedWindow}, and in others where ranks of a host
   * share memory.
   *
   * @param rank a rank of the window
   * @return its memory
   * @throws IllegalArgumentException if it is no rank of the window
   * @throws IllegalStateException if loads and stores of this rank do not reach it, or the window
   *     is dynamic or closed
   */
  MemorySegment memory(int rank);

  /**
   * The memory of all ranks of a window of {@link Windows#allocateSharedWindow}, from that of rank
   * 0 on (MPI_Win_shared_query with MPI_PROC_NULL).
   *
   * @return one piece
   * @throws IllegalStateException if the window is another one, or closed
   */
  MemorySegment sharedMemory();

  /**
   * The bytes by which displacements count at a rank.
   *
   * @param rank a rank of the window
   * @return what the rank has passed; 1 in a dynamic window
   */
  long displacementUnit(int rank);

  /**
   * The length of a rank's memory.
   *
   * @param rank a rank of the window
   * @return the length in bytes; 0 in a dynamic window
   */
  long bytes(int rank);

  /**
   * Attaches native memory to a dynamic window (MPI_Win_attach). It does not communicate. Others
   * access it at the displacement {@code memory.address()}, which this rank tells them, plus bytes.
   *
   * @param memory native memory, not empty, that stays allocated until it is detached
   * @throws IllegalStateException if the window is not dynamic, or 64 pieces are attached
   * @throws IllegalArgumentException if the memory is on the heap, or overlaps what is attached
   */
  void attach(MemorySegment memory);

  /**
   * Detaches memory (MPI_Win_detach). No rank accesses it any more, which the program ensures; it
   * does not communicate.
   *
   * @param memory what was attached; its arena may be closed already
   * @throws IllegalArgumentException if this memory is not attached
   */
  void detach(MemorySegment memory);

  /**
   * Closes the window (MPI_Win_free). All ranks call it, and it waits for all, unless a rank has
   * failed. A second close does nothing.
   *
   * @throws IllegalStateException in an epoch; the message says how to end it. The window stays
   *     open
   */
  @Override
  void close();
}
