package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.JobFile;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** The store that a launcher has for the ranks that it starts. Free to use by all threads. */
public interface JobStore extends AutoCloseable {

  /** The address and secret with which a rank joins. */
  JobFile jobFile();

  /** Publishes a value to the ranks, as a rank could. */
  void put(String key, byte[] value);

  /**
   * Lets more ranks join as a world of their own; to be called before they are started.
   *
   * @throws UnsupportedOperationException in a job that has joined another one
   */
  void admit(int first, int count);

  /**
   * Reports a failed rank to every rank of the job, now or when it joins, and decides everything
   * that waits for the failed rank. The first reason of a rank stays.
   *
   * @param reason a text such as {@code was ended by signal KILL (status 137) on node3}
   */
  void failed(int rank, String reason);

  /** How many of the launcher's ranks have come to their main methods. */
  int started();

  /**
   * Asks each of the launcher's ranks to print its threads to stderr.
   *
   * @return the ranks that did so in time
   */
  Set<Integer> requestReports(Duration patience) throws InterruptedException;

  /** Closes all connections; ranks that are still there treat this as the launcher's end. */
  @Override
  void close() throws IOException;
}
