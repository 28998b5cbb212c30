package io.starling.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.report.Latencies;
import io.starling.bench.report.Measurement;
import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What {@code --write} does: see {@link Settings#writes}. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WrittenMessagesTest {

  private static final long BYTES = 64;
  private static final int RANKS = 3;
  private static final long ITERATIONS = 20;

  /** Of the kinds that move bytes each has its last message at rank 1, and rank 0 the answer. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"PINGPONG", "BROADCAST", "ALLGATHER", "ALLTOALL", "SCATTER"})
  void what_is_received_is_what_was_written_last(BenchmarkKind kind) {
    Starling.local(
        RANKS,
        world -> {
          List<Buffer> buffers = new ArrayList<>();
          try (Arena arena = Arena.ofShared();
              Benchmark benchmark =
                  new Benchmarks(world, writing(buffers), arena, BYTES).of(kind)) {
            benchmark.run(3);
            boolean isIdle = kind == BenchmarkKind.PINGPONG && world.rank() == 2;
            if (!isIdle) {
              Buffer received = kind == BenchmarkKind.BROADCAST ? buffers.get(0) : buffers.get(1);
              assertThat(bytes(received)).containsOnly(0x3e);
              benchmark.run(1);
              assertThat(bytes(received)).containsOnly(0x3f);
            } else {
              benchmark.run(1);
            }
          }
        });
  }

  /** Rank 1 waits for its message, and rank 2 gets none. */
  @Test
  void only_rank_0_notes_the_round_trips_of_a_ping_pong() {
    AtomicLong noted = new AtomicLong();
    Starling.local(
        RANKS,
        world -> {
          Measurement measured =
              new Measurer(world, writing(new ArrayList<>()))
                  .measure(BenchmarkKind.PINGPONG, world, BYTES);
          if (world.rank() == 0) {
            noted.set(measured.latencies().orElseThrow().nanoseconds().getTotalCount());
          }
        });
    assertThat(noted).hasValue(ITERATIONS);
  }

  private static Settings writing(List<Buffer> buffers) {
    Allocator noting =
        (Communicator world, Arena arena, BasicDatatype type, long bytes) -> {
          Buffer buffer = MessageMemoryKind.NATIVE.allocate(world, arena, type, bytes);
          buffers.add(buffer);
          return buffer;
        };
    return new Settings(
        BasicDatatype.FLOAT32,
        ReductionOperator.SUM,
        noting,
        true,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        OptionalLong.of(ITERATIONS),
        Computing.ALL,
        Optional.empty());
  }

  private static byte[] bytes(Buffer buffer) {
    return MemoryBuffer.of(buffer).memory().segment().toArray(ValueLayout.JAVA_BYTE);
  }

  @Test
  void writing_is_not_timed() {
    long writing = TimeUnit.MILLISECONDS.toNanos(20);
    Histogram times = Latencies.histogram();
    Starling.local(
        1,
        world -> {
          long total =
              new Benchmarks.CollectiveLoop(
                      world, () -> LockSupport.parkNanos(writing), () -> {}, 1, times)
                  .applyAsLong(10);
          assertThat(total).isLessThan(writing);
        });
    assertThat(times.getTotalCount()).isEqualTo(10);
  }
}
