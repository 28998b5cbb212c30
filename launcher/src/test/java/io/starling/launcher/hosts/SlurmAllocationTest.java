package io.starling.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class SlurmAllocationTest {

  private static final String NODES = "node[1-2],big";

  @Test
  void outside_an_allocation_there_are_no_hosts() {
    assertThat(SlurmAllocation.of(Map.of("PATH", "/bin"))).isEmpty();
  }

  @Test
  void tasks_are_slots() {
    assertThat(
            SlurmAllocation.of(
                Map.of(
                    "SLURM_JOB_ID", "7",
                    "SLURM_JOB_NODELIST", NODES,
                    "SLURM_TASKS_PER_NODE", "4(x2),1",
                    "SLURM_JOB_CPUS_PER_NODE", "8(x3)")))
        .contains(
            List.of(HostSlots.of("node1", 4), HostSlots.of("node2", 4), HostSlots.of("big", 1)));
  }

  @Test
  void cpus_are_slots_where_no_tasks_were_asked_for() {
    assertThat(
            SlurmAllocation.of(
                    Map.of(
                        "SLURM_JOB_ID", "7",
                        "SLURM_JOB_NODELIST", NODES,
                        "SLURM_JOB_CPUS_PER_NODE", "8(x2),16"))
                .orElseThrow())
        .extracting(host -> host.slots().getAsInt())
        .containsExactly(8, 8, 16);
  }

  @Test
  void variables_that_contradict_each_other_are_refused() {
    for (String counts : new String[] {"4", "4(x3),1", "x", "4(x999999)", "4(x"}) {
      Map<String, String> environment =
          Map.of("SLURM_JOB_ID", "7", "SLURM_JOB_NODELIST", NODES, "SLURM_TASKS_PER_NODE", counts);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SlurmAllocation.of(environment))
          .withMessageContaining("SLURM_TASKS_PER_NODE");
    }
  }
}
