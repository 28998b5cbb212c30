package io.starling.collectives;

import io.starling.collectives.file.FileOpening;
import io.starling.collectives.file.RankFile;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import java.nio.file.Path;
import java.util.Set;

/**
 * A file that all ranks of a communicator have open (MPI 4.1, chapter 14). Each rank has a {@link
 * FileView}, which says which bytes it sees. Data lies in {@link Buffer}s of any datatype; offsets
 * and positions count elements of the view.
 *
 * <pre>{@code
 * try (ParallelFile file = world.openFile(path, OpenMode.CREATE, OpenMode.WRITE_ONLY)) {
 *   file.writeAtAll(8L * count * world.rank(), Buffer.of(values));
 * }
 * }</pre>
 *
 * <table>
 * <caption>The calls</caption>
 * <tr><th>where</th><th>a rank alone</th><th>all ranks together</th></tr>
 * <tr><td>at an offset</td><td>{@code readAt writeAt}</td><td>{@code readAtAll writeAtAll}</td></tr>
 * <tr><td>at this rank's pointer</td><td>{@code read write}</td><td>{@code readAll writeAll}</td></tr>
 * <tr><td>at the shared pointer</td><td>{@code readShared writeShared}</td><td>{@code readOrdered
 * writeOrdered}, in the order of ranks</td></tr>
 * </table>
 *
 * <p>The same names with {@code i} in front start the call and return a {@link Request}; its {@code
 * status()} says how much was read or written. A request of a call of all ranks serves as MPI's
 * split collective: begin is the call, end is {@code await}. Pointers move at the call, by the
 * elements that it asks for.
 *
 * <p>Reads that meet the end of the file return fewer bytes: {@link Status#bytes} says how many,
 * and {@link Status#count} how many elements. Source and tag of the status mean nothing.
 *
 * <p>Calls of all ranks: all make them in the same order. If one fails on a rank, it fails on all;
 * the message names the rank. Short runs of bytes of several ranks are exchanged and written in
 * long blocks by one rank on each host; long ones each rank writes itself.
 *
 * <p>What is written is visible to ranks on the same host when the call returns. To ranks on other
 * hosts, over NFS for instance, it is visible after both sides have called {@link #sync}. Ranks
 * that access the same bytes at the same time, one of them writing, get undefined bytes, unless
 * {@link #setAtomic} was called. Atomic mode and the shared pointer need locks of a file beside
 * this one; NFS without a lock service refuses them, with an error.
 *
 * <p>Errors: wrong arguments throw an {@link IllegalArgumentException}, and move no pointer; calls
 * on a closed file or in the wrong mode an {@link IllegalStateException}, failures of the system a
 * {@link io.starling.runtime.StarlingException} with rank, call, file and remedy. Threads: as for
 * {@link Communicator}. Memory of non-blocking calls belongs to Starling until their end; if it is
 * confined to a thread, or of a device, they end before they return.
 *
 * <p>Interrupts: a call whose thread is interrupted while it waits throws a {@link
 * io.starling.runtime.StarlingException}. If it is one of all ranks, the others go on, and count on
 * this one. So make the same call again, with the same arguments and memory: it goes on where it
 * stopped. Any other call of all ranks on this file first brings the interrupted one to its end.
 * Don't skip an interrupted call if the next one looks the same, as in {@code writeAll} twice with
 * one buffer, or {@code sync} twice: the next one would be taken for it, and the other ranks would
 * wait for one more. A rank that is interrupted while it reads or writes fails, as if the system
 * had refused it. An interrupted {@code openFile} can't be made again; see {@link
 * FileManagement#openFile(Path, Set, Hints)}.
 *
 * <p>Hints ({@link Hints}): {@code cb_buffer_size}, the bytes of such a block, 64 KiB to 8 MiB, 1
 * MiB by default; {@code cb_nodes}, how many ranks write them, by default one on each host; {@code
 * collective_buffering}, or {@code romio_cb_write} and {@code romio_cb_read}: {@code true} or
 * {@code enable} to exchange always, {@code false} or {@code disable} never. Unknown ones are kept.
 */
public sealed interface ParallelFile extends FileAccesses, AutoCloseable permits RankFile {

  /**
   * Deletes a file (MPI_File_delete). Only this rank does it, and no other rank is needed.
   *
   * @param path the file, which no rank has open
   * @throws io.starling.runtime.StarlingException if it does not exist or can't be deleted
   */
  static void delete(Path path) {
    FileOpening.delete(path);
  }

  /**
   * Where it is.
   *
   * @return the path that was opened
   */
  Path path();

