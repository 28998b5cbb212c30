package io.starling.topology.locality;

import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * One simulated annealing: from a random order, changes that make it dearer are accepted less and
 * less often. The changes are swaps of two ranks and, where they are fast, reversals of a run and
 * moves of a short run to another place (three reversals).
 */
final class Annealing {

  private static final int SAMPLES = 200;
  private static final int MOST_CHANGES_PER_RANK = 400;
  private static final int MOST_SLOW_CHANGES_PER_RANK = 100;
  private static final int CHANGES_PER_PAIR = 8;
  private static final int TEMPERATURES = 120;
  private static final int CHANGES_AT_ONCE = 64;
  private static final double WARM = 3e-3;
  private static final double COLDEST = 1e-4;
  private static final int LONGEST_MOVED = 3;
  private static final int LONGEST_WAY = 50;

  private final Evaluation evaluation;
  private final SplittableRandom random;
  private final int size;
  private final boolean reversesFast;
  private final double warmth;
  private double best;
  private int[] bestOrder;

  /** From an order that the seed draws, or the pattern's own for that seed. */
  Annealing(CommunicationPattern pattern, LinkCosts links, long seed) {
    random = new SplittableRandom(seed);
    size = links.size();
    int[] start = pattern.startingOrder(links, seed);
    warmth = start.length == 0 ? 1 : WARM;
    evaluation = pattern.evaluate(links, start.length == 0 ? shuffled() : start);
    reversesFast = evaluation.reversesFast();
    best = evaluation.cost();
    bestOrder = evaluation.order();
  }

  private int[] shuffled() {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }

  /** Anneals until it is cold, or until it shall stop. */
  void run(BooleanSupplier stop) {
    double temperature = warmth * typicalChange();
    double cooling = Math.pow(COLDEST / warmth, 1.0 / TEMPERATURES);
    int most = reversesFast ? MOST_CHANGES_PER_RANK : MOST_SLOW_CHANGES_PER_RANK;
    long changes = (long) size * Math.min(most, CHANGES_PER_PAIR * size);
    for (int i = 0; i < TEMPERATURES && !stop.getAsBoolean(); i++) {
      for (long change = 0; change < changes; change++) {
        change(temperature);
        if (change % CHANGES_AT_ONCE == 0 && stop.getAsBoolean()) {
          break;
        }
      }
      temperature *= cooling;
      keepBest();
    }
    descend(stop);
  }

  private void keepBest() {
    if (evaluation.cost() < best) {
      best = evaluation.cost();
      bestOrder = evaluation.order();
    }
  }

  /** Makes each swap that lowers the cost itself, until none does: the energy is only near it. */
  private void descend(BooleanSupplier stop) {
    boolean improved = true;
    while (improved) {
      improved = false;
      for (int one = 0; one < size && !stop.getAsBoolean(); one++) {
        for (int other = 0; other < one; other++) {
          double before = evaluation.cost();
          evaluation.swap(one, other);
          if (evaluation.cost() < before * (1 - 1e-12)) {
            improved = true;
          } else {
            evaluation.swap(one, other);
          }
        }
      }
    }
    keepBest();
  }

  int[] bestOrder() {
    return bestOrder.clone();
  }

  /** The mean size of changes: a temperature at which most are accepted. */
  private double typicalChange() {
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double after = evaluation.energyOfSwap(random.nextInt(size), random.nextInt(size));
      sum += Math.abs(after - evaluation.energy());
    }
    return Math.max(sum / SAMPLES, Double.MIN_NORMAL);
  }

  private void change(double temperature) {
    int kind = reversesFast ? random.nextInt(4) : 0;
    int from = random.nextInt(size);
    if (kind == 0) {
      int to = random.nextInt(size);
      if (isAccepted(evaluation.energyOfSwap(from, to), temperature)) {
        evaluation.swap(from, to);
      }
    } else if (kind < 3) {
      int to = Math.min(size - 1, from + 1 + random.nextInt(size - 1));
      if (isAccepted(evaluation.energyOfReversal(from, to), temperature)) {
        evaluation.reverse(from, to);
      }
    } else {
      move(from, temperature);
    }
  }

  /** Moves a run of up to three ranks forward: the reversal of both parts, then of the whole. */
  private void move(int from, double temperature) {
    int last = from + random.nextInt(LONGEST_MOVED);
    int to = last + 1 + random.nextInt(LONGEST_WAY);
    if (to >= size) {
      return;
    }
    double before = evaluation.energy();
    evaluation.reverse(from, last);
    evaluation.reverse(last + 1, to);
    double energy = evaluation.energyOfReversal(from, to);
    if (isAccepted(energy - before, 0, temperature)) {
      evaluation.reverse(from, to);
    } else {
      evaluation.reverse(last + 1, to);
      evaluation.reverse(from, last);
    }
  }

  private boolean isAccepted(double energy, double temperature) {
    return isAccepted(energy, evaluation.energy(), temperature);
  }

  private boolean isAccepted(double energy, double before, double temperature) {
    double more = energy - before;
    return more <= 0 || random.nextDouble() < Math.exp(-more / temperature);
  }
}
