package io.starling.launcher.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Copies one stream of one rank to a sink, whole lines at a time. An unfinished line waits for its
 * end, at most {@value #LONGEST_LINE} bytes of it; on a terminal only until {@link #showUnfinished}
 * so that prompts and progress bars are seen.
 */
public final class LineForwarder implements Runnable {

  private static final int CHUNK = 1 << 16;
  private static final int LONGEST_LINE = 1 << 26;

  private final InputStream in;
  private final OutputSink sink;
  private final byte[] tag;
  private byte[] unwanted;
  private byte[] buffer = new byte[CHUNK];
  private int filled;
  private int seenUnfinished;
  private boolean atLineStart = true;
  private volatile boolean waiting;

  /**
   * A forwarder, to be run by a thread of its own.
   *
   * @param tag put before every line; may be empty
   * @param unwanted a line, without its end, that is dropped the first time it comes; may be empty
   */
  public LineForwarder(InputStream in, OutputSink sink, byte[] tag, byte[] unwanted) {
    this.in = in;
    this.sink = sink;
    this.tag = tag;
    this.unwanted = unwanted;
  }

  /** Copies until the rank closes the stream. */
  @Override
  public void run() {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int read = read(chunk); read >= 0; read = read(chunk)) {
        accept(chunk, read);
      }
    } catch (IOException e) {
      // The process was killed while it wrote.
    }
    flush();
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

  /** Takes a chunk that was read elsewhere. */
  public synchronized void accept(byte[] chunk, int length) {
    reserve(length);
    System.arraycopy(chunk, 0, buffer, filled, length);
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

  /** Shows a last line without an end. */
  public synchronized void flush() {
    emit(filled);
  }

  private void reserve(int length) {
    if (filled + length > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(filled + length, 2 * buffer.length));
    }
  }

  private void emit(int end) {
    if (tag.length == 0 && unwanted.length == 0) {
      sink.write(this, buffer, 0, end);
    } else {
      byte[] edited = edited(end);
      sink.write(this, edited, 0, edited.length);
    }
    if (end > 0) {
      atLineStart = buffer[end - 1] == '\n';
    }
    System.arraycopy(buffer, end, buffer, 0, filled - end);
    filled -= end;
    if (filled == 0 && buffer.length > CHUNK) {
      buffer = new byte[CHUNK];
    }
  }

  private byte[] edited(int end) {
    var lines = new ByteArrayOutputStream(end + end / 8 + tag.length);
    boolean whole = atLineStart;
    int start = 0;
    while (start < end) {
      int next = endOfLine(start, end);
      if (whole && isUnwanted(start, next)) {
        unwanted = new byte[0];
      } else {
        if (whole) {
          lines.writeBytes(tag);
        }
        lines.write(buffer, start, next - start);
      }
      start = next;
      whole = true;
    }
    return lines.toByteArray();
  }

  private int endOfLine(int start, int end) {
    int next = start;
    while (next < end && buffer[next] != '\n') {
      next++;
    }
    return Math.min(next + 1, end);
  }

  private boolean isUnwanted(int start, int next) {
    return unwanted.length > 0
        && buffer[next - 1] == '\n'
        && Arrays.equals(buffer, start, next - 1, unwanted, 0, unwanted.length);
  }
}