  /**
   * How it was opened (MPI_File_get_amode).
   *
   * @return the modes; unmodifiable
   */
  Set<OpenMode> modes();

  /**
   * The processes that have it open (MPI_File_get_group).
   *
   * @return those of the communicator that opened it
   */
  Group group();

  /**
   * The hints in use (MPI_File_get_info).
   *
   * @return those that were given, and the values that Starling has chosen
   */
  Hints hints();

  /**
   * Gives more hints (MPI_File_set_info). All ranks must call it; those that Starling knows are the
   * same on all.
   *
   * @param hints replaces hints of the same keys
   */
  void setHints(Hints hints);

  /**
   * The length of the file (MPI_File_get_size).
   *
   * @return in bytes, as this host knows it
   */
  long size();

  /**
   * Cuts or extends the file (MPI_File_set_size). All ranks must call it.
   *
   * @param bytes the new length; bytes between the old and the new end are 0
   */
  void setSize(long bytes);

  /**
   * Reserves space for the first bytes (MPI_File_preallocate): the file system has it, and the file
   * is at least so long. All ranks must call it. Rank 0 reads and writes these bytes, so no rank
   * may write them meanwhile, and the system must let it read the file also if it is open with
   * WRITE_ONLY.
   *
   * @param bytes from the beginning of the file
   */
  void preallocate(long bytes);

  /**
   * The view of this rank (MPI_File_get_view).
   *
   * @return what {@link #setView} has set last
   */
  FileView view();

  /**
   * Sets the view of this rank (MPI_File_set_view). All ranks must call it, with views of their own
   * whose elements have the same extent. Both pointers then are at its beginning.
   *
   * @param view what this rank sees from now on
   * @throws IllegalArgumentException if the file type is no whole number of elements, its bytes do
   *     not ascend, or the displacement is negative
   */
  default void setView(FileView view) {
    setView(view, Hints.EMPTY);
  }

  /**
   * Sets the view of this rank and gives hints; see {@link #setView(FileView)}.
   *
   * @param view what this rank sees from now on
   * @param hints replaces hints of the same keys
   */
  void setView(FileView view, Hints hints);

  /**
   * The extent that a type has in this file (MPI_File_get_type_extent).
   *
   * @param type any type
   * @return in bytes; that in memory, since no data is converted
   * @throws IllegalArgumentException if it is null
   */
  long typeExtent(Datatype type);

  /**
   * Whether accesses are atomic (MPI_File_get_atomicity).
   *
   * @return false unless {@link #setAtomic} was called
   */
  boolean isAtomic();

  /**
   * Makes accesses atomic, or not (MPI_File_set_atomicity). All ranks must call it. Each access of
   * a rank of this file then happens before or after every other one, as a whole: it locks the
   * bytes from its first to its last.
   *
   * @param atomic whether accesses are atomic
   */
  void setAtomic(boolean atomic);

  /**
   * Writes to the device what this rank has written, and lets it see what other ranks have written
   * and synced (MPI_File_sync). All ranks must call it. No non-blocking access may be open.
   */
  void sync();

  /**
   * Where this rank's pointer is (MPI_File_get_position).
   *
   * @return in elements of the view
   */
  long position();

  /**
   * Moves this rank's pointer (MPI_File_seek).
   *
   * @param offset in elements of the view; may be negative
   * @param origin what it counts from
   * @throws IllegalArgumentException if it leads before the beginning
   */
  void seek(long offset, SeekOrigin origin);

  /**
   * The place of an element in the file (MPI_File_get_byte_offset).
   *
   * @param offset in elements of the view
   * @return in bytes from the beginning of the file
   */
  long byteOffset(long offset);

  /**
   * Where the shared pointer is (MPI_File_get_position_shared).
   *
   * @return in elements of the view
   */
  long sharedPosition();

  /**
   * Moves the shared pointer (MPI_File_seek_shared). All ranks must call it, with the same values.
   *
   * @param offset in elements of the view; may be negative
   * @param origin what it counts from
   */
  void seekShared(long offset, SeekOrigin origin);

  /**
   * Closes the file (MPI_File_close). All ranks must call it, after all non-blocking accesses have
   * ended. A second close does nothing. It does not write to the device: {@link #sync} does. If the
   * file can't be deleted with {@link OpenMode#DELETE_ON_CLOSE}, all ranks get an error when they
   * have closed it; a file that is gone is no error.
   *
   * @throws IllegalStateException on all ranks if a rank has open requests; the file stays open
   */
  @Override
  void close();
}
