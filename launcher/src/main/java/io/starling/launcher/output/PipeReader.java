package io.starling.launcher.output;

import java.io.IOException;
import java.io.InputStream;

/** Reads one stream of a rank of this host until the rank closes it; for a thread of its own. */
public final class PipeReader implements Runnable {

  private static final int CHUNK = 1 << 16;

  private final InputStream in;
  private final LineBuffer lines;
  private volatile boolean waiting;

  /** A reader that hands on to these lines. */
  public PipeReader(InputStream in, LineBuffer lines) {
    this.in = in;
    this.lines = lines;
  }

  @Override
  public void run() {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int read = read(chunk); read >= 0; read = read(chunk)) {
        lines.accept(chunk, 0, read);
      }
    } catch (IOException e) {
      // The process was killed while it wrote.
    }
    lines.flush();
  }

  private int read(byte[] chunk) throws IOException {
    waiting = true;
    try {
      return in.read(chunk);
    } finally {
      waiting = false;
    }
  }

  /** Whether the rank has nothing to say at the moment. */
  public boolean isWaiting() {
    return waiting;
  }
}
