package io.starling.bench.report;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Takes what a job writes, line by line; threads take turns. */
public abstract class LineStream extends OutputStream {

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /** A line is whole; its end is left out. */
  protected abstract void take(String text);

  @Override
  public final synchronized void write(int character) {
    if (character == '\n') {
      take(line.toString(StandardCharsets.UTF_8));
      line.reset();
    } else {
      line.write(character);
    }
  }

  @Override
  public final synchronized void write(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      write(bytes[i]);
    }
  }
}
