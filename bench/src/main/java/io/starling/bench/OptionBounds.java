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
    if (number < least) {
      throw new IllegalArgumentException(
          "%s must be at least %d, not %d".formatted(option, least, number));
    }
    if (number > most) {
      throw new IllegalArgumentException(
          "%s must be at most %d, not %d".formatted(option, most, number));
    }
  }
}
