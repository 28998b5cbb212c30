package io.starling.runtime.json;

import java.io.Serial;

/** Thrown if a text is not JSON. */
public final class JsonException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Json.Position at;

  JsonException(Json.Position at, String message) {
    super(message);
    this.at = at;
  }

  /** The place of the error. */
  public Json.Position at() {
    return at;
  }
}
