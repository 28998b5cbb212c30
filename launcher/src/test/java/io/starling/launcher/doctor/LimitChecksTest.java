package io.starling.launcher.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.doctor.Finding.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LimitChecksTest {

  private static final String LIMITS =
      """
      Limit                     Soft Limit           Hard Limit           Units
      Max processes             96365                96365                processes
      Max address space         unlimited            unlimited            bytes
      Max locked memory         %s              unlimited            bytes
      Max open files            %s                 20000                files
      """;

  @TempDir private Path root;

  @BeforeEach
  void a_machine_without_trouble() throws IOException {
    write("proc/self/limits", LIMITS.formatted("8388608", "20000"));
    write("proc/self/status", "Name:\tjava\nCapEff:\t0000000000000000\n");
    Files.createDirectories(root.resolve("dev/shm"));
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private Finding finding(String check) {
    return new LimitChecks(root)
        .run().stream().filter(it -> it.check().equals(check)).findFirst().orElseThrow();
  }

  @Test
  void where_nothing_is_wrong_nothing_is_to_be_done() {
    assertThat(new LimitChecks(root).run())
        .allSatisfy(
            it -> {
              assertThat(it.level()).as(it.text()).isEqualTo(Level.OK);
              assertThat(it.remedy()).isEmpty();
            });
  }

  @ParameterizedTest
  @CsvSource({"unlimited, OK", "1024, OK", "1023, WARN", "256, WARN", "255, FAIL"})
  void too_few_open_files_are_told_with_a_remedy(String limit, Level level) throws IOException {
    write("proc/self/limits", LIMITS.formatted("unlimited", limit));
    assertThat(finding("open files").level()).isEqualTo(level);
    assertThat(finding("open files").remedy().contains("ulimit -n")).isEqualTo(level != Level.OK);
  }

  @Test
  void locked_memory_matters_where_adapters_want_it() throws IOException {
    Files.createDirectories(root.resolve("sys/class/infiniband/mlx5_0"));
    assertThat(finding("locked memory").level()).isEqualTo(Level.WARN);
    assertThat(finding("locked memory").text()).startsWith("8 MiB");
    write("proc/self/limits", LIMITS.formatted("unlimited", "20000"));
    assertThat(finding("locked memory").level()).isEqualTo(Level.OK);
  }

  @ParameterizedTest
  @CsvSource({
    "Max processes, 96365, 40, processes, WARN",
    "Max address space, unlimited, 10240000000, address space, FAIL"
  })
  void a_limit_that_ranks_will_meet_is_told(
      String name, String enough, String low, String check, Level level) throws IOException {
    String limits = LIMITS.formatted("unlimited", "20000");
    String pattern = "(?m)^%s( +)%s ".formatted(name, enough);
    write("proc/self/limits", limits.replaceAll(pattern, name + "$1" + low + " "));
    assertThat(finding(check).level()).isEqualTo(level);
    assertThat(finding(check).remedy()).contains("ulimit -");
  }

  @Test
  void without_shared_memory_the_host_fails() throws IOException {
    Files.delete(root.resolve("dev/shm"));
    assertThat(finding("/dev/shm").level()).isEqualTo(Level.FAIL);
  }

  @ParameterizedTest
  @CsvSource({"67108864, OK", "67108863, WARN", "0, WARN"})
  void little_shared_memory_is_told(long free, Level level) {
    assertThat(LimitChecks.sharedMemory(free).level()).isEqualTo(level);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0000000000000000, OK",
    "1, 0000000000000000, WARN",
    "1, 000001ffffffffff, OK",
    "2, 0000000000080000, OK",
    "3, 000001ffffffffff, WARN"
  })
  void who_may_not_read_other_ranks_is_told(int scope, String capabilities, Level level)
      throws IOException {
    write("proc/sys/kernel/yama/ptrace_scope", scope + "\n");
    write("proc/self/status", "CapEff:\t" + capabilities + "\n");
    assertThat(finding("ptrace scope").level()).isEqualTo(level);
  }

  @Test
  void what_cannot_be_read_is_unknown_and_no_failure() throws IOException {
    write("proc/self/limits", "nothing that is known\n");
    write("proc/sys/kernel/yama/ptrace_scope", "many\n");
    assertThat(finding("open files").level()).isEqualTo(Level.WARN);
    assertThat(finding("ptrace scope").level()).isEqualTo(Level.WARN);
  }
}
