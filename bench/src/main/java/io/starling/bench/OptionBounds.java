package io.starling.bench;

/** What numbers an option takes. */
public final class OptionBounds {

  /** The longest time in milliseconds: an hour, which is far from any overflow. */
  public static final long HOUR = 3_600_000;

  private OptionBounds() {}

  /**
   * Checks that an option's number is not too small or too large.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static void check(String option, long number, long least, long most) {
    require(number >= least, "%s must be at least %d, not %d".formatted(option, least, number));
    require(number <= most, "%s must be at most %d, not %d".formatted(option, most, number));
  }

  /**
   * Checks a condition.
   *
   * @throws IllegalArgumentException with the message, which is for the user
   */
  public static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
