package io.starling.bench.report;

/**
 * A logarithmic axis.
 *
 * @param low the value at its beginning
 * @param high the value at its end, larger
 * @param from where it begins in the picture
 * @param to where it ends
 */
public record Scale(double low, double high, double from, double to) {

  /** Where a value is. */
  public double at(double value) {
    return from + Math.log(value / low) / Math.log(high / low) * (to - from);
  }
}
