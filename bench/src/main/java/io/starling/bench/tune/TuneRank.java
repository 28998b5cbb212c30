package io.starling.bench.tune;

import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.report.Labels;
import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.memory.ByteSize;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What each rank of {@code starling tune} runs. The arguments: until when, in milliseconds since
 * 1970, then collectives and sizes, both with commas between, then where messages lie. Rank 0
 * writes lines for {@link TuneCommand}.
 */
public final class TuneRank {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long WARM_UP_NANOS = 300_000_000;
  private static final int WARM_UP_PART = 20;

  private record Point(String collective, long bytes) {}

  private final Communicator world;
  private final MessageMemoryKind memory;
  private final long deadline;

  private TuneRank(Communicator world, MessageMemoryKind memory, long endMillis) {
    this.world = world;
    this.memory = memory;
    long left = Math.max(0, endMillis - System.currentTimeMillis());
    deadline = System.nanoTime() + left * NANOS_PER_MILLI;
  }

  /** Measures until the time is over. */
  public static void main(String[] arguments) {
    List<String> collectives = List.of(arguments[1].split(","));
    List<Long> sizes = Stream.of(arguments[2].split(",")).map(Long::parseLong).toList();
    MessageMemoryKind memory = Labels.find(MessageMemoryKind.class, arguments[3]);
    try (Communicator world = Starling.world()) {
      new TuneRank(world, memory, Long.parseLong(arguments[0])).run(collectives, sizes);
    }
  }

  private void run(List<String> collectives, List<Long> sizes) {
    Set<Point> points = new LinkedHashSet<>();
    for (String collective : collectives) {
      for (long size : Operations.hasSizes(collective) ? sizes : List.of(0L)) {
        points.add(new Point(collective, wholeBytes(collective, size)));
      }
    }
    long warmUp = Math.min(WARM_UP_NANOS, (deadline - System.nanoTime()) / WARM_UP_PART);
    String before = "";
    int left = points.size();
    for (Point point : points) {
      if (world.rank() == 0) {
        tell(point, points.size() - left, points.size());
      }
      long share = (deadline - System.nanoTime()) / left--;
      boolean isFirst = !point.collective.equals(before);
      measure(point, Math.max(0, share), isFirst ? warmUp : 0);
      before = point.collective;
    }
  }

  private long wholeBytes(String collective, long size) {
    return Operations.hasSizes(collective) ? Operations.wholeBytes(size, world.size()) : 0;
  }

  private static void tell(Point point, int done, int all) {
    String size = point.bytes == 0 ? "" : " of " + ByteSize.format(point.bytes);
    System.out.printf("progress\t%d\t%d\t%s%s%n", done, all, point.collective, size);
  }

  private void measure(Point point, long nanos, long warmUpNanos) {
    List<String> specifications = new ArrayList<>();
    List<Communicator> views = new ArrayList<>();
    collect(point, specifications, views);
    try (Arena arena = Arena.ofShared()) {
      var operation = Operations.create(point.collective, world, memory, arena, point.bytes);
      Stage stage = new Stage(world, views, operation);
      if (world.rank() == 0) {
        lead(point, stage, specifications, nanos, warmUpNanos);
      } else {
        stage.follow();
      }
    }
  }

  /** The shipped choice first; all ranks list the same. */
  private void collect(Point point, List<String> specifications, List<Communicator> views) {
    Set<String> seen = new LinkedHashSet<>();
    specifications.add(world.algorithmFor(point.collective, point.bytes));
    views.add(world);
    seen.add(specifications.getFirst());
    for (String candidate : Candidates.of(point.collective, point.bytes, world.size())) {
      Communicator view = world.withAlgorithm(point.collective + "=" + candidate);
      if (seen.add(view.algorithmFor(point.collective, point.bytes))) {
        specifications.add(candidate);
        views.add(view);
      }
    }
  }

  private void lead(
      Point point, Stage stage, List<String> specifications, long nanos, long warmUpNanos) {
    List<CandidateTrial> trials = new ArrayList<>();
    for (String specification : specifications) {
      trials.add(new CandidateTrial(trials.size(), specification));
    }
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < Math.min(warmUpNanos, nanos / 2)) {
      stage.time(0, 1);
    }
    Search search = new Search(stage::time, System::nanoTime);
    CandidateTrial winner = search.run(trials, nanos - (System.nanoTime() - begin));
    stage.end();
    CandidateTrial shipped = trials.getFirst();
    if (shipped.count() >= Search.LEAST_SAMPLES) {
      Result result =
          new Result(
              point.collective,
              world.size(),
              point.bytes,
              shipped.specification(),
              shipped.median(),
              winner.specification(),
              winner.median());
      System.out.println(result.toLine());
    }
  }

  /**
   * Where candidates are timed by all ranks. Rank 0 says which one is next and how often; the
   * others follow until it says that it is over, so no clock but its own counts.
   */
  private static final class Stage {

    private static final long OVER = -1;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Communicator world;
    private final List<Communicator> candidates;
    private final Consumer<Communicator> operation;
    private final long[] command = new long[2];

    /** Candidates are views of the world. */
    Stage(Communicator world, List<Communicator> candidates, Consumer<Communicator> operation) {
      this.world = world;
      this.candidates = candidates;
      this.operation = operation;
    }

    /** What rank 0 calls: the mean microseconds of one call, on average over the ranks. */
    double time(int candidate, long iterations) {
      send(candidate, iterations);
      return run(candidate, iterations);
    }

    /** Rank 0 lets the others go. */
    void end() {
      send(OVER, 0);
    }

    /** What the other ranks call; returns when it is over. */
    void follow() {
      world.broadcast(Buffer.of(command), 0);
      while (command[0] != OVER) {
        run((int) command[0], command[1]);
        world.broadcast(Buffer.of(command), 0);
      }
    }

    private void send(long candidate, long iterations) {
      command[0] = candidate;
      command[1] = iterations;
      world.broadcast(Buffer.of(command), 0);
    }

    private double run(int candidate, long iterations) {
      Communicator chosen = candidates.get(candidate);
      long nanos = 0;
      for (long i = 0; i < iterations; i++) {
        world.barrier();
        long start = System.nanoTime();
        operation.accept(chosen);
        nanos += System.nanoTime() - start;
      }
      double[] mean = {nanos / NANOS_PER_MICRO / iterations};
      double[] sum = new double[1];
      world.reduce(Buffer.of(mean), Buffer.of(sum), ReductionOperator.SUM, 0);
      return sum[0] / world.size();
    }
  }
}
