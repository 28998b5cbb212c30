package io.starling.runtime.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoldAllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int BYTES = 4096;
  private static final int CALLS = 2000;

  /** How long the compiler may take, on a busy machine too. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParameterizedTest
  @CsvSource({
    "sum, FLOAT32",
    "max, UINT8",
    "lxor, INT64",
    "prod, COMPLEX64",
    "sum, BFLOAT16",
    "min, FLOAT16",
    "maxloc, FLOAT64_INDEX"
  })
  void isNoneOnceAFoldIsCompiled(String operator, BasicDatatype type) {
    Fold fold = FoldingOperator.of(ReductionOperator.named(operator)).fold(type);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(BYTES, 64);
      MemorySegment heap = MemorySegment.ofArray(new byte[BYTES]);

      assertThat(bytesPerCall(fold, data, data)).as("native").isZero();
      assertThat(bytesPerCall(fold, heap, data)).as("heap").isZero();
    }
  }

  private static long bytesPerCall(Fold fold, MemorySegment left, MemorySegment right) {
    long start = System.nanoTime();
    long bytes;
    do {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int call = 0; call < CALLS; call++) {
        fold.fold(left, 0, right, 0, left, 0, BYTES);
      }
      bytes = (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS;
    } while (bytes > 0 && System.nanoTime() - start < PATIENCE.toNanos());
    return bytes;
  }
}
