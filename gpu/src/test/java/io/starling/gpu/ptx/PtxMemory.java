package io.starling.gpu.ptx;

/** The memory that the threads of a launch share. */
public interface PtxMemory {

  /**
   * Lets a thread read or write some bytes, at one time.
   *
   * @param thread number in the grid, from 1
   * @return where they are
   * @throws PtxFault if that is not allowed
   */
  Range access(long address, int bytes, int thread, boolean writes);

  /** Bytes that threads may touch after {@link #access}, as unsigned or signed integers. */
  interface Range {

    /** What is at an address; only the lowest bytes of the result count. */
    long get(long address, int bytes);

    /** Writes the lowest bytes of a value. */
    void set(long address, int bytes, long value);
  }
}
