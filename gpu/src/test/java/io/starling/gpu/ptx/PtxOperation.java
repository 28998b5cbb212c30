package io.starling.gpu.ptx;

import java.util.List;

/**
 * What an instruction computes of registers.
 *
 * @param result type of the destination
 * @param sources types of the sources, at most four
 * @param takesWider whether registers may be wider than these types, as for conversions
 * @param function of the bits of the sources
 */
record PtxOperation(PtxType result, List<PtxType> sources, boolean takesWider, Function function) {

  /**
   * Bits of up to four sources, zeros above their width and in place of those that are not there,
   * to the bits of the result; what is above its width is dropped.
   */
  interface Function {
    long of(long a, long b, long c, long d);
  }
}
