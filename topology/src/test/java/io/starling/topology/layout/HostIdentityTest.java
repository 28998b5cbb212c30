package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HostIdentityTest {

  /** A process that says who its host is. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      System.out.print(HostIdentity.ofThisProcess());
    }
  }

  private static String saidByAChild(String... prefix) throws Exception {
    List<String> command = new ArrayList<>(List.of(prefix));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.add(Child.class.getName());
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).isZero();
    return said;
  }

  @Test
  void it_stays_the_same() {
    assertThat(HostIdentity.ofThisProcess())
        .isEqualTo(HostIdentity.ofThisProcess())
        .doesNotStartWith("unknown");
  }

  @Test
  void processes_of_a_host_have_the_same() throws Exception {
    assertThat(saidByAChild()).isEqualTo(HostIdentity.ofThisProcess());
  }

  @Test
  void a_process_with_shared_memory_of_its_own_is_on_another_host() throws Exception {
    assumeThat(mayUnshare()).as("unshare --ipc is permitted").isTrue();
    String here = HostIdentity.ofThisProcess();
    String there = saidByAChild("unshare", "--ipc");
    assertThat(there).isNotEqualTo(here).doesNotStartWith("unknown");
    assertThat(HostIdentity.onOneMachine(here, there)).isTrue();
  }

  @Test
  void hosts_are_on_one_machine_where_their_kernel_is_the_same() {
    assertThat(HostIdentity.onOneMachine("boot1 ipc:[1]", "boot1 ipc:[1]")).isTrue();
    assertThat(HostIdentity.onOneMachine("boot1 ipc:[1]", "boot1 ipc:[2]")).isTrue();
    assertThat(HostIdentity.onOneMachine("boot1 ipc:[1]", "boot2 ipc:[1]")).isFalse();
    assertThat(HostIdentity.onOneMachine("unknown: 7", "unknown: 7")).isTrue();
    assertThat(HostIdentity.onOneMachine("unknown: 7", "unknown: 8")).isFalse();
  }

  private static boolean mayUnshare() throws InterruptedException {
    try {
      return new ProcessBuilder("unshare", "--ipc", "true").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
