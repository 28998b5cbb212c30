package io.starling.bench.soak;

/** Something is not as the model says. */
final class WrongResultException extends RuntimeException {

  private static final long serialVersionUID = 1;

  WrongResultException(String message) {
    super(message);
  }

  WrongResultException(String message, Throwable cause) {
    super(message, cause);
  }

  static void check(boolean right, String message, Object... arguments) {
    if (!right) {
      throw new WrongResultException(message.formatted(arguments));
    }
  }
}
