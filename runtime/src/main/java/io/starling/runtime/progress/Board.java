package io.starling.runtime.progress;

import java.lang.foreign.MemorySegment;

/**
 * The boards of a group of ranks in the memory of their host: each rank posts short data on its
 * own, and all read it there. Nothing is sent, matched or copied for a single reader.
 *
 * <p>An exchange has a number, which is the same at all ranks of the group and higher than that of
 * the exchange before. In each exchange a rank may post, and may wait for the posts of others. All
 * calls are serialized with those of the {@link Port} that made the board.
 */
public interface Board {

  /** The most bytes that a rank can post in an exchange. */
  int MOST_BYTES = 1024;

  /** The most ranks of a group: each reads the posts of all others. */
  int MOST_RANKS = 16;

  /** The groups of a rank are numbered from 0 on, and there are so many of them. */
  int GROUPS = 512;

  /** In place of a member: all of them. */
  int ALL = -1;

  /** In place of a member: none. */
  int NONE = -2;

  /**
   * Begins an exchange. The transfer ends when this rank's data is posted, which waits until all
   * have read what it replaces, and the awaited posts are there. Exchanges end in the order in
   * which they begin.
   *
   * @param data what to post, native or on the heap; null to post nothing
   * @param from the place in the group of the rank whose post is awaited, {@link #ALL} or {@link
   *     #NONE}
   */
  void begin(int transfer, long number, MemorySegment data, long offset, long length, int from);

  /**
   * This rank needs nothing more from an exchange. To be called for each one that has begun, also
   * if nothing was read, or if it was cancelled; until then the posts stay. A second call does
   * nothing.
   */
  void end(long number);

  /**
   * Requests the end of an exchange that is still open; its transfer ends with {@link
   * Completions.Failure#CANCELLED}. Does nothing if it is over.
   */
  void cancel(int transfer);

  /** What an exchange that is open waits for, for messages. */
  String waitsFor(int transfer);

  /** The memory in which the posts are. */
  MemorySegment memory();

  /**
   * Where in {@link #memory} the post of a member lies, between the end of the transfer and {@link
   * #end}.
   *
   * @param member its place in the group
   */
  long place(int member, long number);

  /** The bytes of a member's post. */
  long length(int member, long number);
}
