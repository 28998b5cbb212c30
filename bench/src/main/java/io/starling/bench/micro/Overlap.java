package io.starling.bench.micro;

import io.starling.bench.report.Statistics;
import io.starling.collectives.Communicator;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.Request;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How much a rank can compute while a broadcast travels, as {@code osu_ibcast} has it: the rank
 * computes for as long as a broadcast takes, once alone and once between the start and the end of
 * one.
 *
 * <pre>
 * communication  |=====|            alone: start, await
 * computation    |#####|            alone
 * both           |-#####--|         start, compute, await
 *
 * overlap = 1 - (both - computation) / communication, at least 0
 * </pre>
 */
final class Overlap {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double SHORTEST_COMPUTATION = 50e3;
  private static final long CALIBRATION = 1_000_000;
  private static final int WARM_UP = 20;

  private final Communicator world;
  private final Collector collector;
  private final Buffer data;

  /** Sums of what ranks computed; kept so that no compiler drops the computation. */
  private double computed;

  Overlap(Communicator world, Buffer data) {
    this.world = world;
    this.collector = new Collector(world);
    this.data = data;
  }

  /**
   * Measures at all ranks.
   *
   * @param communication the times of a broadcast that is awaited at once, as rank 0 knows them
   * @return at rank 0 times in microseconds and shares in percent
   */
  Map<String, Double> measure(Statistics communication, long iterations) {
    long steps = steps(communication.average() * NANOS_PER_MICRO);
    run(steps, Math.min(iterations, WARM_UP));
    double[] own = run(steps, iterations);
    double computation = average(own[0]);
    double slowed = average(own[1]);
    double all = average(own[2]);
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("compute_us", computation);
    figures.put("compute_during_us", slowed);
    figures.put("both_us", all);
    figures.put("overlap_percent", overlap(communication.average(), computation, all));
    figures.put("compute_left_percent", computation / all * 100);
    figures.put("compute_slowdown", slowed / computation);
    return figures;
  }

  /** OSU's formula, in percent. */
  static double overlap(double communication, double computation, double both) {
    return Math.clamp((1 - (both - computation) / communication) * 100, 0.0, 100.0);
  }

  private double average(double own) {
    return collector.collect(own, world.size()).average();
  }

  /** How many steps take as long as the communication; rank 0 decides for all. */
  private long steps(double nanos) {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < WARM_UP; i++) {
      best = Math.min(best, (double) compute(CALIBRATION));
    }
    double wanted = Math.max(nanos, SHORTEST_COMPUTATION);
    long[] steps = {(long) Math.ceil(wanted / best * CALIBRATION)};
    world.broadcast(Buffer.of(steps), 0);
    return steps[0];
  }

  /**
   * The means in microseconds of the computation alone, of the one beside a broadcast and of both
   * together; taken in turn, so that a busy machine disturbs all alike.
   */
  private double[] run(long steps, long iterations) {
    long alone = 0;
    long beside = 0;
    long both = 0;
    for (long i = 0; i < iterations; i++) {
      world.barrier();
      alone += compute(steps);
      world.barrier();
      long start = System.nanoTime();
      Request request = world.iBroadcast(data, 0);
      beside += compute(steps);
      request.await();
      both += System.nanoTime() - start;
    }
    double scale = 1 / (NANOS_PER_MICRO * iterations);
    return new double[] {alone * scale, beside * scale, both * scale};
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
