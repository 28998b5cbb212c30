package io.starling.runtime.transport.simulated;

/**
 * The costs of a rank's processor, in picoseconds.
 *
 * @param post the time to start a send or a receive
 * @param handle the time to handle an arrival or a completion, with the call of its operation
 * @param copyPerByte the time to copy a byte to or from an eager buffer
 * @param foldPerByte the time to fold a byte
 */
public record ProcessorFigures(long post, long handle, double copyPerByte, double foldPerByte) {

  /** A processor that takes no time. */
  public static final ProcessorFigures FREE = new ProcessorFigures(0, 0, 0, 0);

  /** Checks the figures. */
  public ProcessorFigures {
    if (post < 0 || handle < 0 || !(copyPerByte >= 0) || !(foldPerByte >= 0)) {
      throw new IllegalArgumentException(
          "a processor's figures can't be negative: post %d ps, handle %d ps, copy %s, fold %s ps a byte"
              .formatted(post, handle, copyPerByte, foldPerByte));
    }
  }
}
