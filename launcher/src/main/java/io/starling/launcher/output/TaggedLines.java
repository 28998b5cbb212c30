package io.starling.launcher.output;

import java.io.ByteArrayOutputStream;

/** Begins each line with the same words, if any, on its way to a sink. */
public final class TaggedLines implements LineTarget {

  private final OutputSink sink;
  private final byte[] tag;
  private boolean atLineStart = true;

  /** Lines of one source; the tag may be empty. */
  public TaggedLines(OutputSink sink, byte[] tag) {
    this.sink = sink;
    this.tag = tag;
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (tag.length == 0) {
      sink.write(this, bytes, offset, length);
      return;
    }
    var lines = new ByteArrayOutputStream(length + length / 8 + tag.length);
    for (int i = offset; i < offset + length; i++) {
      if (atLineStart) {
        lines.writeBytes(tag);
      }
      int start = i;
      while (bytes[i] != '\n' && i + 1 < offset + length) {
        i++;
      }
      lines.write(bytes, start, i + 1 - start);
      atLineStart = bytes[i] == '\n';
    }
    byte[] all = lines.toByteArray();
    sink.write(this, all, 0, all.length);
  }
}
