package io.starling.bench.foreign;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranks that Open MPI's mpirun has started, with PMIx, and those of MPICH's, with PMI. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MpirunTest {

  private static List<String> openMpi(int ranks) {
    ForeignJob.require("mpirun.openmpi");
    return List.of(
        "mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-n", Integer.toString(ranks));
  }

  private static List<String> mpich(int ranks) {
    ForeignJob.require("mpiexec.hydra");
    return List.of("mpiexec.hydra", "-n", Integer.toString(ranks));
  }

  @Test
  void ranks_of_open_mpi_find_each_other() throws Exception {
    ForeignJob.run(openMpi(4), Map.of()).showsRanks(4);
  }

  @Test
  void ranks_of_mpich_find_each_other() throws Exception {
    ForeignJob.run(mpich(4), Map.of()).showsRanks(4);
  }

  @Test
  void a_rank_that_throws_ends_the_job_of_open_mpi() throws Exception {
    ForeignJob.run(openMpi(3), Map.of(), "fail").showsADeliberateFailure();
  }

  @Test
  @Tag("slow")
  void a_rank_that_throws_ends_the_job_of_mpich() throws Exception {
    ForeignJob.run(mpich(3), Map.of(), "fail").showsADeliberateFailure();
  }

  @Test
  @Tag("slow")
  void every_algorithm_gives_the_result_under_open_mpi() throws Exception {
    ForeignJob.execute(
            openMpi(4), "io.starling.collectives.communicator.ContractProgram", "contract")
        .showsTheContract(4);
  }

  @Test
  @Tag("slow")
  void every_algorithm_gives_the_result_over_ucx_under_open_mpi() throws Exception {
    List<String> program =
        ForeignJob.java("io.starling.collectives.communicator.ContractProgram", "contract");
    ForeignJob.run(openMpi(2), Map.of("STARLING_TRANSPORT", "ucx"), program).showsTheContract(2);
  }

  @Test
  @Tag("slow")
  void a_rank_that_fails_amid_collectives_ends_the_job() throws Exception {
    ForeignJob.execute(openMpi(3), "io.starling.collectives.communicator.ContractProgram", "fail")
        .showsADeliberateFailure();
  }
}
