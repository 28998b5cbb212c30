package io.starling.topology.hwloc;

/** hwloc is missing, or refused; the message says which call, or which library. */
public final class HwlocException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  HwlocException(String message) {
    super(message);
  }

  HwlocException(String message, Throwable cause) {
    super(message, cause);
  }
}
