package mpi;

import io.starling.collectives.Communicator;

/**
 * Which sends can't wait for their receive. MPJ Express never lets one of up to 128 KiB wait, and
 * programs rely on it: all send first and receive then. Starling has room for the first ones only,
 * and none for long ones between hosts. So a send is made as it is while few are under way, which
 * costs no copy in an exchange of messages, and of a copy that no call waits for otherwise.
 *
 * <pre>
 * up to 8 KiB     as it is, 16 of them or 256 KiB since the last receive
 * up to 128 KiB   the same, if an earlier copy to this rank has left at once
 * longer          waits for its receive
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

  private final boolean[] leavesAtOnce;
  private int count;
  private long bytes;

  EagerSends(int peers) {
    leavesAtOnce = new boolean[peers];
  }

  /** Whether the data may be sent as it is. Else a copy is, and {@link #learn} is called. */
  boolean canSend(int destination, long length) {
    if (length > LONGEST || destination == Communicator.PROC_NULL) {
      return true;
    }
    count++;
    bytes += length;
    return count <= MANY && bytes <= MUCH && (length <= SHORT || leavesAtOnce[destination]);
  }

  /** Whether a copy has left at once. */
  void learn(int destination, long length, boolean hasLeft) {
    if (length > SHORT) {
      leavesAtOnce[destination] = hasLeft;
    }
  }

  /** A message has been received. */
  void renew() {
    count = 0;
    bytes = 0;
  }
}
