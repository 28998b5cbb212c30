package io.starling.bench.laboratory.calibrate;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Computing;
import io.starling.bench.micro.Measurer;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.micro.PingPong;
import io.starling.bench.micro.Settings;
import io.starling.bench.report.Latencies;
import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldWarmup;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;

/** What both ranks of {@code starling calibrate} run; rank 0 writes a line for each reading. */
public final class CalibrateRank {

  private static final int WARM_UP_FACTOR = 16;
  private static final int TAG = 12;
  private static final int LONGEST_EAGER = 1 << 20;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long LOOK = 3 * NANOS_PER_MILLI;
  private static final int LOOKS = 1000;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Communicator world;
  private final Plan plan;
  private final Clock clock;

  private CalibrateRank(Communicator world, Plan plan) {
    this.world = world;
    this.plan = plan;
    clock = new Clock(world, plan.millis() * NANOS_PER_MILLI);
  }

  /** The arguments are those of {@link Plan#toArguments}. */
  public static void main(String[] arguments) {
    try (Communicator world = Starling.world()) {
      new CalibrateRank(world, Plan.ofArguments(List.of(arguments))).run();
    }
  }

  private void run() {
    try (Arena arena = Arena.ofShared()) {
      warmUp(arena);
      for (int bytes : List.of(Plan.SMALL, Plan.MIDDLING)) {
        var loop = pingPong(bytes(arena, bytes), bytes(arena, bytes));
        tell(Reading.PING_PONG, bytes, bytes, clock.median(loop) / NANOS_PER_MICRO);
      }
      stream(bytes(arena, Plan.SMALL * Plan.SMALL_COUNT), Plan.SMALL);
      tell(Reading.EAGER, 0, 0, (double) longestEager(bytes(arena, LONGEST_EAGER)));
    }
    for (long bytes : plan.sizes()) {
      try (Arena arena = Arena.ofShared()) {
        Buffer message = bytes(arena, bytes);
        for (int segment : plan.segments(bytes)) {
          stream(message, segment);
          fold(arena, bytes, segment);
        }
      }
    }
    collectives(BenchmarkKind.BROADCAST);
    collectives(BenchmarkKind.REDUCE);
  }

  /** A rank that shares its core with the JIT compiler is a thousand times as slow. */
  private void warmUp(Arena arena) {
    int bytes = Plan.MIDDLING;
    Buffer message = bytes(arena, bytes);
    Clock slow = new Clock(world, plan.millis() * WARM_UP_FACTOR * NANOS_PER_MILLI);
    long _ = slow.warmUp(pingPong(message, bytes(arena, bytes)));
    long _ = slow.warmUp(new Stream(world, message, Plan.SMALL));
    FoldWarmup.warm(ReductionOperator.SUM, BasicDatatype.FLOAT32);
  }

  private PingPong pingPong(Buffer outgoing, Buffer incoming) {
    return PingPong.ofBuffers(world, outgoing, incoming, Latencies.histogram());
  }

  private Buffer bytes(Arena arena, long count) {
    return MessageMemoryKind.NATIVE.allocate(world, arena, BasicDatatype.INT8, count);
  }

  private void tell(String what, long bytes, long segment, double value) {
    if (world.rank() == 0) {
      System.out.println(new Reading(what, bytes, segment, value).toLine());
    }
  }

  private void stream(Buffer message, int segment) {
    Stream loop = new Stream(world, message, segment);
    double each = clock.median(loop) / loop.segments() / NANOS_PER_MICRO;
    tell(Reading.STREAM, message.count(), segment, each);
  }

  private void fold(Arena arena, long bytes, int segment) {
    // Rank 1 sends meanwhile in a reduce, and needs no memory but what it sends.
    double turn =
        clock.median(world.rank() == 0 ? new FoldBenchmark(arena, bytes, segment) : _ -> 0);
    tell(Reading.FOLD, bytes, segment, turn * segment / bytes / NANOS_PER_MICRO);
  }

