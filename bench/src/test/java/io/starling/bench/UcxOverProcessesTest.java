package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a rank over UCX shows to others, and what it leaves behind. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UcxOverProcessesTest {

  @TempDir private Path temporary;

  /** What the ranks of a job have printed, one of which ends as if it was killed. */
  private String run(Map<String, String> environment) throws InterruptedException {
    LaunchedProgram program = LaunchedProgram.ofClass(UcxTraces.class, List.of());
    var job =
        JobSpecification.builder(2, program)
            .timeout(Duration.ofSeconds(100))
            .archiveClasses(false)
            .jvmArguments(List.of("-Djava.io.tmpdir=" + temporary))
            .environment("STARLING_TRANSPORT", "ucx")
            .environment(environment)
            .build();
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job, output, errors).run();
    assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isEqualTo(7);
    return output.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jucx", "foreign"})
  void ranks_of_one_host_listen_nowhere(String setup) throws InterruptedException {
    assertThat(run(Map.of("STARLING_UCX_SETUP", setup)).lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("listens [], "))
        .allMatch(line -> line.contains("libuct"));
  }

  @ParameterizedTest
  @CsvSource({"jucx, UCX_TLS, 'tcp,self'", "foreign, UCX_NET_DEVICES, lo"})
  void unless_the_user_has_chosen_transports_or_devices(String setup, String name, String value)
      throws InterruptedException {
    assertThat(run(Map.of("STARLING_UCX_SETUP", setup, name, value)).lines())
        .hasSize(2)
        .noneMatch(line -> line.startsWith("listens [], "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jucx", "auto"})
  void a_rank_that_is_killed_leaves_nothing_of_jucx(String setup) throws InterruptedException {
    assertThat(run(Map.of("STARLING_UCX_SETUP", setup))).contains("jucx");
    assertThat(temporary).isEmptyDirectory();
  }
}
