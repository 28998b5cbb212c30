package io.starling.collectives.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What a process makes of its environment; the ways that lead to a job are tried by real jobs. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BootstrapsTest {

  @Test
  void a_process_that_nobody_has_numbered_is_alone() {
    assertThat(Bootstraps.find(Map.of("PATH", "/bin", "SLURM_JOB_ID", "7"))).isEmpty();
  }

  @Test
  void the_script_of_a_batch_job_is_alone_although_the_job_has_many_tasks() {
    assertThat(Bootstraps.find(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "8"))).isEmpty();
  }

  @Test
  void the_only_task_of_a_step_is_alone() {
    assertThat(Bootstraps.find(Map.of("SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "1")))
        .isEmpty();
  }

  @Test
  void tasks_that_cannot_find_each_other_are_told_how_to_start() {
    refuses(Map.of("SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "8"), "srun --mpi=pmix");
    refuses(Map.of("OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "8"), "PMIx");
    refuses(Map.of("PMI_RANK", "1", "PMI_SIZE", "8"), "PMI_FD");
  }

  private static void refuses(Map<String, String> environment, String remedy) {
    assertThatThrownBy(() -> Bootstraps.find(environment))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("one of 8")
        .hasMessageContaining(remedy);
  }

  @Test
  void a_store_without_a_secret_is_refused() {
    assertThatThrownBy(
            () ->
                Bootstraps.find(
                    Map.of(
                        "STARLING_STORE", "host:7077", "STARLING_SIZE", "2", "STARLING_RANK", "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("STARLING_SECRET_FILE");
  }

  @Test
  void a_descriptor_that_is_no_number_is_named() {
    assertThatThrownBy(
            () -> Bootstraps.find(Map.of("PMI_FD", "x", "PMI_RANK", "0", "PMI_SIZE", "2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PMI_FD");
  }
}
