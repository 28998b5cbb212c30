package io.starling.runtime.progress;

/**
 * The message that a probe has found, filled in by a {@link Port}. It is reused, so that a probe
 * allocates nothing.
 */
public final class MessageInfo {

  private long tag;
  private long bytes;
  private long handle;

  /** Describes no message yet. */
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

  /** The length of the message in bytes. */
  public long bytes() {
    return bytes;
  }

  /**
   * The port's name for a message that it has removed from the queue; only the port knows its
   * meaning.
   */
  public long handle() {
    return handle;
  }
}
