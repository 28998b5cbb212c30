package io.starling.topology.locality.probe;

import java.util.List;
import java.util.function.IntConsumer;

/** Measures all pairs of hosts, in the rounds of a tournament, one direction after the other. */
public final class FullProbe {

  private FullProbe() {}

  /**
   * Measures.
   *
   * @param done takes the number of pairs measured so far
   * @throws InterruptedException if the thread is interrupted
   */
  public static ProbedMatrix run(int hosts, PairMeter meter, IntConsumer done)
      throws InterruptedException {
    ProbedMatrix matrix = new ProbedMatrix(hosts);
    for (int round = 0; round < PairRounds.count(hosts); round++) {
      measure(PairRounds.pairs(round, hosts), meter, matrix);
      done.accept(matrix.measured());
    }
    return matrix;
  }

  /** Measures both directions of some pairs. */
  static void measure(List<Pair> pairs, PairMeter meter, ProbedMatrix matrix)
      throws InterruptedException {
    List<Pair> back = pairs.stream().map(Pair::reversed).toList();
    for (List<Pair> direction : List.of(pairs, back)) {
      List<PairSample> samples = direction.isEmpty() ? List.of() : meter.measure(direction);
      for (int i = 0; i < direction.size(); i++) {
        matrix.add(direction.get(i), samples.get(i));
      }
    }
  }
}
