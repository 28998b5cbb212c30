package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@OnStandin
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PeerMemoryTest {

  private static StandinDriver.Outcome run(StandinDriver.Child child) throws Exception {
    StandinDriver.Outcome outcome = child.run();
    assertThat(outcome.status()).as(outcome.output()).isZero();
    assertThat(outcome.output()).doesNotContain("WARNING: ");
    assertThat(outcome.report()).noneMatch(line -> line.startsWith("leaked"));
    return outcome;
  }

  private static StandinDriver.Child peers(String... arguments) {
    return StandinDriver.child(PeerScenario.class, arguments);
  }

  /** 70 are more than stay mapped. */
  @ParameterizedTest
  @CsvSource({"1, 0", "3, 3000", "70, 100"})
  void another_process_copies_what_is_settled(String buffers, String microseconds)
      throws Exception {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("PeerMemoryTest: -Dstarling.seed=" + seed);
    StandinDriver.Outcome outcome =
        run(
            peers("share", buffers)
                .with("STANDIN_DELAY_US", microseconds)
                .with("STANDIN_SEED", Long.toString(seed)));
    assertThat(outcome.output()).contains("read " + buffers);
  }

  /** As a driver says that finds the place taken by what the owner has freed since. */
  @Test
  void a_mapping_that_is_in_the_way_goes() throws Exception {
    StandinDriver.Child child =
        peers("share", "3").with("STANDIN_FAIL", "cuIpcOpenMemHandle:2:208");
    assertThat(run(child).output()).contains("read 3");
  }

  @Test
  void what_was_freed_is_refused() throws Exception {
    assertThat(StandinDriver.child(PeerScenario.class, "free").run().output()).contains("freed: 1");
  }

  @Test
  void what_came_to_the_place_of_freed_memory_is_shown_as_what_it_is() throws Exception {
    assertThat(run(peers("replace").with("STANDIN_REUSE", "1")).output()).contains("read 1");
  }

  /** The second call, for the other allocation, fails. */
  @Test
  void all_parts_of_an_allocation_take_one_handle() throws Exception {
    assertThat(run(peers("tickets").with("STANDIN_FAIL", "cuIpcGetMemHandle:2:801")).output())
        .contains("other: false");
  }

  @Test
  void ranks_of_one_process_reach_each_other_on_one_device() throws Exception {
    run(peers("threads"));
  }

  @Test
  void sharing_can_be_switched_off() throws Exception {
    assertThat(peers("share", "1").with("STARLING_GPU_PEER", "off").run().status()).isEqualTo(1);
  }

  @Test
  void a_driver_that_opens_nothing_is_no_error() throws Exception {
    StandinDriver.Outcome outcome =
        peers("share", "1").with("STANDIN_FAIL", "cuIpcGetMemHandle:1:801").run();
    assertThat(outcome.output()).contains("PeerScenario.description");
  }
}
