package io.starling.launcher.output;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Where the lines of several ranks meet. What is written in one call stays together, and a source
 * never continues the unfinished line of another: that line is ended first.
 */
public final class OutputSink {

  private final OutputStream out;
  private final StatusLine status;
  private final Runnable onBroken;
  private Object lastSource;
  private boolean withinLine;
  private boolean broken;

  /**
   * A sink over a stream of the launcher.
   *
   * @param status what is to be erased before something is written
   * @param onBroken called once when nobody reads the stream any more
   */
  public OutputSink(OutputStream out, StatusLine status, Runnable onBroken) {
    this.out = out;
    this.status = status;
    this.onBroken = onBroken;
  }

  /** Writes the bytes of one source and flushes; bytes after the stream has broken are dropped. */
  public synchronized void write(Object source, byte[] bytes, int offset, int length) {
    if (length == 0 || broken) {
      return;
    }
    synchronized (status) {
      status.erase();
      emit(source, bytes, offset, length);
      status.note(this, withinLine);
    }
  }

  private void emit(Object source, byte[] bytes, int offset, int length) {
    try {
      if (withinLine && !source.equals(lastSource)) {
        out.write('\n');
      }
      out.write(bytes, offset, length);
      out.flush();
      withinLine = bytes[offset + length - 1] != '\n';
      lastSource = source;
    } catch (IOException e) {
      broken = true;
      onBroken.run();
    }
  }
}
