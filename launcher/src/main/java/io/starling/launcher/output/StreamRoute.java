package io.starling.launcher.output;

import io.starling.launcher.output.OutputFolder.RankFile;
import java.util.Arrays;
import java.util.Optional;

/**
 * The way of one stream of one rank: to its file, if there is one, and to the terminal, if the rank
 * is to be seen. The end of what a quiet rank says on stderr is kept, and shown if it fails.
 */
public final class StreamRoute implements LineTarget {

  private static final int LONGEST_TAIL = 1 << 16;

  private final LineTarget terminal;
  private final Optional<RankFile> file;
  private final boolean keepsTail;
  private byte[] tail = {};
  private boolean shown;

  /**
   * A way.
   *
   * @param shown whether it goes to the terminal
   * @param keepsTail whether the end of what isn't shown is kept
   */
  public StreamRoute(
      LineTarget terminal, Optional<RankFile> file, boolean shown, boolean keepsTail) {
    this.terminal = terminal;
    this.file = file;
    this.shown = shown;
    this.keepsTail = keepsTail;
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    boolean lost = file.isPresent() && !file.get().write(bytes, offset, length);
    if (shown || lost) {
      terminal.write(bytes, offset, length);
    } else if (keepsTail) {
      keep(bytes, offset, length);
    }
  }

  private void keep(byte[] bytes, int offset, int length) {
    byte[] all = Arrays.copyOf(tail, tail.length + length);
    System.arraycopy(bytes, offset, all, tail.length, length);
    int from = Math.max(0, all.length - LONGEST_TAIL);
    while (from > 0 && from < all.length && all[from - 1] != '\n') {
      from++;
    }
    tail = Arrays.copyOfRange(all, from, all.length);
  }

  /** The rank has failed: from here on it is seen, and what it said last, too. */
  public synchronized void reveal() {
    if (keepsTail && !shown) {
      shown = true;
      terminal.write(tail, 0, tail.length);
      tail = new byte[0];
    }
  }
}
