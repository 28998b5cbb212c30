package io.starling.runtime.bootstrap.api;

import java.util.Optional;

/**
 * The way from a rank to a launcher that can start more ranks. To be used by one thread at a time;
 * nothing here waits.
 */
public interface Spawner {

  /** Where a rank publishes the address of its port for ranks that come later. */
  String ADDRESS = "address/";

  /** Where ranks that were started later find who has asked for them; see {@link SpawnOrigin}. */
  String ORIGIN = "origin/";

  /**
   * Asks the launcher to start ranks.
   *
   * @param name unique among the requests of the job; {@link #find} finds the {@link SpawnAnswer}
   *     under it
   */
  void spawn(String name, SpawnRequest request);

  /** Publishes a value; a later one of the same key replaces it. */
  void put(String key, byte[] value);

  /**
   * The value under a key if it has come; the first call asks for it. A value is returned once, and
   * the next call asks again.
   */
  Optional<byte[]> find(String key);

  /** Gives up {@link #find} for a key, so that a later call finds the value of that time. */
  void forget(String key);
}
