package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What a transport gets that goes to the device's memory by itself. */
@OnStandin
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LentContextTest {

  private static StandinDriver.Outcome run(String scenario, String... variable) throws Exception {
    StandinDriver.Child child = StandinDriver.child(LentContextScenario.class, scenario);
    StandinDriver.Outcome outcome =
        (variable.length > 0 ? child.with(variable[0], variable[1]) : child).run();
    assertThat(outcome.status()).as(outcome.output()).isZero();
    assertThat(outcome.output()).contains("through");
    return outcome;
  }

  @Test
  void the_context_outlives_the_device_and_any_thread_may_enter_it() throws Exception {
    StandinDriver.Outcome outcome = run("enter");
    assertThat(outcome.output()).contains("entered");
    assertThat(outcome.report()).noneMatch(line -> line.startsWith("leaked"));
  }

  @Test
  void ucx_can_be_kept_out() throws Exception {
    run("off", "STARLING_GPU_UCX", "off");
  }

  @Test
  void who_enters_hears_that_the_device_has_failed() throws Exception {
    run("fail", "STANDIN_FAIL", "copy:1:719");
  }

  @Test
  void only_memory_that_open_work_uses_is_in_use() throws Exception {
    run("use", "STANDIN_DELAY_US", "200000");
  }

  @Test
  void memory_that_a_transport_has_is_freed_when_that_lets_it_go() throws Exception {
    assertThat(run("keep").report()).noneMatch(line -> line.startsWith("leaked"));
  }
}
