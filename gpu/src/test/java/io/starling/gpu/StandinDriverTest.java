package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.gpu.StandinDriver.Outcome;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@OnStandin
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class StandinDriverTest {

  private static StandinDriver.Child jcuda(String... arguments) {
    return StandinDriver.child(StandinProgram.class, arguments);
  }

  private static StandinDriver.Child foreign(String... arguments) {
    return StandinDriver.child(StandinForeignProgram.class, arguments);
  }

  private static String kernels() throws Exception {
    Path library = StandinDriver.library("libstandin_kernels.so", "standin_kernels.c");
    return library.toString();
  }

  @Test
  void its_devices_can_not_be_taken_for_gpus() throws Exception {
    Outcome outcome =
        jcuda("devices").with("STANDIN_DEVICES", "3").with("STANDIN_VERSION", "13000").run();

    assertThat(outcome.output())
        .contains("driverVersion=13000", "pciBusId=0000:03:00.0")
        .contains("name=Starling stand-in (no GPU)");
  }

  @Test
  void bytes_go_in_through_a_kernel_and_out_and_are_counted() throws Exception {
    Outcome outcome = jcuda("fold").with("STANDIN_KERNELS", kernels()).run();

    assertThat(outcome.output()).isEqualTo("the sum\n");
    assertThat(outcome.report())
        .containsExactly(
            "copied 20000 bytes from host to device",
            "copied 10000 bytes from device to host",
            "copied 0 bytes within devices");
  }

  @Test
  void a_kernel_that_leaves_its_memory_breaks_the_context() throws Exception {
    Outcome outcome = jcuda("illegal").with("STANDIN_KERNELS", kernels()).run();

    assertThat(outcome.output()).isEqualTo("700\n700\n");
  }

  @Test
  void work_that_fails_breaks_the_context_for_good() throws Exception {
    Outcome outcome =
        jcuda("legal")
            .with("STANDIN_KERNELS", kernels())
            .with("STANDIN_FAIL", "kernel:1:719")
            .run();

    assertThat(outcome.output()).isEqualTo("719\n719\n");
  }

  @Test
  void a_driver_knows_the_ptx_of_its_time_and_device() throws Exception {
    String good = ".version 6.4\n.target sm_60\n";
    String later = ".version 6.5\n.target sm_60\n";
    String larger = ".version 6.4\n.target sm_61\n";
    Outcome outcome =
        jcuda("module", good, later, larger, "ELF")
            .with("STANDIN_VERSION", "10010")
            .with("STANDIN_CAPABILITY", "60")
            .run();

    assertThat(outcome.output()).isEqualTo("0\n222\n218\n218\n");
  }

  @Test
  void events_order_streams_however_long_their_work_takes() throws Exception {
    Outcome outcome =
        jcuda("order").with("STANDIN_DELAY_US", "3000").with("STANDIN_SEED", "3").run();

    assertThat(outcome.output())
        .isEqualTo(IntStream.range(0, 20).boxed().collect(Collectors.toList()) + "\n");
  }

  @Test
  void who_does_not_wait_sees_what_was_before() throws Exception {
    Outcome outcome = jcuda("no-wait").with("STANDIN_DELAY_US", "200000").run();

    assertThat(outcome.output())
        .isEqualTo("before: 0, stream 600, event 600\nafter: 7, stream 0, event 0\n");
  }

  @Test
  void a_stream_that_is_not_told_to_wait_sees_what_was_before() throws Exception {
    assertThat(jcuda("no-order").with("STANDIN_DELAY_US", "100000").run().output())
        .isEqualTo("7\n");
  }

  @Test
  void memory_ends_where_the_test_wants_it() throws Exception {
    Outcome outcome =
        jcuda("allocate", "600000", "400000", "300000").with("STANDIN_MEMORY", "1000000").run();

    assertThat(outcome.output()).isEqualTo("0\n2\n0\n");
  }

  @Test
  void one_call_of_a_function_fails_where_the_test_wants_it() throws Exception {
    Outcome outcome =
        jcuda("allocate", "1", "1", "1").with("STANDIN_FAIL", "cuMemAlloc:2:719").run();

    assertThat(outcome.output()).isEqualTo("0\n719\n0\n");
  }

  @Test
  void device_memory_kills_who_touches_it() throws Exception {
    Outcome outcome = jcuda("touch").run();

    assertThat(outcome.output()).contains("SIGSEGV").doesNotContain("touched");
    assertThat(outcome.status()).isNotZero();
  }

  @Test
  void a_thread_without_a_context_is_refused() throws Exception {
    assertThat(jcuda("no-context").run().output()).isEqualTo("201\n");
  }

  @Test
  void an_exclusive_device_is_for_one_process_after_the_other() throws Exception {
    assertThat(jcuda("exclusive").with("STANDIN_EXCLUSIVE", "1").run().output())
        .isEqualTo("0\n46\n0\n");
  }

  @Test
  void what_is_left_behind_is_reported() throws Exception {
    assertThat(jcuda("leak").run().report())
        .containsExactlyInAnyOrder(
            "leaked 100 bytes of device memory of device 0",
            "leaked 200 bytes of pinned memory of device 0",
            "leaked a stream of device 0",
            "leaked an event of device 0",
            "copied 300 bytes from host to device",
            "copied 30 bytes from device to host",
            "copied 0 bytes within devices");
  }

  @Test
  void memory_is_shared_with_another_process_as_long_as_it_is_there() throws Exception {
    assertThat(foreign("share").run().output())
        .isEqualTo(
            """
            own: 201
            opened: 0
            read there: 5
            free: 1
            close: 0
            status 0
            written there: 6
            opened: 205
            status 0
            """);
  }

  @Test
  void names_mean_what_they_mean_to_the_real_driver() throws Exception {
    assertThat(foreign("names").run().output())
        .isEqualTo(
            """
            old: 801
            newest: 0
            memory type: 2
            beyond: 1
            freed: 1
            CUDA_ERROR_OUT_OF_MEMORY
            """);
  }
}
