package io.starling.bench.study;

import io.starling.bench.machine.SimulatedMachine;

/**
 * One thing to find out: how long a collective takes on average in a loop, as the Intel MPI
 * benchmark measures it.
 *
 * @param start when the loop begins, in picoseconds: where in a period of the noise
 */
record Trial(
    SimulatedMachine machine,
    int ranks,
    Collective collective,
    String specification,
    long bytes,
    Disturbance disturbance,
    long seed,
    long start,
    int iterations) {

  String describe() {
    return "%s of %d ranks on %s, %s, noise %.0f %%"
        .formatted(collective.label(), ranks, machine.name(), specification, disturbance.percent());
  }
}
