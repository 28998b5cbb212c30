package io.starling.bench.laboratory.noise;

import io.starling.bench.compare.Contender;
import io.starling.bench.laboratory.Estimate;
import io.starling.runtime.transport.noise.StolenTime;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * The figures of a subject.
 *
 * @param library which
 * @param algorithm as the user calls it
 * @param cells for each percentage, ascending
 */
record Line(Contender library, String algorithm, List<Cell> cells) {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double HUNDRED = 100;

  /**
   * One percentage, round by round.
   *
   * @param percent what was asked for
   * @param microseconds the time of an iteration
   * @param injected the percentage that was really taken, on average over the ranks; NaN if it was
   *     not measured
   */
  record Cell(double percent, double[] microseconds, double[] injected) {

    Estimate time() {
      return Estimate.of(microseconds);
    }

    Estimate share() {
      return Estimate.of(injected);
    }

    /** By how many microseconds it takes longer than the other in the same round. */
    Estimate extra(Cell quiet) {
      return over(quiet, (time, reference) -> time - reference);
    }

    /** By how many percent it takes longer than the other in the same round. */
    Estimate slowdown(Cell quiet) {
      return over(quiet, (time, reference) -> HUNDRED * (time / reference - 1));
    }

    private Estimate over(Cell quiet, DoubleBinaryOperator compare) {
      double[] samples = new double[microseconds.length];
      Arrays.setAll(
          samples, round -> compare.applyAsDouble(microseconds[round], quiet.microseconds[round]));
      return Estimate.of(samples);
    }
  }

  static Line of(Subject subject, NoiseWork work, Subject.Outcome outcome) {
    int percents = work.percents().size();
    List<Cell> cells =
        work.percents().stream()
            .map(percent -> new Cell(percent, new double[work.rounds()], new double[work.rounds()]))
            .toList();
    double counted = (work.turn().toNanos() - work.skip().toNanos()) / NANOS_PER_MICRO;
    for (int i = 0; i < outcome.turns().size(); i++) {
      Subject.Turn turn = outcome.turns().get(i);
      Cell cell = cells.get(Math.floorMod(turn.number(), percents));
      cell.microseconds()[i / percents] = counted / turn.iterations();
      cell.injected()[i / percents] = injected(turn.number(), work, outcome.stolen());
    }
    return new Line(subject.contender(), subject.algorithm(), cells);
  }

  private static double injected(long turn, NoiseWork work, List<StolenTime> stolen) {
    double nanoseconds =
        stolen.stream().mapToLong(rank -> rank.in(turn)).average().orElse(Double.NaN);
    return HUNDRED * nanoseconds / work.turn().toNanos();
  }
}
