package io.starling.bench.micro;

import io.starling.bench.report.Latencies;
import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.FoldWarmup;
import java.io.Serializable;
import java.lang.foreign.Arena;
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
      case PINGPONG ->
          pingPong(PingPong.ofBuffers(world, messages(1), messages(1), Latencies.histogram()));
      case ARRAY_PINGPONG -> pingPong(PingPong.ofArrays(world, Sample.of(bytes).values()));
      case OBJECT_PINGPONG -> pingPong(PingPong.ofObjects(world, Sample.of(bytes)));
      case BROADCAST -> moving(1, 0, (data, _) -> world.broadcast(data, ROOT));
      case REDUCE -> folding(1, 1, (from, to) -> world.reduce(from, to, settings.operator(), ROOT));
      case ALLREDUCE -> folding(1, 1, (from, to) -> world.allreduce(from, to, settings.operator()));
      case ALLGATHER -> moving(1, world.size(), world::allgather);
      case ALLTOALL -> moving(world.size(), world.size(), world::alltoall);
      case GATHER -> moving(1, world.size(), (from, to) -> world.gather(from, to, ROOT));
      case SCATTER -> moving(world.size(), 1, (from, to) -> world.scatter(from, to, ROOT));
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

  private static Benchmark pingPong(PingPong loop) {
    return new Benchmark(2, loop, loop.times(), () -> loop.applyAsLong(1));
  }

  /** A collective that moves bytes. */
  private Benchmark moving(int data, int result, BiConsumer<Buffer, Buffer> collective) {
    return loop(messages(data), messages(result), collective);
  }

  /** A collective that folds elements. */
  private Benchmark folding(int data, int result, BiConsumer<Buffer, Buffer> collective) {
    FoldWarmup.warm(settings.operator(), settings.type());
    return loop(elements(data), elements(result), collective);
  }

  private Benchmark loop(Buffer data, Buffer result, BiConsumer<Buffer, Buffer> collective) {
    Runnable call = () -> collective.accept(data, result);
    CollectiveLoop loop = new CollectiveLoop(world, call, Latencies.histogram());
    return new Benchmark(world.size(), loop, loop.times(), call);
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
   */
  record CollectiveLoop(Communicator world, Runnable collective, Histogram times)
      implements LongUnaryOperator {

    @Override
    public long applyAsLong(long iterations) {
      long total = 0;
      for (long i = 0; i < iterations; i++) {
        world.barrier();
        long start = System.nanoTime();
        collective.run();
        long elapsed = System.nanoTime() - start;
        total += elapsed;
        times.recordValue(elapsed);
      }
      return total;
    }
  }
}
