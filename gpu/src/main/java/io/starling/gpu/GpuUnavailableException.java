package io.starling.gpu;

import io.starling.runtime.StarlingException;

/** Thrown when a device can't be used; the message names what is missing and a remedy. */
public final class GpuUnavailableException extends StarlingException {

  private static final long serialVersionUID = 1L;

  GpuUnavailableException(String message) {
    super(message);
  }
}
