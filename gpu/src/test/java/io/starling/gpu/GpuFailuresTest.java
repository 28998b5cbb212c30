package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong with devices, on a stand-in that fails as it is asked to. */
@OnStandin
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuFailuresTest {

  private static StandinDriver.Outcome run(String scenario, String... environment)
      throws Exception {
    StandinDriver.Child child = StandinDriver.child(GpuProgram.class, "GpuFailures." + scenario);
    for (int index = 0; index < environment.length; index += 2) {
      child.with(environment[index], environment[index + 1]);
    }
    StandinDriver.Outcome outcome = child.run();
    assertThat(outcome.status()).as(outcome.output()).isZero();
    return outcome;
  }

  private static void assertNothingLeaked(StandinDriver.Outcome outcome) {
    assertThat(outcome.report()).noneMatch(line -> line.startsWith("leaked"));
  }

  @ParameterizedTest
  @CsvSource({"46, CUDA_ERROR_DEVICE_UNAVAILABLE", "101, CUDA_ERROR_INVALID_DEVICE"})
  void a_device_that_another_process_has_for_itself_is_refused(String code, String name)
      throws Exception {
    assertThat(run("open", "STANDIN_FAIL", "cuDevicePrimaryCtxRetain:1:" + code).output())
        .contains("refused: GPU 0 (")
        .contains("its compute mode is EXCLUSIVE_PROCESS and another process uses it;")
        .contains("-c DEFAULT")
        .contains(name + " (" + code + ")");
  }

  @Test
  void a_driver_that_is_too_old_is_refused() throws Exception {
    assertThat(run("open", "STANDIN_VERSION", "10020").output())
        .contains("its driver supports CUDA 10.2, but Starling needs 11.0 or later");
  }

  @Test
  void a_driver_without_devices_is_refused() throws Exception {
    assertThat(run("open", "STANDIN_DEVICES", "0").output()).contains("refused: ");
  }

  @Test
  void the_environment_says_which_device() throws Exception {
    String place = run("open", Gpu.VARIABLE, "1").output().strip().replaceAll(".* at ", "");
    assertThat(run("open", Gpu.VARIABLE, place.toUpperCase(Locale.ROOT)).output())
        .contains("opened GPU 1 (")
        .contains(place);
    assertThat(run("open", Gpu.VARIABLE, "7").output())
        .contains("refused: STARLING_GPU is '7', which is not a device;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuStreamCreate:3", "cuCtxSetCurrent:1", "cuCtxSetCurrent:2"})
  void what_fails_half_way_leaves_nothing_behind(String call) throws Exception {
    StandinDriver.Outcome outcome =
        StandinDriver.child(GpuProgram.class, "GpuFailures.open")
            .with("STANDIN_FAIL", call + ":2")
            .run();
    assertThat(outcome.status()).isNotZero();
    assertThat(outcome.output()).contains("GPU 0 (").contains("CUDA_ERROR_OUT_OF_MEMORY (2)");
    assertNothingLeaked(outcome);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuMemcpyHtoDAsync:2", "cuEventRecord:2", "cuEventCreate:2"})
  void a_post_that_fails_fails_alone(String call) throws Exception {
    assertNothingLeaked(run("a_post_that_fails_fails_alone", "STANDIN_FAIL", call + ":1"));
  }

  @Test
  void work_that_fails_takes_all_open_work_with_it() throws Exception {
    StandinDriver.Outcome outcome =
        run(
            "work_that_fails_takes_all_open_work_with_it",
            "STANDIN_FAIL",
            "copy:3:700",
            "STANDIN_DELAY_US",
            "20000");
    assertThat(outcome.output()).doesNotContain("WARNING: GPU");
  }

  @Test
  void a_copy_that_fails_after_its_post_writes_nothing_later() throws Exception {
    assertNothingLeaked(
        run(
            "a_copy_that_fails_after_its_post_writes_nothing_later",
            "STANDIN_FAIL",
            "cuEventRecord:1:1",
            "STANDIN_DELAY_US",
            "100000"));
  }

  @Test
  void nothing_is_closed_while_work_uses_it() throws Exception {
    assertNothingLeaked(run("nothing_is_closed_while_work_uses_it", "STANDIN_DELAY_US", "1500000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuMemcpyHtoDAsync:2:1", "copy:2:700"})
  void all_can_be_closed_after_a_failure(String failure) throws Exception {
    run("all_can_be_closed_after_a_failure", "STANDIN_FAIL", failure, "STANDIN_DELAY_US", "20000");
  }

  @Test
  void copies_use_events_again() throws Exception {
    assertNothingLeaked(run("copies_use_events_again", "STANDIN_FAIL", "cuEventCreate:9:2"));
  }

  @Test
  void functions_that_cannot_be_compiled_are_told() throws Exception {
    assertNothingLeaked(
        run(
            "functions_that_cannot_be_compiled_are_told",
            "STANDIN_FAIL",
            "cuModuleLoadData:1:222"));
  }

  @Test
  void memory_that_is_full_is_told_and_can_be_used_again() throws Exception {
    assertNothingLeaked(
        run("memory_that_is_full_is_told_and_can_be_used_again", "STANDIN_MEMORY", "1048576"));
  }

  @Test
  void memory_that_cannot_be_pinned_is_replaced() throws Exception {
    StandinDriver.Outcome outcome = run("stage", "STANDIN_FAIL", "cuMemHostRegister:1:2");
    assertThat(outcome.output()).doesNotContain("can't be pinned");
    assertNothingLeaked(outcome);
  }

  @Test
  void where_nothing_can_be_pinned_one_warning_says_so() throws Exception {
    StandinDriver.Outcome outcome =
        run(
            "stage",
            "STANDIN_FAIL",
            "cuMemHostRegister:1:2,cuMemHostRegister:2:2,cuMemHostAlloc:1:2,cuMemHostAlloc:2:2");
    assertThat(outcome.output())
        .containsOnlyOnce("bytes of host memory can't be pinned")
        .contains("Raise the limit of locked memory (ulimit -l)");
    assertNothingLeaked(outcome);
  }

  @ParameterizedTest
  @CsvSource({"801, true", "719, false", "226, false", "721, false", "911, false"})
  void where_no_limit_forbids_to_pin_no_limit_is_blamed(String code, boolean warns)
      throws Exception {
    String failures =
        "cuMemHostRegister:1:%1$s,cuMemHostRegister:2:%1$s,cuMemHostAlloc:1:%1$s,cuMemHostAlloc:2:%1$s"
            .formatted(code);
    String output = run("stage", "STANDIN_FAIL", failures).output();
    assertThat(output.contains("can't be pinned")).isEqualTo(warns);
    assertThat(output).doesNotContain("ulimit");
  }

  @Test
  void a_buffer_that_was_dropped_is_freed_with_a_warning() throws Exception {
    StandinDriver.Outcome outcome = run("drop");
    assertNothingLeaked(outcome);
    String[] parts = outcome.output().split("trace: dropped", 2);
    assertThat(parts[0])
        .contains("a buffer of 1000 bytes was dropped and is freed only now; close it")
        .contains("-Dstarling.gpu.leaks=trace tells which")
        .doesNotContain("dropOne");
    assertThat(parts[1])
        .contains("a buffer of 1000 bytes was dropped")
        .contains("GpuFailures.dropOne");
  }
}
