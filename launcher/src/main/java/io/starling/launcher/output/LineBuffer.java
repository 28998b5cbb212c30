package io.starling.launcher.output;

import java.util.Arrays;

/**
 * Hands one stream of one rank on to its target, whole lines at a time. An unfinished line waits
 * for its end, at most {@value #LONGEST_LINE} bytes of it; on a terminal only until {@link
 * #showUnfinished} so that prompts and progress bars are seen. Free to use by all threads.
 */
public final class LineBuffer {

  private static final int CHUNK = 1 << 16;
  private static final int LONGEST_LINE = 1 << 26;

  private final LineTarget target;
  private byte[] unwanted;
  private byte[] buffer = new byte[CHUNK];
  private int filled;
  private int seenUnfinished;
  private boolean atLineStart = true;

  /**
   * An empty one.
   *
   * @param unwanted a line, without its end, that is dropped the first time it comes; may be empty
   */
  public LineBuffer(LineTarget target, byte[] unwanted) {
    this.target = target;
    this.unwanted = unwanted;
  }

  /** Takes what the rank wrote next. */
  public synchronized void accept(byte[] chunk, int offset, int length) {
    reserve(length);
    System.arraycopy(chunk, offset, buffer, filled, length);
    int scanned = filled;
    filled += length;
    int end = filled;
    while (end > scanned && buffer[end - 1] != '\n') {
      end--;
    }
    if (end > scanned) {
      emit(end);
    } else if (filled >= LONGEST_LINE) {
      emit(filled);
    }
  }

  /**
   * Shows what has stood here since the last call without coming to a line's end. To be called
   * regularly where a person looks on.
   */
  public synchronized void showUnfinished() {
    if (filled > 0 && filled == seenUnfinished) {
      emit(filled);
    }
    seenUnfinished = filled;
  }

  /** Hands on what is left: the stream has ended. */
  public synchronized void flush() {
    emit(filled);
  }

  private void reserve(int length) {
    if (filled + length > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(filled + length, 2 * buffer.length));
    }
  }

  private void emit(int end) {
    if (end == 0) {
      return;
    }
    int start = 0;
    if (unwanted.length > 0) {
      start = withoutUnwanted(end);
    }
    if (end > start) {
      target.write(buffer, start, end - start);
    }
    atLineStart = buffer[end - 1] == '\n';
    System.arraycopy(buffer, end, buffer, 0, filled - end);
    filled -= end;
    if (filled == 0 && buffer.length > CHUNK) {
      buffer = new byte[CHUNK];
    }
  }

  /** Moves what comes before the unwanted line over it, and returns where the rest begins. */
  private int withoutUnwanted(int end) {
    int next;
    for (int start = 0; start < end; start = next) {
      next = endOfLine(start, end);
      if ((start > 0 || atLineStart) && isUnwanted(start, next)) {
        int length = next - start;
        System.arraycopy(buffer, 0, buffer, length, start);
        unwanted = new byte[0];
        return length;
      }
    }
    return 0;
  }

  private int endOfLine(int start, int end) {
    int next = start;
    while (next < end && buffer[next] != '\n') {
      next++;
    }
    return Math.min(next + 1, end);
  }

  private boolean isUnwanted(int start, int next) {
    return buffer[next - 1] == '\n'
        && Arrays.equals(buffer, start, next - 1, unwanted, 0, unwanted.length);
  }
}
