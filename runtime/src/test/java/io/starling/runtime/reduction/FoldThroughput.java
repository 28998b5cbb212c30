package io.starling.runtime.reduction;

import com.sun.management.ThreadMXBean;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Prints what each fold moves: gigabytes of one operand per second, the best of ten batches of 64
 * MiB, and the bytes it allocates per call. A program to run by hand, not a test:
 *
 * <pre>java --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED
 *   -cp runtime/target/classes:runtime/target/test-classes
 *   io.starling.runtime.reduction.FoldThroughput [operator [type]]</pre>
 */
final class FoldThroughput {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long[] SIZES = {64, 1024, 16384, 1 << 20};

  private FoldThroughput() {}

  public static void main(String[] arguments) {
    System.out.printf(
        "%-22s%10s%10s%10s%10s%10s%s%n",
        "", "64 B", "1 KiB", "16 KiB", "1 MiB", "heap16K", "  bytes/call  first call ms");
    for (ReductionOperator operator : ReductionOperator.predefined()) {
      for (BasicDatatype type : BasicDatatype.values()) {
        if (operator.supports(type)
            && (arguments.length < 1 || operator.name().equals(arguments[0]))
            && (arguments.length < 2 || type.name().equals(arguments[1]))) {
          measure(operator, type);
        }
      }
    }
  }

  private static void measure(ReductionOperator operator, BasicDatatype type) {
    MemorySegment left = Arena.ofAuto().allocate(1 << 20, 64);
    MemorySegment right = Arena.ofAuto().allocate(1 << 20, 64);
    long start = System.nanoTime();
    Fold fold = FoldingOperator.of(operator).fold(type);
    fold.fold(left, 0, right, 0, left, 0, 4096);
    double first = (System.nanoTime() - start) / 1e6;
    StringBuilder line = new StringBuilder();
    long allocated = 0;
    for (long bytes : SIZES) {
      line.append("%10.1f".formatted(rate(fold, left, right, bytes)));
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int call = 0; call < 1000; call++) {
        fold.fold(left, 0, right, 0, left, 0, bytes);
      }
      allocated += (THREADS.getCurrentThreadAllocatedBytes() - before) / 1000;
    }
    MemorySegment heap = MemorySegment.ofArray(new byte[1 << 14]);
    line.append("%10.1f".formatted(rate(fold, heap, right, 1 << 14)));
    System.out.printf(
        Locale.ROOT, "%-22s%s%8d%10.1f%n", operator + " " + type, line, allocated, first);
  }

  private static double rate(Fold fold, MemorySegment left, MemorySegment right, long bytes) {
    double best = 0;
    long calls = Math.min((64L << 20) / bytes, 50_000);
    for (int batch = 0; batch < 10; batch++) {
      long start = System.nanoTime();
      for (long call = 0; call < calls; call++) {
        fold.fold(left, 0, right, 0, left, 0, bytes);
      }
      best = Math.max(best, (double) bytes * calls / (System.nanoTime() - start));
    }
    return best;
  }
}
