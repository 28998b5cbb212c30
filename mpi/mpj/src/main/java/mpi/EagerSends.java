package mpi;

import io.starling.collectives.Communicator;

/**
 * Which sends can't wait for their receive. MPJ Express never lets one of up to 128 KiB wait, and
 * programs rely on it: all send first and receive then. Starling has room for the first ones only,
 * and none for long ones between hosts. So an array is sent as it is while there is room, which
 * costs no copy in an exchange of messages, and else a copy that no call waits for.
 *
 * <pre>
 * as it is    if the last copy of its kind to this rank has left at once, and no more than 16
 *             messages or 256 KiB were sent since the last receive
 * a copy      otherwise; the kinds are up to 8 KiB and up to 128 KiB
 * it waits    if it is longer
 * </pre>
 *
 * <p>A receive is a sign that others make progress, not a proof. Threads may lose a count, which
 * costs a copy, or one message more.
 */
final class EagerSends {

  /** The longest message that does not wait. */
  static final int LONGEST = 128 * 1024;

  private static final int SHORT = 8 * 1024;
  private static final int MANY = 16;
  private static final int MUCH = 256 * 1024;

  private final boolean[] shortLeave;
  private final boolean[] longLeave;
  private int count;
  private long bytes;

  EagerSends(int peers) {
    shortLeave = new boolean[peers];
    longLeave = new boolean[peers];
  }

  /** Whether the data may be sent as it is. Else a copy is, and {@link #learn} is called. */
  boolean canSend(int destination, long length) {
    if (length > LONGEST || destination == Communicator.PROC_NULL) {
      return true;
    }
    count++;
    bytes += length;
    return count <= MANY && bytes <= MUCH && ofKind(length)[destination];
  }

  /** Whether a copy has left at once. */
  void learn(int destination, long length, boolean hasLeft) {
    ofKind(length)[destination] = hasLeft;
  }

  private boolean[] ofKind(long length) {
    return length <= SHORT ? shortLeave : longLeave;
  }

  /** A message has been received. */
  void renew() {
    count = 0;
    bytes = 0;
  }
}
