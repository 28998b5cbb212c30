package io.starling.examples.program;

/**
 * The user's input cannot be used; the message says what and where. Every rank throws it at once.
 */
public final class BadInputException extends Exception {

  private static final long serialVersionUID = 1L;

  public BadInputException(String message) {
    super(message);
  }
}
