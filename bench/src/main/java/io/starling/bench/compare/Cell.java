package io.starling.bench.compare;

import io.starling.bench.report.Units;

/**
 * One line of the table.
 *
 * @param benchmark the label of its kind
 * @param bytes the size of the message; 0 where there is none
 */
record Cell(String benchmark, long bytes) {

  /** {@code broadcast, 64 KiB}. */
  @Override
  public String toString() {
    return bytes == 0 ? benchmark : benchmark + ", " + Units.bytes(bytes);
  }
}
