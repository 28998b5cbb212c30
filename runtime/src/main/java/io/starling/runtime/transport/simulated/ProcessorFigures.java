package io.starling.runtime.transport.simulated;

/**
 * What the work of a rank's processor costs, in picoseconds.
 *
 * @param post to start a send or a receive
 * @param handle to notice that something came or ended, and to call what waits for it
 * @param copyPerByte to copy a byte in or out of an eager buffer
 * @param foldPerByte to fold a byte into another
 */
public record ProcessorFigures(long post, long handle, double copyPerByte, double foldPerByte) {

  /** A processor that takes no time. */
  public static final ProcessorFigures FREE = new ProcessorFigures(0, 0, 0, 0);

  /** Refuses what no hardware does. */
  public ProcessorFigures {
    if (post < 0 || handle < 0 || !(copyPerByte >= 0) || !(foldPerByte >= 0)) {
      throw new IllegalArgumentException(
          "a processor's figures can't be negative: post %d ps, handle %d ps, copy %s, fold %s ps a byte"
              .formatted(post, handle, copyPerByte, foldPerByte));
    }
  }
}
