package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuTestSummaryTest {

  private static final GpuDevice DEVICE =
      new GpuDevice(0, "NVIDIA H200", 1L << 30, "0000:3b:00.0", 9, 0);

  /** What is said after the tests of some classes. */
  private static List<String> summary(Class<?>... tests) {
    List<String> lines = new ArrayList<>();
    LauncherFactory.create(
            LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build())
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(
                    Stream.of(tests).map(test -> (DiscoverySelector) selectClass(test)).toList())
                .build(),
            new GpuTestSummary(lines::add, new Gpus.Present(12060, List.of(DEVICE))));
    return lines;
  }

  @Test
  void skipped_tests_are_counted_with_their_classes_and_the_reason() {
    assertThat(summary(Skipped.class, SkippedToo.class, Plain.class))
        .containsExactly("GPU tests: 3 skipped in 2 classes (no driver)");
  }

  @Test
  void tests_that_ran_are_counted_once_however_often_they_are_repeated() {
    assertThat(summary(Run.class, Plain.class))
        .containsExactly("GPU tests: 2 run on " + DEVICE.label());
  }

  @Test
  void without_such_tests_nothing_is_said() {
    assertThat(summary(Plain.class)).isEmpty();
  }

  @Tag("gpu")
  @Disabled("no driver")
  static final class Skipped {
    @Test
    void one() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void repeated(int number) {
      assertThat(number).isPositive();
    }
  }

  @Tag("gpu")
  @Disabled("no driver")
  static final class SkippedToo {
    @Test
    void one() {}
  }

  @Tag("gpu")
  static final class Run {
    @Test
    void one() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void repeated(int number) {
      assertThat(number).isPositive();
    }
  }

  static final class Plain {
    @Test
    void one() {}
  }
}