  /** Which sends end although no receive has begun. */
  private long longestEager(Buffer message) {
    Buffer go = Buffer.of(new byte[1]);
    long longest = Plan.SMALL / 2;
    for (int bytes = Plan.SMALL; bytes <= LONGEST_EAGER; bytes *= 2) {
      Buffer part = message.slice(0, bytes);
      world.barrier();
      if (world.rank() == 0) {
        Request send = world.iSend(part, 1, TAG);
        boolean isEager = endsUnreceived(send);
        world.send(go, 1, TAG + 1);
        send.await();
        longest = isEager && longest == bytes / 2 ? bytes : longest;
      } else {
        world.receive(go, 0, TAG + 1);
        world.receive(part, 0, TAG);
      }
    }
    return longest;
  }

  private static boolean endsUnreceived(Request send) {
    long end = System.nanoTime() + LOOK;
    boolean ended = send.test();
    for (int look = 0; !ended && (look < LOOKS || System.nanoTime() < end); look++) {
      ended = send.test();
    }
    return ended;
  }

  private void collectives(BenchmarkKind kind) {
    Measurer measurer = new Measurer(world, settings());
    measurer.warmUp(kind, world, plan.sizes());
    for (long bytes : plan.sizes()) {
      for (int segment : plan.segments(bytes)) {
        Communicator chosen = world.withAlgorithm(Plan.algorithm(kind.collective(), segment));
        double microseconds = measurer.measure(kind, chosen, bytes).microseconds().average();
        tell(kind.collective(), bytes, segment, microseconds);
      }
    }
  }

  private Settings settings() {
    Duration each = Duration.ofMillis(plan.millis());
    return new Settings(
        BasicDatatype.FLOAT32,
        ReductionOperator.SUM,
        MessageMemoryKind.NATIVE,
        false,
        each.multipliedBy(WARM_UP_FACTOR),
        each,
        each,
        OptionalLong.empty(),
        Computing.ALL,
        Optional.empty());
  }

  /** What the root of a reduce does: folds one segment after the other with its own data. */
  private static final class FoldBenchmark implements LongUnaryOperator {

    private static final long PAGE = 4096;

    private final Fold fold = FoldingOperator.of(ReductionOperator.SUM).fold(BasicDatatype.FLOAT32);
    private final MemorySegment come;
    private final MemorySegment own;
    private final MemorySegment result;

    /** The message's length is a multiple of the segment's. */
    FoldBenchmark(Arena arena, long bytes, long segment) {
      come = arena.allocate(segment, PAGE).fill((byte) 0);
      own = arena.allocate(bytes, PAGE).fill((byte) 0);
      result = arena.allocate(bytes, PAGE).fill((byte) 0);
    }

    @Override
    public long applyAsLong(long turns) {
      long segment = come.byteSize();
      long begin = System.nanoTime();
      for (long turn = 0; turn < turns; turn++) {
        for (long at = 0; at < own.byteSize(); at += segment) {
          fold.fold(own, at, come, 0, result, at, segment);
        }
      }
      return System.nanoTime() - begin;
    }
  }

  /**
   * Times a loop that all ranks run alike.
   *
   * @param nanos about how long, besides a warm-up that is as long
   */
  private record Clock(Communicator world, long nanos) {

    private static final int BATCHES = 9;

    /**
     * Nanoseconds of one turn as rank 0 sees it, the median of some batches.
     *
     * @param loop makes so many turns and returns the nanoseconds that they took
     */
    double median(LongUnaryOperator loop) {
      long turns = warmUp(loop);
      double[] each = new double[BATCHES];
      for (int batch = 0; batch < BATCHES; batch++) {
        world.barrier();
        each[batch] = (double) loop.applyAsLong(turns) / turns;
      }
      Arrays.sort(each);
      return each[BATCHES / 2];
    }

    /** Makes turns until time is over and returns how many a batch has; rank 0 decides. */
    long warmUp(LongUnaryOperator loop) {
      long end = System.nanoTime() + nanos;
      long[] turns = {1};
      int[] more = {1};
      while (more[0] == 1) {
        world.barrier();
        long begin = System.nanoTime();
        long _ = loop.applyAsLong(turns[0]);
        long now = System.nanoTime();
        boolean isShort = now - begin < nanos / BATCHES / 2;
        more[0] = isShort || now < end ? 1 : 0;
        turns[0] = isShort ? 2 * turns[0] : turns[0];
        world.broadcast(Buffer.of(turns), 0);
        world.broadcast(Buffer.of(more), 0);
      }
      return turns[0];
    }
  }
}
