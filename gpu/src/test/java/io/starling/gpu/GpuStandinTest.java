package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All scenarios on the stand-in for the driver, which also sees what leaks. */
@OnStandin
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuStandinTest {

  private static final Path FOLDER = Path.of("target", "standin-kernels");
  private boolean hasKernels;

  @BeforeAll
  void compile_the_kernels() throws Exception {
    Files.createDirectories(FOLDER);
    try (Arena arena = Arena.ofConfined()) {
      hasKernels = HostKernels.compile(FOLDER, arena).isPresent();
    }
  }

  /** All scenarios that take no seed, as {@link GpuProgram} names them. */
  static Stream<String> scenarios() {
    return Stream.of(MemoryScenarios.class, WorkScenarios.class, LifeScenarios.class)
        .flatMap(list -> Arrays.stream(list.getDeclaredMethods()))
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> !Modifier.isPrivate(method.getModifiers()))
        .filter(method -> method.getParameterCount() == 0 && !method.isSynthetic())
        .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName())
        .sorted();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void on_the_stand_in(String scenario) throws Exception {
    assertThat(run("0", scenario)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "300", "3000"})
  void work_takes_effect_in_the_order_of_its_posts_at_all_delays(String microseconds)
      throws Exception {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("GpuStandinTest: -Dstarling.seed=" + seed);
    String rounds = microseconds.equals("3000") ? "3" : "20";
    String scenario = "WorkScenarios.work_takes_effect_in_the_order_of_its_posts";
    assertThat(run(microseconds, scenario, Long.toString(seed), rounds)).isEmpty();
  }

  @Test
  void scenarios_are_found() {
    assertThat(scenarios())
        .contains(
            "LifeScenarios.what_is_wrong_is_told",
            "MemoryScenarios.what_is_copied_in_comes_out",
            "WorkScenarios.folds_are_those_of_the_runtime")
        .hasSizeGreaterThan(10);
  }

  /** What leaked; fails unless the scenario went through. */
  private Stream<String> run(String microseconds, String... arguments) throws Exception {
    assumeTrue(hasKernels, "there is no g++");
    StandinDriver.Outcome outcome =
        StandinDriver.child(GpuProgram.class, arguments)
            .with("STANDIN_DELAY_US", microseconds)
            .with("STANDIN_SEED", "7")
            // A copy of such memory would make the thread that posts it wait for the device.
            .with("STANDIN_PAGEABLE", "0")
            .with(
                "STANDIN_KERNELS",
                FOLDER.resolve("libfolds_on_host.so").toAbsolutePath().toString())
            .run();
    assertThat(outcome.status()).as(outcome.output()).isZero();
    assertThat(outcome.output()).doesNotContain("WARNING: ");
    return outcome.report().stream().filter(line -> line.startsWith("leaked"));
  }
}
