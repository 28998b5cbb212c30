package io.starling.collectives.communicator;

import io.starling.runtime.StarlingException;
import java.util.Arrays;

/**
 * The connection of a group's leader to the other leader. A leader that fails between two swaps, or
 * is interrupted in one, says so by one more, so that the other one does not wait for ever.
 */
final class Leaders {

  /** Carries words between the leaders, both ways at a time. */
  interface Wire {

    /** Gives the other leader some words and takes its own, which may be fewer. */
    void swap(long[] words, long[] theirs);

    /** Whether the other leader takes part already; to one that does not, a failure is no news. */
    default boolean isMade() {
      return true;
    }
  }

  /** The first word of a leader that has failed; that of others is 0. */
  static final long FAILED = 1;

  private final Wire wire;
  private final String call;
  private boolean hasEnded;

  /**
   * A connection.
   *
   * @param call for messages
   */
  Leaders(Wire wire, String call) {
    this.wire = wire;
    this.call = call;
  }

  /** Gives the other leader some words, and returns as many of its own. */
  long[] swap(long... words) {
    long[] message = new long[words.length + 1];
    System.arraycopy(words, 0, message, 1, words.length);
    long[] theirs = new long[message.length];
    wire.swap(message, theirs);
    if (theirs[0] == FAILED) {
      hasEnded = true;
      throw new StarlingException(
          call + ": the other group has failed; the exceptions of its ranks say why");
    }
    return Arrays.copyOfRange(theirs, 1, theirs.length);
  }

  /** The last swap: both groups have succeeded so far. */
  void finish() {
    swap();
    hasEnded = true;
  }

  /** This group has failed. */
  void fail(RuntimeException reason) {
    if (!hasEnded && wire.isMade()) {
      hasEnded = true;
      try {
        wire.swap(new long[] {FAILED}, new long[NumberAgreement.WORDS + 1]);
      } catch (RuntimeException e) {
        reason.addSuppressed(e);
      }
    }
  }
}
