package io.starling.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.report.Measurement;
import io.starling.launcher.placing.HostRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class DriverTest {

  private static final CompareHosts HERE = new CompareHosts(HostRequest.HERE);

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final List<BenchmarkKind> KINDS =
      Arrays.stream(BenchmarkKind.values()).filter(BenchmarkKind::isComparable).toList();

  @TempDir private Path folder;

  /** Compiles into a text file instead of a program; each call is counted. */
  private Installation pretended(String body) throws IOException {
    Path compiler = DiscoveryTest.script(folder.resolve("mpicc"), body);
    return new Installation(Vendor.MPICH, "4", compiler, folder.resolve("mpirun"));
  }

  @Test
  void it_is_compiled_once() throws Exception {
    Installation library = pretended("echo x >> %s/calls; cp /bin/true \"$4\"".formatted(folder));
    Driver driver = new Driver(folder.resolve("cache"));
    Path program = driver.program(library);
    assertThat(program).isExecutable();
    assertThat(driver.program(library)).isEqualTo(program);
    assertThat(folder.resolve("calls")).hasContent("x");
    assertThat(files()).containsExactly(program.getFileName().toString());
  }

  @Test
  void another_version_of_the_library_gets_another_program() throws Exception {
    Installation library = pretended("cp /bin/true \"$4\"");
    Installation newer =
        new Installation(library.vendor(), "5", library.compiler(), library.launcher());
    Driver driver = new Driver(folder.resolve("cache"));
    assertThat(driver.program(newer)).isNotEqualTo(driver.program(library));
  }

  @Test
  void a_compiler_that_fails_is_quoted_and_leaves_nothing() throws Exception {
    Installation library = pretended("echo 'mpi.h: No such file' >&2; exit 1");
    assertThatIllegalStateException()
        .isThrownBy(() -> new Driver(folder.resolve("cache")).program(library))
        .withMessageContaining(library.compiler() + " cannot compile the measuring program")
        .withMessageContaining("mpi.h: No such file");
    assertThat(files()).isEmpty();
  }

  @Test
  void a_compiler_that_makes_nothing_is_told() throws Exception {
    Installation library = pretended("exit 0");
    assertThatIllegalStateException()
        .isThrownBy(() -> new Driver(folder.resolve("cache")).program(library))
        .withMessageContaining("it made no program");
  }

  @Test
  void a_cache_that_cannot_be_written_is_named() throws Exception {
    Installation library = pretended("exit 0");
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatIllegalStateException()
        .isThrownBy(() -> new Driver(file.resolve("cache")).program(library))
        .withMessageContaining("cannot write the measuring program to " + file.resolve("cache"))
        .withMessageContaining("XDG_CACHE_HOME");
  }

  @Test
  void the_libraries_of_this_machine_measure_with_and_without_sizes() throws Exception {
    measureWithAll(List.of(BenchmarkKind.REDUCE, BenchmarkKind.BARRIER), work(LONG));
  }

  @Test
  void the_libraries_of_this_machine_measure_messages_that_are_written() throws Exception {
    measureWithAll(
        List.of(BenchmarkKind.PINGPONG, BenchmarkKind.BROADCAST, BenchmarkKind.ALLTOALL),
        work(LONG, Duration.ofMillis(1), Optional.of("--write=true")));
  }

  @Test
  void the_driver_refuses_what_it_does_not_write() throws Exception {
    Installation installed = Discovery.here().found().stream().findFirst().orElse(null);
    Assumptions.assumeTrue(installed != null, "no MPI library is installed");
    MpiLibrary library =
        new MpiLibrary(installed, new Driver(folder.resolve("cache")).program(installed), HERE);
    assertThat(failure(library, BenchmarkKind.PUT, "--write=true")).contains("nothing is written");
    assertThat(failure(library, BenchmarkKind.BROADCAST, "--write=yes"))
        .contains("--write is true or false, not 'yes'");
  }

  private static String failure(MpiLibrary library, BenchmarkKind kind, String write)
      throws Exception {
    CompareWork work = work(LONG, Duration.ofMillis(1), Optional.of(write));
    return library.measure(kind, work, new Interruption()).failure().orElseThrow().toString();
  }

  @Test
  @Tag("slow")
  void every_library_of_this_machine_measures_every_collective() throws Exception {
    measureWithAll(KINDS, work(LONG));
  }

  private void measureWithAll(List<BenchmarkKind> kinds, CompareWork work) throws Exception {
    List<Installation> installed = Discovery.here().found();
    Assumptions.assumeFalse(
        installed.isEmpty(), () -> "no MPI library is installed: " + installedNowhere());
    for (Installation installation : installed) {
      Path program = new Driver(folder.resolve("cache")).program(installation);
      MpiLibrary library = new MpiLibrary(installation, program, HERE);
      for (BenchmarkKind kind : kinds) {
        Library.Run run = library.measure(kind, work, new Interruption());
        assertThat(run.failure()).as(library.contender() + " " + kind).isEmpty();
        assertThat(run.measurements())
            .extracting(Measurement::bytes)
            .containsExactlyElementsOf(kind.hasSizes() ? List.of(8L, 1000L) : List.of(0L));
        assertThat(run.measurements())
            .extracting(Measurement::benchmark)
            .containsOnly(kind.label());
        assertThat(run.measurements())
            .allSatisfy(
                measurement -> assertThat(measurement.microseconds().average()).isPositive());
      }
    }
  }

  @Test
  void a_library_that_hangs_keeps_what_it_has_measured() throws Exception {
    String line =
        "{\"benchmark\":\"barrier\",\"algorithm\":\"default\",\"ranks\":2,\"bytes\":0,"
            + "\"iterations\":20,\"avg_us\":1.5,\"min_us\":1,\"max_us\":2}";
    Path launcher =
        DiscoveryTest.script(folder.resolve("mpirun"), "echo '" + line + "'; sleep 1000");
    Installation hanging = new Installation(Vendor.MPICH, "4", folder.resolve("mpicc"), launcher);
    Library.Run run =
        new MpiLibrary(hanging, folder.resolve("driver"), HERE)
            .measure(BenchmarkKind.BARRIER, work(Duration.ofSeconds(1)), new Interruption());
    assertThat(run.measurements()).extracting(Measurement::benchmark).containsExactly("barrier");
    assertThat(run.failure()).get().asString().contains("had not ended after 1 s and was killed");
  }

  @Test
  void a_starling_job_that_takes_too_long_is_given_up() throws Exception {
    Library.Run run =
        new StarlingLibrary(List.of(), List.of(), HERE)
            .measure(
                BenchmarkKind.BARRIER,
                work(Duration.ofSeconds(1), Duration.ofHours(1)),
                new Interruption());
    assertThat(run.failure()).get().asString().contains("had not ended after 1 s and was killed");
  }

  @Test
  void a_starling_job_does_not_start_after_a_signal() throws Exception {
    Interruption interruption = new Interruption();
    interruption.take(15);
    Library.Run run =
        new StarlingLibrary(List.of(), List.of(), HERE)
            .measure(BenchmarkKind.BARRIER, work(LONG, Duration.ofHours(1)), interruption);
    assertThat(run.failure()).isEmpty();
    assertThat(run.interruption()).hasValue(143);
  }

  @Test
  void a_starling_job_ends_when_a_signal_comes() throws Exception {
    Interruption interruption = new Interruption();
    Thread user = Thread.ofPlatform().start(() -> awaitRanksThen(() -> interruption.take(2)));
    Library.Run run =
        new StarlingLibrary(List.of(), List.of(), HERE)
            .measure(BenchmarkKind.BARRIER, work(LONG, Duration.ofHours(1)), interruption);
    user.join();
    assertThat(run.failure()).isEmpty();
    assertThat(run.interruption()).hasValue(130);
  }

  private static void awaitRanksThen(Runnable action) {
    while (ProcessHandle.current().children().count() < 2) {
      Thread.onSpinWait();
    }
    action.run();
  }

  @Test
  void starling_measures_the_same() throws Exception {
    for (BenchmarkKind kind : List.of(BenchmarkKind.BROADCAST, BenchmarkKind.BARRIER)) {
      Library.Run run =
          new StarlingLibrary(List.of(), List.of(), HERE)
              .measure(kind, work(LONG), new Interruption());
      assertThat(run.failure()).isEmpty();
      assertThat(run.measurements())
          .extracting(Measurement::bytes)
          .containsExactlyElementsOf(kind.hasSizes() ? List.of(8L, 1000L) : List.of(0L));
    }
  }

  @Test
  void a_job_that_fails_is_told_in_its_own_words() throws Exception {
    Library.Run run =
        new StarlingLibrary(List.of("broadcast=nonsense"), List.of(), HERE)
            .measure(BenchmarkKind.BROADCAST, work(LONG), new Interruption());
    assertThat(run.measurements()).isEmpty();
    assertThat(run.failure()).get().asString().contains("status 2", "nonsense");
  }

  private static CompareWork work(Duration limit) {
    return work(limit, Duration.ofMillis(1));
  }

  private static CompareWork work(Duration limit, Duration warmUp) {
    return work(limit, warmUp, Optional.empty());
  }

  private static CompareWork work(Duration limit, Duration warmUp, Optional<String> write) {
    return new CompareWork(
        2,
        KINDS,
        List.of(8L, 1000L),
        1,
        warmUp,
        warmUp,
        Duration.ofMillis(2),
        MessageMemoryKind.NATIVE,
        write,
        "int32",
        "max",
        limit);
  }

  private static String installedNowhere() {
    try {
      return Discovery.here().missing().values().toString();
    } catch (InterruptedException e) {
      return e.toString();
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
