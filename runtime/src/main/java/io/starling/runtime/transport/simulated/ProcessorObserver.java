package io.starling.runtime.transport.simulated;

/**
 * Is notified of the work of a simulated rank's processor, in the order in which it begins. Times
 * are picoseconds.
 */
public interface ProcessorObserver {

  /** The kinds of work. */
  enum Work {
    /** It starts a transfer. */
    POST,
    /** It handles an arrival or a completion. */
    HANDLE,
    /** It moves data. */
    COPY,
    FOLD,
    /** The program computes. */
    COMPUTE
  }

  /** The processor has worked, noise included. */
  void worked(Work work, long from, long to);

  /** Noise interrupted the work that was reported last, or came while there was none. */
  void disturbed(long from, long to);
}
