package io.starling.bench.micro;

import io.starling.bench.report.Latencies;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * How much ranks can compute while a broadcast travels: the same computation runs once alone and
 * once between the start and the end of a broadcast.
 *
 * <pre>
 * communication  |=====|            alone: start, await
 * computation    |#####|            alone
 * both           |-#####--|         start, compute, await
 *
 * availability = computation / both
 * overlap      = 1 - (both - computation) / communication, at least 0
 * </pre>
 *
 * <p>Availability is COMB's (Lawry, Wilson, Maccabe, Brightwell 2002), overlap is {@code
 * osu_ibcast}'s, whose computation is as long as the broadcast.
 */
final class Overlap {

  private static final int ROOT = 0;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double SHORTEST_COMPUTATION = 50e3;
  private static final long CALIBRATION = 1_000_000;
  private static final int WARM_UP = 20;

  private static final long SHORTEST_USE = 500_000_000;

  /** About how long a sleep takes at least. */
  private static final long SHORTEST_SLEEP = 100_000;

  private final Communicator world;
  private final Settings settings;
  private final Buffer data;
  private final boolean computes;

  /** Sums of what ranks computed; kept so that no compiler drops the computation. */
  private double computed;

  Overlap(Communicator world, Settings settings, Buffer data) {
    this.world = world;
    this.settings = settings;
    this.data = data;
    computes = settings.computing().includes(world.rank(), ROOT);
  }

  /**
   * Measures at all ranks.
   *
   * @param communication the microseconds of a broadcast that is awaited at once, as rank 0 knows
   *     them
   * @return at rank 0 times in microseconds and shares in percent, averages over those who compute
   *     of their medians
   */
  Map<String, Object> measure(double communication) {
    double nanos = communication * NANOS_PER_MICRO;
    double wanted = settings.computation().map(length -> (double) length.toNanos()).orElse(nanos);
    long iterations = Math.min(settings.iterations(2 * wanted + nanos), Iterations.MAXIMUM);
    long[] plan = {calibrate(wanted), iterations, (long) nanos};
    world.broadcast(Buffer.of(plan), ROOT);
    int count = (int) plan[1];
    run(plan[0], Math.min(count, WARM_UP));
    double[] own = run(plan[0], count);
    double computation = average(own[0]);
    double slowed = average(own[1]);
    double both = average(own[2]);
    double used = average(used(plan[2], Math.max(count, iterationsOfUse(plan[2]))));
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("computing", settings.computing().label());
    figures.put("computations", (long) count);
    figures.put("compute_us", computation);
    figures.put("compute_during_us", slowed);
    figures.put("both_us", both);
    figures.put("availability_percent", availability(computation, both));
    figures.put("overlap_percent", overlap(communication, computation, both));
    figures.put("compute_slowdown", slowed / computation);
    figures.put("core_percent", used);
    return figures;
  }

  /** The part of the time that is left to the computation, in percent. */
  static double availability(double computation, double both) {
    return computation / both * 100;
  }

  /** OSU's formula, in percent. */
  static double overlap(double communication, double computation, double both) {
    return Math.clamp((1 - (both - computation) / communication) * 100, 0.0, 100.0);
  }

  private double average(double own) {
    return average(settings.computing(), new Collector(world).figures(own, world.size()));
  }

  /** Over those who compute, of the figures of all ranks. */
  static double average(Computing computing, double... figures) {
    double sum = 0;
    int count = 0;
    for (int rank = 0; rank < figures.length; rank++) {
      if (computing.includes(rank, ROOT)) {
        sum += figures[rank];
        count++;
      }
    }
    return sum / count;
  }

  /** How many steps take so long on this machine. */
  private long calibrate(double nanos) {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < WARM_UP; i++) {
      best = Math.min(best, (double) compute(CALIBRATION));
    }
    return steps(nanos, best / CALIBRATION);
  }

  /** How many steps take so long, but at least 50 us, if one takes {@code nanosOfOne}. */
  static long steps(double nanos, double nanosOfOne) {
    return (long) Math.ceil(Math.max(nanos, SHORTEST_COMPUTATION) / nanosOfOne);
  }

  /**
   * The medians in microseconds of the computation alone, of the one beside a broadcast and of both
   * together; taken in turn, so that a busy machine disturbs all alike. A mean would tell more of
   * what else takes the core away than of a broadcast that is much shorter than the computation.
   */
  private double[] run(long steps, int iterations) {
    Histogram alone = Latencies.histogram();
    Histogram beside = Latencies.histogram();
    Histogram both = Latencies.histogram();
    long ownSteps = computes ? steps : 0;
    for (int i = 0; i < iterations; i++) {
      world.barrier();
      alone.recordValue(compute(ownSteps));
      world.barrier();
      long start = System.nanoTime();
      Request request = world.iBroadcast(data, ROOT);
      beside.recordValue(compute(ownSteps));
      request.await();
      both.recordValue(System.nanoTime() - start);
    }
    return new double[] {median(alone), median(beside), median(both)};
  }

  /**
   * What this process used of a core, in percent, while broadcasts travelled and the program slept
   * as long as one takes; then it waits. Unlike availability this counts threads on other cores,
   * too.
   */
  private double used(long nanos, int iterations) {
    world.barrier();
    long start = System.nanoTime();
    Duration before = processorTime();
    for (int i = 0; i < iterations; i++) {
      Request request = world.iBroadcast(data, ROOT);
      long end = System.nanoTime() + nanos;
      for (long left = nanos; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      request.await();
    }
    long used = processorTime().minus(before).toNanos();
    return (double) used / (System.nanoTime() - start) * 100;
  }

  /** So many that the steps in which the system counts hardly matter. */
  private static int iterationsOfUse(long nanos) {
    return (int) (SHORTEST_USE / (nanos + SHORTEST_SLEEP));
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static double median(Histogram nanos) {
    return Latencies.microseconds(nanos, 50);
  }

  /** Steps that depend on one another and touch no memory; returns the nanoseconds they took. */
  private long compute(long steps) {
    long start = System.nanoTime();
    double value = computed;
    for (long i = 0; i < steps; i++) {
      value = value * 0.999 + 1;
    }
    computed = value;
    return System.nanoTime() - start;
  }
}
