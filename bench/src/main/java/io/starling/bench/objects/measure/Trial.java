package io.starling.bench.objects.measure;

/**
 * What is timed, iteration by iteration. All ranks call all methods.
 *
 * <pre>
 *   prepare --all ranks meet--> run, timed --all ranks meet--> clean
 * </pre>
 */
interface Trial extends AutoCloseable {

  /** Before the iteration. */
  default void prepare(long iteration) {}

  /**
   * The iteration.
   *
   * @return the nanoseconds that this rank took; 0 where its time does not count
   */
  long run(long iteration);

  /** After the iteration. */
  default void clean(long iteration) {}

  /** Whether ranks meet before and after each iteration; not where messages keep them together. */
  default boolean meets() {
    return true;
  }

  @Override
  default void close() {}
}
