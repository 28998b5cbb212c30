package io.starling.runtime.bootstrap.api;

import java.time.Duration;
import java.util.List;

/**
 * The services of a batch system for the ranks that it has started: their numbers, exchanges and
 * fences. Hosts and cores are not part of it: ranks exchange those themselves.
 *
 * <p>To be used by one thread at a time. Exchanges and fences are called in the same order on all
 * ranks.
 */
public interface Rendezvous extends AutoCloseable {

  /** This process's rank, from 0. */
  int rank();

  /** The number of ranks. */
  int size();

  /** As {@link Bootstrap#exchange}. */
  List<byte[]> exchange(String name, byte[] own, Duration patience);

  /** As {@link Bootstrap#enterFence}. */
  void enterFence(String name);

  /** As {@link Bootstrap#fencePassed}. */
  boolean fencePassed(String name);

  /** As {@link Bootstrap#abort}. */
  void abort(int status, String reason);

  /** As {@link Bootstrap#close}. */
  @Override
  void close();
}
