package io.starling.bench.micro;

import io.starling.bench.report.Latencies;
import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.reduction.FoldWarmup;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;

/** What each kind calls: the one place, besides {@link BenchmarkKind}, that knows them all. */
record Benchmarks(Communicator world, Settings settings, Arena arena, long bytes) {

  private static final int ROOT = 0;

  /**
   * The benchmark of a kind. A new collective is one line here, with the sizes of its data and its
   * result in messages of {@link #bytes}:
   *
   * <pre>{@code
   * case ALLTOALL -> moving(ranks, ranks, world::alltoall);
   * }</pre>
   */
  Benchmark of(BenchmarkKind kind) {
    return switch (kind) {
      case PINGPONG -> pingPong(messages(1), messages(1));
      case ARRAY_PINGPONG -> pingPong(PingPong.ofArrays(world, Sample.of(bytes).values()));
      case OBJECT_PINGPONG -> pingPong(PingPong.ofObjects(world, Sample.of(bytes)));
      case BROADCAST -> fromRoot(1, 0, (data, _) -> world.broadcast(data, ROOT));
      case REDUCE -> folding(1, 1, (from, to) -> world.reduce(from, to, settings.operator(), ROOT));
      case ALLREDUCE -> folding(1, 1, (from, to) -> world.allreduce(from, to, settings.operator()));
      case ALLGATHER -> moving(1, world.size(), world::allgather);
      case ALLTOALL -> moving(world.size(), world.size(), world::alltoall);
      case GATHER -> moving(1, world.size(), (from, to) -> world.gather(from, to, ROOT));
      case SCATTER -> fromRoot(world.size(), 1, (from, to) -> world.scatter(from, to, ROOT));
      case REDUCE_SCATTER_BLOCK ->
          folding(
              world.size(),
              1,
              (from, to) -> world.reduceScatterBlock(from, to, settings.operator()));
      case SCAN -> folding(1, 1, (from, to) -> world.scan(from, to, settings.operator()));
      case EXCLUSIVE_SCAN ->
          folding(1, 1, (from, to) -> world.exclusiveScan(from, to, settings.operator()));
      case BARRIER -> moving(0, 0, (_, _) -> world.barrier());
      case PUT -> oneSided((window, data) -> window.put(data, 1, 0), false);
      case GET -> oneSided((window, into) -> window.get(into, 1, 0), false);
      case PASSIVE_PUT -> oneSided((window, data) -> window.put(data, 1, 0), true);
      case FETCH_AND_ADD -> {
        Buffer one = settings.memory().allocate(world, arena, BasicDatatype.INT64, Long.BYTES);
        Buffer before = settings.memory().allocate(world, arena, BasicDatatype.INT64, Long.BYTES);
        yield oneSided(
            (window, _) -> window.fetchAndOperate(one, before, 1, 0, ReductionOperator.SUM), false);
      }
      case OVERLAP -> moving(1, 0, (data, _) -> world.iBroadcast(data, ROOT).await());
    };
  }

  /** A small record with an array, as programs exchange them. */
  private record Sample(int step, double time, double[] values) implements Serializable {

    static Sample of(long bytes) {
      double[] values = new double[Math.toIntExact(bytes / Double.BYTES)];
      Arrays.setAll(values, i -> i);
      return new Sample(1, 0.5, values);
    }
  }

  /** Accesses of rank 0 to a window of rank 1, which allocates it, as OSU's benchmarks do. */
  private Benchmark oneSided(BiConsumer<Window, Buffer> access, boolean computes) {
    Buffer data = messages(1);
    Window window = world.allocateWindow(OneSided.room(bytes), 1);
    OneSided loop =
        new OneSided(
            world, window, () -> access.accept(window, data), computes, Latencies.histogram());
    return new Benchmark(1, loop, loop.times(), () -> loop.applyAsLong(1), window::close);
  }

  /** A rank that writes its message has a barrier before each round trip, and rank 0 times it. */
  private Benchmark pingPong(Buffer outgoing, Buffer incoming) {
    PingPong loop = PingPong.ofBuffers(world, outgoing, incoming, Latencies.histogram());
    return settings.writes()
        ? loop(1, new Writing(outgoing), loop::once, CollectiveLoop.HALF)
        : pingPong(loop);
  }

  private static Benchmark pingPong(PingPong loop) {
    return new Benchmark(2, loop, loop.times(), () -> loop.applyAsLong(1));
  }

  /** A collective that moves bytes. */
  private Benchmark moving(int data, int result, BiConsumer<Buffer, Buffer> collective) {
    return loop(messages(data), messages(result), true, collective);
  }

  /** A collective that moves bytes which only the root sends. */
  private Benchmark fromRoot(int data, int result, BiConsumer<Buffer, Buffer> collective) {
    return loop(messages(data), messages(result), world.rank() == ROOT, collective);
  }

  /** A collective that folds elements. */
  private Benchmark folding(int data, int result, BiConsumer<Buffer, Buffer> collective) {
    FoldWarmup.warm(settings.operator(), settings.type());
    return loop(elements(data), elements(result), true, collective);
  }

  private Benchmark loop(
      Buffer data, Buffer result, boolean isSender, BiConsumer<Buffer, Buffer> collective) {
    Runnable write = isSender && settings.writes() ? new Writing(data) : () -> {};
    return loop(world.size(), write, () -> collective.accept(data, result), 1);
  }

  private Benchmark loop(int timedRanks, Runnable write, Runnable call, int parts) {
    CollectiveLoop loop = new CollectiveLoop(world, write, call, parts, Latencies.histogram());
    return new Benchmark(timedRanks, loop, loop.times(), call);
  }

  Buffer messages(int count) {
    return settings.memory().allocate(world, arena, BasicDatatype.INT8, count * bytes);
  }

  private Buffer elements(int count) {
    return settings.memory().allocate(world, arena, settings.type(), count * bytes);
  }

  /**
   * Any collective, with a barrier before each so that the ranks enter it together. As in OSU's
   * benchmarks each time has one reading of the clock in it; it is noted before the next barrier.
   *
   * @param write runs before the barrier
   * @param parts of how many parts one counts: {@link #HALF} of a round trip
   */
  record CollectiveLoop(
      Communicator world, Runnable write, Runnable collective, int parts, Histogram times)
      implements LongUnaryOperator {

    static final int HALF = 2;

    @Override
    public long applyAsLong(long iterations) {
      long total = 0;
      for (long i = 0; i < iterations; i++) {
        write.run();
        world.barrier();
        long start = System.nanoTime();
        collective.run();
        long elapsed = (System.nanoTime() - start) / parts;
        total += elapsed;
        times.recordValue(elapsed);
      }
      return total;
    }
  }

  /** Writes the bytes of a message, others each time. */
  private static final class Writing implements Runnable {

    private static final byte[] VALUES = {0x3e, 0x3f};

    private final MemorySegment bytes;
    private int runs;

    Writing(Buffer message) {
      bytes = MemoryBuffer.of(message).memory().segment();
    }

    @Override
    public void run() {
      bytes.fill(VALUES[runs++ & 1]);
    }
  }
}
