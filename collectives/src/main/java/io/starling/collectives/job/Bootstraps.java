package io.starling.collectives.job;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.Bootstrap;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.api.Rendezvous;
import io.starling.runtime.bootstrap.api.StaticSettings;
import io.starling.runtime.bootstrap.client.StaticRendezvous;
import io.starling.runtime.bootstrap.client.StoreClient;
import io.starling.runtime.bootstrap.pmi.PmiRendezvous;
import io.starling.runtime.bootstrap.pmix.PmixRendezvous;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Detects the launcher of this process, and joins the job by the means of that launcher.
 *
 * <pre>
 *   STARLING_STORE, no STARLING_JOB_FILE   no launcher: the store is in rank 0
 *   STARLING_RANK                          starling run: its store
 *   PMIX_NAMESPACE and PMIX_RANK           srun --mpi=pmix, Open MPI's mpirun, PRRTE: PMIx
 *   PMI_FD                                 srun --mpi=pmi2, MPICH's and Intel's mpirun: PMI
 *   none of them, but traces of one        refused: each process would be a separate world
 *   nothing                                one rank alone
 * </pre>
 */
final class Bootstraps {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Bootstraps() {}

  /**
   * Joins the job of this process.
   *
   * @return the bootstrap; empty if this process was started alone
   * @throws StarlingException if the job can't be joined, or its launcher does not support it
   */
  static Optional<Bootstrap> find(Map<String, String> environment) {
    if (StaticSettings.areIn(environment)) {
      StaticSettings settings = StaticSettings.from(environment);
      return Optional.of(
          ForeignBootstrap.join(StaticRendezvous.join(settings, PATIENCE), PATIENCE));
    }
    if (environment.containsKey(RankEnvironment.RANK)) {
      return RankEnvironment.from(environment).map(StoreClient::connect);
    }
    return rendezvous(environment).map(others -> ForeignBootstrap.join(others, PATIENCE));
  }

  private static Optional<Rendezvous> rendezvous(Map<String, String> environment) {
    if (environment.containsKey(PmixRendezvous.NAMESPACE)
        && environment.containsKey(PmixRendezvous.RANK)) {
      return Optional.of(new PmixRendezvous());
    }
    if (environment.containsKey(PmiRendezvous.DESCRIPTOR)) {
      return Optional.of(new PmiRendezvous(environment));
    }
    refuseLostRanks(environment);
    return Optional.empty();
  }

  private static void refuseLostRanks(Map<String, String> environment) {
    refuse(
        environment,
        "SLURM_STEP_ID",
        "SLURM_STEP_NUM_TASKS",
        "srun, but without access to the other tasks; use srun --mpi=pmix or srun --mpi=pmi2 (srun"
            + " --mpi=list shows which are available)");
    refuse(
        environment,
        "OMPI_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_SIZE",
        "Open MPI's mpirun, but without PMIx; use Open MPI 4 or later");
    refuse(
        environment,
        PmiRendezvous.RANK,
        PmiRendezvous.SIZE,
        "a launcher that sets PMI_RANK but not PMI_FD; use one with PMIx, or starling run");
  }

  private static void refuse(
      Map<String, String> environment, String mark, String size, String description) {
    String tasks = environment.getOrDefault(size, "1");
    if (environment.containsKey(mark) && !tasks.equals("1")) {
      throw new StarlingException(
          "this process is one of %s that were started by %s".formatted(tasks, description));
    }
  }
}
