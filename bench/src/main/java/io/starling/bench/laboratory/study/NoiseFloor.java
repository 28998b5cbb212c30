package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.study.LoopTrial.Outcome;
import io.starling.bench.laboratory.study.Looping.Barrier;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.util.Arrays;

/**
 * The least time of a loop of collectives under the noise of a trial, whatever runs them, if ranks
 * may be a given number of collectives apart. It follows the noise of each rank, burst by burst.
 *
 * <p>What it assumes is less than any runtime needs, so that no runtime is faster:
 *
 * <ul>
 *   <li>A rank needs its processor only to enter a collective and to leave it. All else, copies and
 *       folds among it, goes on while the rank is away: adapters or other ranks do it.
 *   <li>A broadcast's data leaves once the root has entered, and then takes as long as a collective
 *       without noise takes. A reduce ends when the last rank has entered, and not sooner after the
 *       one before it than without noise; the root may be late, and is given all at once.
 *   <li>The root of a broadcast, and who is not the root of a reduce, leave at once: the runtime
 *       keeps the data. It can keep that of {@code apart} collectives: one begins only after all
 *       ranks have left that of so many before.
 * </ul>
 *
 * <pre>
 *   apart = 2    root    | 1 | 2 |    3 |      4 |      rank 5 is away; the root
 *                rank 5  | 1    ~~~~~~|1|2|  3 |        waits before its third
 * </pre>
 *
 * With ranks one apart, noise of timers in phase costs the longest burst of all ranks in each
 * period, less what the network does meanwhile. Where memory has no bound the floor is almost zero.
 * A barrier keeps all in step.
 */
final class NoiseFloor {

  private final LoopTrial trial;
  private final int apart;
  private final Noise noise;
  private final long each;
  private final long[] entered;
  private final long[] ready;
  private final long[] over;
  private final LoopTimes times;

  /** When the last collective had all its data. */
  private long flow;

  private NoiseFloor(LoopTrial trial, double quiet, int apart) {
    this.trial = trial;
    this.apart = apart;
    noise = trial.disturbance().noise(trial.seed());
    each = VirtualTime.ofSeconds(quiet);
    entered = new long[trial.ranks()];
    ready = new long[trial.ranks()];
    over = new long[apart];
    times = new LoopTimes(trial.looping(), trial.ranks());
  }

  /**
   * The least that a loop takes.
   *
   * @param quiet the seconds of a collective without noise
   * @param apart how many collectives ranks may be apart, at least 1
   */
  static Outcome of(LoopTrial trial, double quiet, int apart) {
    NoiseFloor floor = new NoiseFloor(trial, quiet, apart);
    floor.loop();
    return new Outcome(floor.times.collectives(), floor.times.each() / VirtualTime.PER_SECOND);
  }

  /**
   * The same for ranks that work all the time and need no others: each loses its own bursts.
   *
   * @param quiet the seconds of a collective without noise
   * @param collectives how many there are
   */
  static Outcome alone(LoopTrial trial, double quiet, int collectives) {
    Noise noise = trial.disturbance().noise(trial.seed());
    long start = trial.length().start();
    long work = VirtualTime.ofSeconds(quiet * collectives);
    double sum = 0;
    long last = 0;
    for (int rank = 0; rank < trial.ranks(); rank++) {
      long end = noise.finish(rank, noise.finish(rank, start, 0), work);
      sum += (double) (end - start);
      last = Math.max(last, end - start);
    }
    boolean isMean = trial.looping().timing() == Looping.Timing.MEAN;
    double spent = isMean ? sum / trial.ranks() : (double) last;
    return new Outcome(collectives, spent / collectives / VirtualTime.PER_SECOND);
  }

  private void loop() {
    long start = trial.length().start();
    Arrays.setAll(ready, rank -> available(rank, start));
    Arrays.fill(over, start);
    flow = start;
    Barrier barrier = trial.looping().barrier();
    for (int collective = 0; earliest() < trial.length().end(); collective++) {
      System.arraycopy(ready, 0, entered, 0, ready.length);
      switch (trial.collective()) {
        case BROADCAST -> broadcast(collective);
        case REDUCE -> reduce(collective);
      }
      if (barrier == Barrier.INSIDE) {
        meet();
      }
      for (int rank = 0; rank < ready.length; rank++) {
        times.add(collective, entered[rank], ready[rank]);
      }
      if (barrier == Barrier.OUTSIDE) {
        meet();
      }
    }
  }

  private void broadcast(int collective) {
    int root = trial.looping().root(collective, ready.length);
    long sent = available(root, Math.max(entered[root], over[collective % apart]));
    flow = Math.max(flow, sent) + each;
    Arrays.setAll(
        ready, rank -> rank == root ? sent : available(rank, Math.max(entered[rank], flow)));
    over[collective % apart] = latest();
  }

  private void reduce(int collective) {
    int root = trial.looping().root(collective, ready.length);
    long free = over[collective % apart];
    Arrays.setAll(ready, rank -> rank == root ? 0 : available(rank, Math.max(entered[rank], free)));
    flow = Math.max(flow + each, latest());
    ready[root] = available(root, Math.max(entered[root], flow));
    over[collective % apart] = ready[root];
  }

  /** All ranks enter a barrier before one leaves it. */
  private void meet() {
    long met = latest();
    Arrays.setAll(ready, rank -> available(rank, met));
  }

  private long latest() {
    return Arrays.stream(ready).max().orElseThrow();
  }

  private long earliest() {
    return Arrays.stream(ready).min().orElseThrow();
  }

  private long available(int rank, long time) {
    return noise.finish(rank, time, 0);
  }
}
