package io.starling.collectives;

import io.starling.collectives.file.FileCalls;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Status;

/**
 * The reads and writes of a {@link ParallelFile}, which describes what they have in common (MPI
 * 4.1, section 14.4).
 */
public sealed interface FileAccesses permits ParallelFile, FileCalls {

  /**
   * Reads at an offset (MPI_File_read_at).
   *
   * @param offset in elements of the view
   * @param into whole elements
   * @return how much was read
   */
  Status readAt(long offset, Buffer into);

  /**
   * Writes at an offset (MPI_File_write_at).
   *
   * @param offset in elements of the view
   * @param data whole elements
   * @return how much was written: all
   */
  Status writeAt(long offset, Buffer data);

  /**
   * Reads at an offset together with the other ranks (MPI_File_read_at_all).
   *
   * @param offset in elements of the view
   * @param into whole elements, perhaps none
   * @return how much was read
   */
  Status readAtAll(long offset, Buffer into);

  /**
   * Writes at an offset together with the other ranks (MPI_File_write_at_all).
   *
   * @param offset in elements of the view
   * @param data whole elements, perhaps none
   * @return how much was written: all
   */
  Status writeAtAll(long offset, Buffer data);

  /**
   * Starts {@link #readAt} (MPI_File_iread_at).
   *
   * @param offset in elements of the view
   * @param into whole elements
   * @return the request
   */
  Request iReadAt(long offset, Buffer into);

  /**
   * Starts {@link #writeAt} (MPI_File_iwrite_at).
   *
   * @param offset in elements of the view
   * @param data whole elements
   * @return the request
   */
  Request iWriteAt(long offset, Buffer data);

  /**
   * Starts {@link #readAtAll} (MPI_File_iread_at_all, MPI_File_read_at_all_begin).
   *
   * @param offset in elements of the view
   * @param into whole elements, perhaps none
   * @return the request
   */
  Request iReadAtAll(long offset, Buffer into);

  /**
   * Starts {@link #writeAtAll} (MPI_File_iwrite_at_all, MPI_File_write_at_all_begin).
   *
   * @param offset in elements of the view
   * @param data whole elements, perhaps none
   * @return the request
   */
  Request iWriteAtAll(long offset, Buffer data);

  /**
   * Reads at this rank's pointer (MPI_File_read).
   *
   * @param into whole elements
   * @return how much was read
   */
  Status read(Buffer into);

  /**
   * Writes at this rank's pointer (MPI_File_write).
   *
   * @param data whole elements
   * @return how much was written: all
   */
  Status write(Buffer data);

  /**
   * Reads at this rank's pointer together with the other ranks (MPI_File_read_all).
   *
   * @param into whole elements, perhaps none
   * @return how much was read
   */
  Status readAll(Buffer into);

  /**
   * Writes at this rank's pointer together with the other ranks (MPI_File_write_all).
   *
   * @param data whole elements, perhaps none
   * @return how much was written: all
   */
  Status writeAll(Buffer data);

  /**
   * Starts {@link #read} (MPI_File_iread).
   *
   * @param into whole elements
   * @return the request
   */
  Request iRead(Buffer into);

  /**
   * Starts {@link #write} (MPI_File_iwrite).
   *
   * @param data whole elements
   * @return the request
   */
  Request iWrite(Buffer data);

  /**
   * Starts {@link #readAll} (MPI_File_iread_all, MPI_File_read_all_begin).
   *
   * @param into whole elements, perhaps none
   * @return the request
   */
  Request iReadAll(Buffer into);

  /**
   * Starts {@link #writeAll} (MPI_File_iwrite_all, MPI_File_write_all_begin).
   *
   * @param data whole elements, perhaps none
   * @return the request
   */
  Request iWriteAll(Buffer data);

  /**
   * Reads at the shared pointer, which moves past what this rank reads before another rank gets it
   * (MPI_File_read_shared). All ranks have the same view.
   *
   * @param into whole elements
   * @return how much was read
   */
  Status readShared(Buffer into);

  /**
   * Writes at the shared pointer, which moves past what this rank writes before another rank gets
   * it (MPI_File_write_shared). All ranks have the same view.
   *
   * @param data whole elements
   * @return how much was written: all
   */
  Status writeShared(Buffer data);

  /**
   * Starts {@link #readShared} (MPI_File_iread_shared).
   *
   * @param into whole elements
   * @return the request
   */
  Request iReadShared(Buffer into);

  /**
   * Starts {@link #writeShared} (MPI_File_iwrite_shared).
   *
   * @param data whole elements
   * @return the request
   */
  Request iWriteShared(Buffer data);

  /**
   * Reads at the shared pointer, all ranks one after the other in their order
   * (MPI_File_read_ordered). All ranks have the same view.
   *
   * @param into whole elements, perhaps none
   * @return how much was read
   */
  Status readOrdered(Buffer into);

  /**
   * Writes at the shared pointer, all ranks one after the other in their order
   * (MPI_File_write_ordered). All ranks have the same view.
   *
   * @param data whole elements, perhaps none
   * @return how much was written: all
   */
  Status writeOrdered(Buffer data);

  /**
   * Starts {@link #readOrdered} (MPI_File_read_ordered_begin). The ranks agree on their places
   * before it returns.
   *
   * @param into whole elements, perhaps none
   * @return the request
   */
  Request iReadOrdered(Buffer into);

  /**
   * Starts {@link #writeOrdered} (MPI_File_write_ordered_begin). The ranks agree on their places
   * before it returns.
   *
   * @param data whole elements, perhaps none
   * @return the request
   */
  Request iWriteOrdered(Buffer data);
}
