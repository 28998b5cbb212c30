package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How much is simulated.
 *
 * @param machines where; the paper's if the user does not say
 * @param quick fewer ranks, sizes and runs
 * @param seeds how many runs with noise
 * @param firstSeed the seed of the first of them
 * @param chosenSegment the segment size, as an algorithm's parameter, if the user says one
 * @param traces the folder for traces, if they are wanted
 * @param noise what the experiment on noise measures
 * @param scaling what the experiment on scaling measures
 */
record Scope(
    List<SimulatedCluster> machines,
    boolean quick,
    int seeds,
    long firstSeed,
    Optional<String> chosenSegment,
    Optional<Path> traces,
    NoiseSettings noise,
    ScalingChoices.Settings scaling) {

  /** The paper's message. */
  static final long BYTES = 4 << 20;

  /** How long segments are if the user does not say. */
  static final String SEGMENT = "128K";

  /** How long segments are. */
  String segment() {
    return chosenSegment.orElse(SEGMENT);
  }

  /** How long segments are of messages on GPUs, where each costs more. */
  String gpuSegment() {
    return chosenSegment.orElse("512K");
  }

  /** As many ranks as the paper had on a machine: 32 nodes; 2 where it is to be quick. */
  int ranks(SimulatedCluster machine) {
    return Math.min(machine.slots(), (quick ? 2 : 32) * machine.ranksPerNode());
  }

  /**
   * The machines of these names, or in these files.
   *
   * @throws IllegalArgumentException if one is wrong, or can't be told from another, or too small
   */
  static List<SimulatedCluster> machines(List<String> names) {
    List<SimulatedCluster> machines = names.stream().map(SimulatedCluster::named).toList();
    Set<String> known = new HashSet<>();
    for (SimulatedCluster machine : machines) {
      if (!known.add(machine.name())) {
        throw new IllegalArgumentException(
            "--machine: two machines have the name '%s'".formatted(machine.name()));
      }
      if (machine.slots() < 2) {
        throw new IllegalArgumentException(
            "--machine: %s must hold at least 2 ranks, not 1".formatted(machine.name()));
      }
    }
    return machines;
  }
}
