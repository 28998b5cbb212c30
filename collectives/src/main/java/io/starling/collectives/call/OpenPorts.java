package io.starling.collectives.call;

import java.util.BitSet;

/**
 * The ports that this process has opened, by number, and its meetings with who knocks at others.
 */
public final class OpenPorts {

  /** Meetings of spawned ranks have lower numbers, those of processes. */
  private static final int FIRST_MEETING = 1 << 20;

  private final BitSet open = new BitSet();
  private int opened;
  private int meetings;

  OpenPorts() {}

  /** Opens a port; numbers are not used again. */
  public int openNext() {
    open.set(opened);
    return opened++;
  }

  /** Closes a port; returns whether it was open. */
  public boolean close(int port) {
    boolean wasOpen = open.get(port);
    open.clear(port);
    return wasOpen;
  }

  /** The open ports. */
  public BitSet open() {
    return (BitSet) open.clone();
  }

  /** Whether a port is open. */
  public boolean isOpen(int port) {
    return open.get(port);
  }

  /**
   * The number of the next meeting with another process, to which this one connects. The other one
   * may connect to this one too, so the two count apart.
   */
  public int nextMeeting(int own, int other) {
    return FIRST_MEETING + 2 * meetings++ + (own < other ? 0 : 1);
  }
}
