package io.starling.runtime.bootstrap;

import java.time.Duration;
import java.util.List;

/**
 * What a batch system offers to the ranks that it has started: their numbers, and a way to tell all
 * others something. It says nothing of hosts and cores: that ranks find out among themselves.
 *
 * <p>To be used by one thread at a time. Exchanges and fences come in the same order at all ranks.
 */
public interface Rendezvous extends AutoCloseable {

  /** This process's rank, from 0. */
  int rank();

  /** How many ranks there are. */
  int size();

  /** As {@link Bootstrap#exchange}. */
  List<byte[]> exchange(String name, byte[] own, Duration patience);

  /** As {@link Bootstrap#enterFence}. */
  void enterFence(String name);

  /** As {@link Bootstrap#fencePassed}. */
  boolean fencePassed(String name);

  /** As {@link Bootstrap#abort}. */
  void abort(String reason);

  /** As {@link Bootstrap#close}. */
  @Override
  void close();
}
