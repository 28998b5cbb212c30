package io.starling.collectives;

import io.starling.runtime.bootstrap.Bootstrap;
import io.starling.runtime.bootstrap.RankEnvironment;
import io.starling.runtime.bootstrap.Rendezvous;
import io.starling.runtime.bootstrap.StaticRendezvous;
import io.starling.runtime.bootstrap.StaticSettings;
import io.starling.runtime.bootstrap.StoreClient;
import io.starling.runtime.bootstrap.pmi.PmiRendezvous;
import io.starling.runtime.bootstrap.pmix.PmixRendezvous;
import io.starling.runtime.error.StarlingException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out who has started this process, and joins the job by the way that this one offers.
 *
 * <pre>
 *   STARLING_STORE, no STARLING_JOB_FILE   nobody: the store is in rank 0
 *   STARLING_RANK                          starling run: its store
 *   PMIX_NAMESPACE and PMIX_RANK           srun --mpi=pmix, Open MPI's mpirun, PRRTE: PMIx
 *   PMI_FD                                 srun --mpi=pmi2, MPICH's and Intel's mpirun: PMI
 *   none of them, but traces of one        refused: n processes would each be a world of its own
 *   nothing                                alone
 * </pre>
 */
final class Bootstraps {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Bootstraps() {}

  /**
   * Joins the job that this process belongs to.
   *
   * @return empty where it was started alone
   * @throws StarlingException if the job cannot be joined, or its launcher offers no way to
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
        "srun, but not told of the other tasks; write srun --mpi=pmix or srun --mpi=pmi2 (srun"
            + " --mpi=list shows which there are)");
    refuse(
        environment,
        "OMPI_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_SIZE",
        "Open MPI's mpirun, but without PMIx; Open MPI 4 and later have it");
    refuse(
        environment,
        PmiRendezvous.RANK,
        PmiRendezvous.SIZE,
        "a launcher that says PMI_RANK but no PMI_FD; use one with PMIx, or starling run");
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
