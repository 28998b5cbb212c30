package io.starling.topology.hwloc;

/** Thrown if hwloc is missing or a call of it fails; the message names the library or the call. */
public final class HwlocException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  HwlocException(String message) {
    super(message);
  }

  HwlocException(String message, Throwable cause) {
    super(message, cause);
  }
}
