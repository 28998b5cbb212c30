package io.starling.launcher.process;

import io.starling.topology.machine.CpuSet;
import java.util.Map;
import java.util.Optional;

/**
 * How one rank is started.
 *
 * @param rank its number in the job
 * @param variables its environment's, over those of all ranks
 * @param binding the PUs that it stays on, if it is bound
 */
public record RankStart(int rank, Map<String, String> variables, Optional<CpuSet> binding) {

  /** Copies the variables. */
  public RankStart {
    variables = Map.copyOf(variables);
  }
}
