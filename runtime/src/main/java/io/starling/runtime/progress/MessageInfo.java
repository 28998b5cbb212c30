package io.starling.runtime.progress;

/**
 * What a probe has found: filled in by a {@link Port}. It can be filled in again and again, so that
 * to look for a message allocates nothing.
 */
public final class MessageInfo {

  private long tag;
  private long bytes;
  private long handle;

  /** Of no message yet. */
  public MessageInfo() {
    handle = 0;
  }

  /** Called by the port. */
  public void set(long itsTag, long itsBytes, long itsHandle) {
    tag = itsTag;
    bytes = itsBytes;
    handle = itsHandle;
  }

  /** The whole tag of the message; see {@link Tags}. */
  public long tag() {
    return tag;
  }

  /** How long the message is. */
  public long bytes() {
    return bytes;
  }

  /**
   * By which name the port keeps a message that it took out of the queue; what it means is the
   * port's own affair.
   */
  public long handle() {
    return handle;
  }
}
