package io.starling.gpu.ptx;

/** What a device, its assembler or compute-sanitizer would refuse. */
public final class PtxFault extends RuntimeException {

  private static final long serialVersionUID = 1;

  PtxFault(String message) {
    super(message);
  }

  PtxFault(String message, PtxFault cause) {
    super(message, cause);
  }
}
