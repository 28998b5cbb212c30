package io.starling.launcher.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * One line at the bottom of a terminal that says how the job is getting on. It gives way to all
 * output, and to a line that somebody has begun. Callers hold its monitor.
 */
public final class StatusLine {

  private static final byte[] ERASE = "\r\033[K".getBytes(StandardCharsets.US_ASCII);

  private final OutputStream terminal;
  private final Set<OutputSink> withinLine = new HashSet<>();
  private boolean drawn;

  /** A line on this terminal. */
  public StatusLine(OutputStream terminal) {
    this.terminal = terminal;
  }

  /** Where nobody looks on: a line that is never drawn. */
  public static StatusLine none() {
    return new StatusLine(OutputStream.nullOutputStream());
  }

  /** Draws the text over what was there, unless somebody's line is unfinished. */
  public synchronized void draw(String text) {
    if (withinLine.isEmpty()) {
      write(ERASE);
      write(text.getBytes(StandardCharsets.UTF_8));
      drawn = true;
    }
  }

  /** Takes the line away until it is drawn again. */
  public synchronized void erase() {
    if (drawn) {
      write(ERASE);
      drawn = false;
    }
  }

  /** Hears whether a sink has begun a line without ending it. */
  synchronized void note(OutputSink sink, boolean unfinished) {
    if (unfinished) {
      withinLine.add(sink);
    } else {
      withinLine.remove(sink);
    }
  }

  private void write(byte[] bytes) {
    try {
      terminal.write(bytes);
      terminal.flush();
    } catch (IOException e) {
      // Whoever looked on has gone; the sinks will notice.
    }
  }
}
