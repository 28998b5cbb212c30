package io.starling.runtime.progress;

/**
 * Memory of this rank that peers read and write without its doing, until it is closed. The port
 * keeps the memory reachable as long.
 */
public interface Exposure extends AutoCloseable {

  /** What a peer needs for {@link Port#reach}. */
  byte[] key();

  /** Ends it; no peer accesses the memory any more, which their callers ensure. */
  @Override
  void close();
}
