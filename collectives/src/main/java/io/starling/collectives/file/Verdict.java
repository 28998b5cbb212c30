package io.starling.collectives.file;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.memory.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What ranks say at the end of a call, or all of them together: the call, or why it has failed on
 * one of them.
 *
 * <pre>
 * byte  0         8         16        24       28                1024
 *       failed    rank      number    length   text
 * </pre>
 *
 * @param block its bytes
 */
record Verdict(MemorySegment block) {

  static final long BYTES = 1024;

  private static final long RANK = 8;
  private static final long NUMBER = 16;
  private static final long LENGTH = 24;
  private static final long TEXT = 28;
  private static final int MOST_TEXT = (int) (BYTES - TEXT);

  /**
   * Says that a rank has made a call and not failed.
   *
   * @param number what the root tells all others
   */
  void succeeded(int rank, String call, long number) {
    set(0, rank, number, call);
  }

  /** Says that a call has failed on a rank. */
  void failed(int rank, String reason) {
    set(1, rank, 0, reason);
  }

  private void set(long failed, int rank, long number, String text) {
    block.set(JAVA_LONG, 0, failed);
    block.set(JAVA_LONG, RANK, rank);
    block.set(JAVA_LONG, NUMBER, number);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MOST_TEXT);
    block.set(JAVA_INT, LENGTH, length);
    Bytes.copy(MemorySegment.ofArray(bytes), 0, block, TEXT, length);
  }

  boolean isFailure() {
    return block.get(JAVA_LONG, 0) != 0;
  }

  int rank() {
    return (int) block.get(JAVA_LONG, RANK);
  }

  long number() {
    return block.get(JAVA_LONG, NUMBER);
  }

  String text() {
    byte[] bytes = new byte[block.get(JAVA_INT, LENGTH)];
    Bytes.copy(block, TEXT, MemorySegment.ofArray(bytes), 0, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Adds what other ranks say: the failure of the lowest rank counts, or a disagreement. */
  void add(Verdict other) {
    if (isFailure() || other.isFailure()) {
      if (!isFailure() || (other.isFailure() && other.rank() < rank())) {
        Bytes.copy(other.block, 0, block, 0, BYTES);
      }
    } else if (!Arrays.equals(textBytes(), other.textBytes())) {
      failed(
          other.rank(),
          "it calls %s, but rank %d calls %s".formatted(other.text(), rank(), text()));
    }
  }

  private byte[] textBytes() {
    return text().getBytes(StandardCharsets.UTF_8);
  }
}
