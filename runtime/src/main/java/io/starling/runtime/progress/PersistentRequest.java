package io.starling.runtime.progress;

/**
 * An operation that is set up once and started many times (MPI 4.1, sections 3.9 and 6.13). All
 * ranks start their persistent collectives in the same order.
 */
public interface PersistentRequest extends Request, AutoCloseable {

  /**
   * Starts it once more.
   *
   * @throws IllegalStateException if it is still under way
   */
  PersistentRequest start();

  /** Frees what it holds; must not be under way. */
  @Override
  void close();
}
