package io.starling.launcher.placing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.HostList;
import io.starling.launcher.hosts.HostSlots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HostsChoiceTest {

  private static final String HERE = "node1";

  @TempDir private Path folder;

  private Map<String, String> allocation;

  @BeforeEach
  void offerSrun() throws IOException {
    Files.createFile(
        folder.resolve("srun"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    allocation =
        Map.of(
            "PATH", "/nowhere:" + folder,
            "SLURM_JOB_ID", "7",
            "SLURM_JOB_NODELIST", "node[1-3]",
            "SLURM_TASKS_PER_NODE", "2(x3)");
  }

  private static HostsChoice choose(
      LauncherKind kind, String hosts, Map<String, String> environment) {
    List<HostSlots> named = hosts.isEmpty() ? List.of() : HostList.parse(hosts);
    HostRequest any = HostRequest.HERE;
    HostRequest request = new HostRequest(kind, named, false, "", any.access(), any.startTimeout());
    return HostsChoice.of(request, environment, HERE::equals);
  }

  @Test
  void without_a_word_ranks_start_here() {
    HostsChoice choice = choose(LauncherKind.AUTO, "", Map.of());
    assertThat(choice.kind()).isEqualTo(LauncherKind.LOCAL);
    assertThat(choice.hosts()).isEmpty();
    assertThat(choose(LauncherKind.AUTO, "node1:4", Map.of()).kind()).isEqualTo(LauncherKind.LOCAL);
  }

  @Test
  void other_hosts_are_reached_by_ssh() {
    assertThat(choose(LauncherKind.AUTO, "node1:4,node9:2", Map.of()).kind())
        .isEqualTo(LauncherKind.SSH);
    assertThat(choose(LauncherKind.AUTO, "node9", allocation).kind()).isEqualTo(LauncherKind.SSH);
  }

  @Test
  void an_allocation_is_used_whole_or_in_part() {
    HostsChoice whole = choose(LauncherKind.AUTO, "", allocation);
    assertThat(whole.kind()).isEqualTo(LauncherKind.SLURM);
    assertThat(whole.hosts()).containsExactlyElementsOf(HostList.parse("node[1-3]:2"));
    HostsChoice part = choose(LauncherKind.AUTO, "node2:1,node3:1", allocation);
    assertThat(part.kind()).isEqualTo(LauncherKind.SLURM);
    assertThat(part.hosts()).hasSize(2);
    assertThat(choose(LauncherKind.SSH, "", allocation).hosts()).hasSize(3);
  }

  @Test
  void an_allocation_of_this_host_only_needs_no_srun() {
    Map<String, String> alone = new HashMap<>(allocation);
    alone.put("SLURM_JOB_NODELIST", "node1");
    alone.put("SLURM_TASKS_PER_NODE", "2");
    HostsChoice choice = choose(LauncherKind.AUTO, "", alone);
    assertThat(choice.kind()).isEqualTo(LauncherKind.LOCAL);
    assertThat(choice.hosts()).containsExactly(HostSlots.of("node1", 2));
  }

  @Test
  void what_can_not_be_had_is_refused() {
    assertThatThrownBy(() -> choose(LauncherKind.LOCAL, "node9", Map.of()))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("starts ranks on this host only, not on node9");
    assertThatThrownBy(() -> choose(LauncherKind.SSH, "", Map.of()))
        .hasMessageContaining("--host or --hostfile");
    assertThatThrownBy(() -> choose(LauncherKind.SLURM, "", Map.of()))
        .hasMessageContaining("needs an allocation of Slurm");
    assertThatThrownBy(() -> choose(LauncherKind.SLURM, "node9", allocation))
        .hasMessageContaining("node9 is not in this allocation");
  }
}
