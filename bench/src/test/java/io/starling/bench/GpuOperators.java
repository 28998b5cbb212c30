package io.starling.bench;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.starling.bench.GpuCall.Forms;
import io.starling.collectives.Communicator;
import io.starling.gpu.Gpu;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.random.RandomGenerator;

/** All operators on all their datatypes, in the memory of a device and of the host. */
final class GpuOperators {

  /** Maps x -> a x + b, one after the other: the order of operands matters. */
  private static final ReductionOperator COMPOSE =
      ReductionOperator.ofLongs("compose", false, GpuOperators::compose);

  private static final int ODD = 1237;

  private final Communicator world;
  private final Gpu gpu;
  private final RandomGenerator common;
  private final RandomGenerator own;

  GpuOperators(Communicator world, Gpu gpu, long seed) {
    this.world = world;
    this.gpu = gpu;
    common = new Random(seed);
    own = new Random(seed * 31 + world.rank());
  }

  void check() {
    for (ReductionOperator operator : ReductionOperator.predefined()) {
      for (BasicDatatype type : BasicDatatype.values()) {
        if (operator.supports(type)) {
          check(operator, type);
        }
      }
    }
    check(COMPOSE, BasicDatatype.INT64);
  }

  private static long compose(long outer, long inner) {
    int factor = (int) (outer >>> Integer.SIZE);
    int offset = factor * (int) inner + (int) outer;
    int product = factor * (int) (inner >>> Integer.SIZE);
    return ((long) product << Integer.SIZE) | Integer.toUnsignedLong(offset);
  }

  private void check(ReductionOperator operator, BasicDatatype type) {
    int root = common.nextInt(world.size());
    boolean isRoot = world.rank() == root;
    String name = operator.name() + " of " + type;
    if (world.size() <= GpuContractProgram.FEW_RANKS) {
      call(
              name + " by allreduce",
              operator,
              type,
              true,
              new Forms(
                  (data, result) -> world.allreduce(data, result, operator),
                  (data, result) -> world.iAllreduce(data, result, operator),
                  (data, result) -> world.allreduceInit(data, result, operator)))
          .checkOnce(gpu);
    }
    call(
            name + " by reduce",
            operator,
            type,
            isRoot,
            new Forms(
                (data, result) -> world.reduce(data, result, operator, root),
                (data, result) -> world.iReduce(data, result, operator, root),
                (data, result) -> world.reduceInit(data, result, operator, root)))
        .checkOnce(gpu);
  }

  private GpuCall call(
      String name, ReductionOperator operator, BasicDatatype type, boolean hasResult, Forms forms) {
    int resultCount = hasResult ? ODD : -1;
    return new GpuCall(
        name,
        operands(operator, type, ODD),
        Image.random(type, resultCount, own),
        operands(operator, type, resultCount),
        resultCount,
        false,
        forms);
  }

  /** Integers are any; the others are such that their folds are exact in each order. */
  private Image operands(ReductionOperator operator, BasicDatatype type, int count) {
    Image random = Image.random(type, count, own);
    return type.kind() == BasicDatatype.Kind.INTEGER
        ? random
        : random.with(
            elements -> {
              for (int i = 0; i < count; i++) {
                write(elements, type, i * type.extent(), operator);
              }
            });
  }

  private void write(
      MemorySegment elements, BasicDatatype type, long at, ReductionOperator operator) {
    double value = value(operator);
    switch (type) {
      case FLOAT16 -> elements.set(JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16((float) value));
      case BFLOAT16 ->
          elements.set(
              JAVA_SHORT_UNALIGNED,
              at,
              (short) (Float.floatToRawIntBits((float) value) >>> Short.SIZE));
      case FLOAT32 -> elements.set(JAVA_FLOAT_UNALIGNED, at, (float) value);
      case FLOAT64 -> elements.set(JAVA_DOUBLE_UNALIGNED, at, value);
      case COMPLEX64 -> {
        elements.set(JAVA_FLOAT_UNALIGNED, at, (float) value);
        elements.set(JAVA_FLOAT_UNALIGNED, at + Float.BYTES, (float) value(operator));
      }
      case COMPLEX128 -> {
        elements.set(JAVA_DOUBLE_UNALIGNED, at, value);
        elements.set(JAVA_DOUBLE_UNALIGNED, at + Double.BYTES, value(operator));
      }
      case INT32_INDEX -> {
        elements.set(JAVA_INT_UNALIGNED, at, (int) value);
        index(elements, at + Integer.BYTES);
      }
      case INT64_INDEX -> {
        elements.set(JAVA_LONG_UNALIGNED, at, (long) value);
        index(elements, at + Long.BYTES);
      }
      case FLOAT32_INDEX -> {
        elements.set(JAVA_FLOAT_UNALIGNED, at, (float) value);
        index(elements, at + Float.BYTES);
      }
      case FLOAT64_INDEX -> {
        elements.set(JAVA_DOUBLE_UNALIGNED, at, value);
        index(elements, at + Double.BYTES);
      }
      case INT8, UINT8, INT16, INT32, INT64 -> throw new IllegalArgumentException(type.name());
    }
  }

  private void index(MemorySegment elements, long at) {
    elements.set(JAVA_INT_UNALIGNED, at, own.nextInt());
  }

  /** Small and whole, so that many are equal; factors are powers of two. */
  private double value(ReductionOperator operator) {
    return operator.equals(ReductionOperator.PRODUCT) ? own.nextInt(2) * 3 - 2 : own.nextInt(-3, 4);
  }
}
