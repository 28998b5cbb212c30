package io.starling.solvers;

import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;

/** The cost of orders as CP-SAT sees it; it minimises whole units. */
interface OrderModel {

  CpModel model();

  /** The order that was found, the host of each rank. */
  int[] order(CpSolver solved);
}
