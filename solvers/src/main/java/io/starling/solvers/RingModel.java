package io.starling.solvers;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CircuitConstraint;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.LinearArgument;
import com.google.ortools.sat.LinearExpr;

/** A ring as a travelling salesman's round trip: a hop from one host to another is there or not. */
final class RingModel implements OrderModel {

  private final CpModel model = new CpModel();
  private final int size;
  private final BoolVar[] hops;

  /**
   * A model.
   *
   * @param known a ring, which the answer is not dearer than
   */
  RingModel(WholeCosts costs, double bytes, int... known) {
    size = costs.size();
    hops = new BoolVar[size * size];
    CircuitConstraint circuit = model.addCircuit();
    LinearArgument[] terms = new LinearArgument[size * (size - 1)];
    long[] times = new long[terms.length];
    int next = 0;
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        if (from != to) {
          BoolVar hop = model.newBoolVar("");
          circuit.addArc(from, to, hop);
          hops[from * size + to] = hop;
          terms[next] = hop;
          times[next++] = costs.of(from, to, bytes);
        }
      }
    }
    boolean[] isKnown = new boolean[size * size];
    for (int rank = 0; rank < size; rank++) {
      isKnown[known[rank] * size + known[(rank + 1) % size]] = true;
    }
    for (int hop = 0; hop < hops.length; hop++) {
      if (hops[hop] != null) {
        model.addHint(hops[hop], isKnown[hop] ? 1 : 0);
      }
    }
    model.minimize(LinearExpr.weightedSum(terms, times));
  }

  @Override
  public CpModel model() {
    return model;
  }

  @Override
  public int[] order(CpSolver solved) {
    int[] order = new int[size];
    for (int rank = 1; rank < size; rank++) {
      int from = order[rank - 1];
      int to = 0;
      while (to == from || !solved.booleanValue(hops[from * size + to])) {
        to++;
      }
      order[rank] = to;
    }
    return order;
  }
}
