package io.starling.gpu;

import io.starling.runtime.error.StarlingException;

/** A device was asked for that is not there; the message names what is missing. */
public final class GpuUnavailableException extends StarlingException {

  private static final long serialVersionUID = 1L;

  GpuUnavailableException(String message) {
    super(message);
  }
}
