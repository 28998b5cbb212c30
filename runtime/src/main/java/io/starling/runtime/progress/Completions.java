package io.starling.runtime.progress;

/**
 * Where a {@link Port} reports the end of transfers. It only takes notes; machines hear of it
 * later.
 */
public interface Completions {

  /** Why a transfer failed. */
  enum Failure {
    /** The message was longer than the receive; nothing was written past its end. */
    TRUNCATED,
    /** It was cancelled. */
    CANCELED,
    /** The transport could not do it, for a reason on this side. */
    BROKEN,
    /** The peer has broken off, or can't be reached any more. */
    UNREACHABLE,
    /** {@link #BROKEN} or {@link #UNREACHABLE}: who watches over the ranks knows which. */
    UNCERTAIN
  }

  /**
   * A transfer is complete.
   *
   * @param tag for a receive, the tag of the message
   * @param bytes for a receive, how long the message was
   */
  void completed(int transfer, long tag, long bytes);

  /** A transfer failed; {@code detail} is the transport's own word on it. */
  void failed(int transfer, Failure failure, String detail);
}
