package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.FailurePolicy;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages by real processes on the stand-in for the driver, with a UCX that was built with CUDA.
 * Device addresses fault when the processor touches them, so UCX has been told what they are.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("slow")
final class GpuUcxOverProcessesTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(110);
  private static final String LIBRARIES = "LD_LIBRARY_PATH";
  private static final Path UCX = Path.of("../gpu/target/ucx-with-cuda").toAbsolutePath();
  private static final int BYTES = 3_000_001;

  /** Nothing between the ranks but TCP; UCX copies to and from its own memory of the host. */
  private static final Map<String, String> OVER_TCP = Map.of("UCX_TLS", "tcp,self,cuda_copy");

  /** Copies by Starling fail; UCX calls another function. */
  private static final Map<String, String> NO_COPIES_OF_OURS =
      Map.of("STANDIN_FAIL", "cuMemcpyHtoDAsync:1:1,cuMemcpyDtoHAsync:1:1");

  @TempDir private Path folder;

  private record Outcome(int status, String output, String errors, List<String> report) {}

  @BeforeAll
  static void the_stand_in_and_ucx_are_here() {
    GpuStandin.assume();
    boolean isBuilt = Files.exists(UCX.resolve("libucp.so.0"));
    if (!isBuilt) {
      System.out.println(
          "Tests of UCX with CUDA are skipped: gpu/src/test/native/build-ucx"
              + " gpu/target/ucx-with-cuda builds it");
    }
    Assumptions.assumeTrue(isBuilt);
  }

  @SafeVarargs
  private Outcome run(String what, int number, Map<String, String>... variables)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(what, Integer.toString(number)));
    if (what.equals("message")) {
      arguments.add(Integer.toString(BYTES));
    }
    return run(
        LaunchedProgram.ofClass(GpuContractProgram.class, arguments),
        FailurePolicy.ABORT,
        variables);
  }

  @SafeVarargs
  private Outcome run(
      LaunchedProgram program, FailurePolicy policy, Map<String, String>... variables)
      throws IOException, InterruptedException {
    Map<String, String> environment = new TreeMap<>(GpuStandin.environment(folder));
    environment.merge(
        LIBRARIES, UCX.toString(), (others, own) -> own + File.pathSeparator + others);
    var job =
        JobSpecification.builder(2, program)
            .environment(environment)
            .environment("STARLING_TRANSPORT", "ucx")
            .failures(policy)
            .archiveClasses(false)
            .timeout(TIMEOUT);
    for (Map<String, String> more : variables) {
      job.environment(more);
    }
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job.build(), output, errors).run();
    try (Stream<String> lines = Files.lines(folder.resolve("report"))) {
      return new Outcome(
          status,
          output.toString(StandardCharsets.UTF_8),
          errors.toString(StandardCharsets.UTF_8),
          lines.toList());
    }
  }

  @SafeVarargs
  private List<String> copiesOfOneMessage(Map<String, String>... variables) throws Exception {
    Outcome outcome = run("message", 1, variables);
    assertThat(outcome.status).as(outcome.errors).isZero();
    return outcome.report.stream()
        .filter(line -> line.startsWith("copied") && !line.startsWith("copied 0 "))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "STARLING_PROGRESS=thread",
        "UCX_TLS=tcp,self,cuda_copy",
        "STANDIN_DELAY_US=300 UCX_TLS=tcp,self,cuda_copy STARLING_PROGRESS=thread",
        "UCX_RNDV_THRESH=inf STARLING_UCX_SETUP=foreign",
        "STARLING_GPU_UCX=off"
      })
  void messages_come_as_they_were_sent_and_end_as_they_should(String settings) throws Exception {
    Map<String, String> variables = new TreeMap<>();
    for (String setting : settings.split(" ")) {
      String[] parts = setting.split("=");
      variables.put(parts[0], parts[1]);
    }
    Outcome outcome = run("messages", 1, variables);
    assertThat(outcome.status).as(outcome.errors).isZero();
    assertThat(outcome.errors + outcome.output).doesNotContain("ERROR", "WARN");
  }

  /** UCX leaves some of its own behind: mapped memory, and a stream where it has made one copy. */
  @Test
  void nothing_of_ours_is_left() throws Exception {
    Outcome outcome = run("messages", 2);
    assertThat(outcome.status).as(outcome.errors).isZero();
    assertThat(outcome.report)
        .filteredOn(line -> line.startsWith("leaked"))
        .allMatch(line -> line.matches("leaked (\\d+ bytes of opened memory|a stream) of .*"));
  }

  @Test
  void between_processes_of_one_host_no_byte_crosses_to_the_host() throws Exception {
    assertThat(copiesOfOneMessage()).containsExactly("copied " + BYTES + " bytes within devices");
  }

  @Test
  void over_a_network_the_copies_are_those_of_ucx() throws Exception {
    assertThat(copiesOfOneMessage(OVER_TCP, NO_COPIES_OF_OURS))
        .containsExactlyInAnyOrder(
            "copied " + BYTES + " bytes from device to host",
            "copied " + BYTES + " bytes from host to device");
    assertThat(
            run("message", 1, OVER_TCP, NO_COPIES_OF_OURS, Map.of("STARLING_GPU_UCX", "off"))
                .status)
        .isNotZero();
  }

  @Test
  void without_what_copies_ucx_is_not_asked() throws Exception {
    assertThat(run("message", 1, NO_COPIES_OF_OURS, Map.of("UCX_TLS", "tcp,self")).errors)
        .contains("cuMemcpyDtoHAsync");
  }

  @Test
  void collectives_keep_to_the_way_through_the_host() throws Exception {
    Outcome outcome = run("contract", 3);
    assertThat(outcome.status).as(outcome.errors).isZero();
  }

  @Test
  void what_ucx_refuses_fails_the_send_and_says_what_helps() throws Exception {
    Outcome outcome = run("message", 1, Map.of("STANDIN_FAIL", "cuMemcpyDtoDAsync:1:1"));
    assertThat(outcome.status).isNotZero();
    assertThat(outcome.errors)
        .contains("send of " + BYTES + " bytes to rank 1", "STARLING_GPU_UCX=off");
  }

  @Test
  void a_device_that_fails_at_a_copy_of_ucx_ends_the_wait() throws Exception {
    Map<String, String> failure =
        Map.of("STANDIN_FAIL", "copy:1:719", "STANDIN_DELAY_US", "100000");
    Outcome outcome = run("message", 1, failure);
    assertThat(outcome.status).isNotZero();
    assertThat(outcome.errors)
        .contains("failed while messages from or to its memory were open: CUDA_ERROR_LAUNCH_FAILED")
        .doesNotContain("can't be closed");
  }

  @ParameterizedTest
  @CsvSource({"send, all", "receive, all", "send, 'tcp,self,cuda_copy'"})
  void memory_is_given_back_although_a_peer_has_died(String what, String transports)
      throws Exception {
    List<String> arguments = List.of(what, Integer.toString(BYTES));
    FailurePolicy policy = new FailurePolicy(true, Duration.ofSeconds(20));
    Outcome outcome =
        run(
            LaunchedProgram.ofClass(GpuLossProgram.class, arguments),
            policy,
            Map.of("UCX_TLS", transports));
    assertThat(outcome.output)
        .as(outcome.errors)
        .contains("rank 0 goes on without [1]", "rank 0 has given back all");
  }
}
