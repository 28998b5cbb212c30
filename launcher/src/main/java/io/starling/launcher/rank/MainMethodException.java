package io.starling.launcher.rank;

/** The program has no main method that can be called; the message is complete. */
final class MainMethodException extends Exception {

  private static final long serialVersionUID = 1L;

  MainMethodException(String message, Throwable cause) {
    super(message, cause);
  }
}
