package io.starling.runtime.progress;

/**
 * Where a {@link Port} reports the end of transfers. It only queues them; operations are notified
 * later.
 */
public interface Completions {

  /** Why a transfer failed. */
  enum Failure {
    /** The message was longer than the receive; nothing was written past its end. */
    TRUNCATED,
    /** The receive was cancelled. */
    CANCELLED,
    /** The transport failed for a reason on this side. */
    BROKEN,
    /** The connection to the peer is lost, or the peer is unreachable. */
    UNREACHABLE,
    /** {@link #BROKEN} or {@link #UNREACHABLE}; the launcher knows which. */
    UNCERTAIN
  }

  /**
   * A transfer is complete.
   *
   * @param tag for a receive, the tag of the message
   * @param bytes for a receive, the length of the message
   */
  void completed(int transfer, long tag, long bytes);

  /** A transfer failed; {@code detail} is the transport's own message. */
  void failed(int transfer, Failure failure, String detail);
}
