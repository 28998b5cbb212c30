package io.starling.gpu;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.PredefinedFold;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The kernels of {@code src/main/cuda/folds.cu}: one for every predefined operator on every type
 * that it supports.
 *
 * <p>Each takes the addresses of the left operand, the right operand and the result, and a number
 * of bytes with 64 bits: a whole number of elements. Addresses may have any alignment. If the three
 * are equal modulo 16 and elements are aligned to their size, memory is accessed 16 bytes at a
 * time. The result may be the same range as an operand.
 */
final class FoldKernels {

  /** The threads of a block; kernels require this number. */
  static final int THREADS = 256;

  /** The bytes that a block folds at a time: four vectors of 16 bytes per thread. */
  private static final int TILE_BYTES = THREADS * 4 * 16;

  /**
   * More blocks than a multiprocessor holds at once, so that all are busy until shortly before the
   * end, but few enough that a block is worth its start.
   */
  private static final int BLOCKS_PER_MULTIPROCESSOR = 32;

  private static final String ENTRY = ".visible .entry ";

  private FoldKernels() {}

  /** Every fold that has a kernel, by operator in MPI's order, then by type. */
  static List<PredefinedFold> all() {
    return ReductionOperator.predefined().stream()
        .flatMap(
            operator ->
                Arrays.stream(BasicDatatype.values())
                    .filter(operator::supports)
                    .map(type -> new PredefinedFold(operator, type)))
        .toList();
  }

  /** The name of a fold's kernel, such as {@code sum_float32}. */
  static String name(PredefinedFold fold) {
    return fold.operator().name() + "_" + fold.type().name().toLowerCase(Locale.ROOT);
  }

  /** All kernels, as PTX for compute capability 6.0 and later, and drivers from CUDA 10.0 on. */
  static String ptx() {
    try (InputStream stream = FoldKernels.class.getResourceAsStream("folds.ptx")) {
      return new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The PTX of one kernel. A driver compiles PTX when it loads it: all kernels take seconds, one
   * takes a fraction of a tenth.
   *
   * @throws IllegalArgumentException if the operator does not support the type
   */
  static String ptx(PredefinedFold fold) {
    String all = ptx();
    int start = all.indexOf(ENTRY + name(fold) + "(");
    if (start < 0) {
      throw new IllegalArgumentException("There is no kernel " + name(fold));
    }
    int next = all.indexOf(ENTRY, start + 1);
    return all.substring(0, all.indexOf(ENTRY))
        + all.substring(start, next < 0 ? all.length() : next);
  }

  /**
   * The number of blocks for a fold. Any number is correct; this one is fast.
   *
   * @param bytes the length of each operand, from 0
   * @param multiprocessors the multiprocessors of the device
   * @return at least 1
   */
  static int blocks(long bytes, int multiprocessors) {
    long tiles = Math.ceilDiv(bytes, TILE_BYTES);
    return (int) Math.clamp(tiles, 1, (long) multiprocessors * BLOCKS_PER_MULTIPROCESSOR);
  }
}
