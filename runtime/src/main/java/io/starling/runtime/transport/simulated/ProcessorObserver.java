package io.starling.runtime.transport.simulated;

/**
 * Hears what a simulated rank's processor does, in the order in which it begins. Times are
 * picoseconds.
 */
public interface ProcessorObserver {

  /** What a processor works at. */
  enum Work {
    /** It starts a transfer. */
    POST,
    /** It notices that something came or ended. */
    HANDLE,
    /** It moves data. */
    COPY,
    FOLD,
    /** Something else: the program computes. */
    COMPUTE
  }

  /** The processor has worked, noise included. */
  void worked(Work work, long from, long to);

  /** Noise took the processor away from the work that was told last, or while it had none. */
  void disturbed(long from, long to);
}
