package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.runtime.transport.simulated.DeviceUse;
import java.util.Optional;

/**
 * One thing to find out: how long a collective takes on average in a loop, as the Intel MPI
 * benchmark measures it.
 *
 * @param device how the GPUs are used in whose memory messages are; empty for the host's memory
 * @param start when the loop begins, in picoseconds: where in a period of the noise
 */
record SimulatedTrial(
    SimulatedCluster machine,
    int ranks,
    StudyCollective collective,
    String specification,
    long bytes,
    Optional<DeviceUse> device,
    Disturbance disturbance,
    long seed,
    long start,
    int iterations) {

  /** With messages in the host's memory. */
  SimulatedTrial(
      SimulatedCluster machine,
      int ranks,
      StudyCollective collective,
      String specification,
      long bytes,
      Disturbance disturbance,
      long seed,
      long start,
      int iterations) {
    this(
        machine,
        ranks,
        collective,
        specification,
        bytes,
        Optional.empty(),
        disturbance,
        seed,
        start,
        iterations);
  }

  String describe() {
    return "%s of %d ranks on %s, %s, noise %.0f %%"
        .formatted(collective.label(), ranks, machine.name(), specification, disturbance.percent());
  }
}
