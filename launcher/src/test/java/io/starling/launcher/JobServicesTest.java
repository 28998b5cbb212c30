package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.ThisHost;
import io.starling.launcher.job.FailurePolicy;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.ServiceRequest;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.process.HostMemory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job on one host makes of a service beside its ranks. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JobServicesTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String TEMPORARY = "java.io.tmpdir";
  private static final String PROGRAM = TestProgram.class.getName();
  private static final long MEMORY = 3 << 20;
  private static final String STORE = "the store of objects on " + ThisHost.name();

  /** All jobs have their temporary files here. */
  @TempDir private Path temporary;

  private String usual;

  @BeforeEach
  void stay_apart() {
    usual = System.setProperty(TEMPORARY, temporary.toString());
  }

  /** After each kind of end. */
  @AfterEach
  void nothing_is_left() throws IOException, InterruptedException {
    System.setProperty(TEMPORARY, usual);
    long deadline = System.nanoTime() + SOON.toNanos();
    while (!left().isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    assertThat(left()).isEmpty();
  }

  private List<Object> left() throws IOException {
    List<Object> left = new ArrayList<>(stores());
    try (Stream<Path> files = Files.list(temporary)) {
      files.forEach(left::add);
    }
    return left;
  }

  private static List<ProcessHandle> stores() {
    return ProcessHandle.allProcesses().filter(JobServicesTest::isStore).toList();
  }

  /** Tests of another checkout run elsewhere. */
  private static boolean isStore(ProcessHandle process) {
    try {
      Path place = Path.of("/proc/" + process.pid());
      return Files.readString(place.resolve("cmdline"))
              .endsWith("\0" + TestStore.class.getName() + "\0")
          && Files.isSameFile(place.resolve("cwd"), Path.of(""));
    } catch (IOException e) {
      return false;
    }
  }

  private static Consumer<JobSpecification.Builder> beside(String behaviour) {
    ServiceRequest request = new ServiceRequest(new TestStore(behaviour), MEMORY);
    return job -> job.service(Optional.of(request));
  }

  private static Outcome run(String behaviour, int ranks, String... program)
      throws InterruptedException {
    return Outcome.of(ranks, beside(behaviour), program);
  }

  /** What the store's file says, as a rank has printed it. */
  private static Map<String, String> settings(String line) {
    Map<String, String> settings = new HashMap<>();
    for (String setting : line.substring(line.indexOf(' ') + 1).split(" ")) {
      int equals = setting.indexOf('=');
      settings.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return settings;
  }

  @Test
  void ranks_get_less_heap_beside_a_store() throws InterruptedException {
    long alone = Long.parseLong(Outcome.of(1, job -> {}, "heap").output().strip());
    ServiceRequest half = new ServiceRequest(new TestStore("work"), HostMemory.bytes() / 2);
    Outcome beside = Outcome.of(1, job -> job.service(Optional.of(half)), "heap");
    assertThat(beside.status()).as("%s", beside).isZero();
    assertThat(Long.parseLong(beside.output().strip()) / (double) alone).isBetween(0.45, 0.55);
  }

  @Test
  void it_is_there_before_the_ranks_and_knows_what_it_has_to() throws InterruptedException {
    Outcome outcome = run("work", 2, "store");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    List<Map<String, String>> seen =
        outcome.output().lines().map(JobServicesTest::settings).toList();
    assertThat(seen).hasSize(2);
    assertThat(seen.getFirst())
        .isEqualTo(seen.getLast())
        .containsOnlyKeys("address", "file", "memory", "pid", "secret", "silence")
        .containsEntry("address", "127.0.0.1")
        .containsEntry("memory", Long.toString(MEMORY))
        .containsEntry("silence", "10000")
        .hasEntrySatisfying("secret", secret -> assertThat(secret).startsWith("whole"));
    assertThat(outcome.errorsOfRanks()).isEmpty();
  }

  @Test
  void a_job_without_one_does_not_start_one() throws InterruptedException {
    assertThat(Outcome.of(1, "variable", "STARLING_OBJECTS").output()).isEqualTo("null\n");
  }

  @Test
  void what_it_says_is_shown_with_what_ranks_write() throws InterruptedException {
    Outcome outcome = run("talk", 1, "store");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.errorsOfRanks())
        .containsExactlyInAnyOrder(
            "an error of the store", "starling: it is cold", "its last words");
    assertThat(Outcome.of(1, beside("talk").andThen(job -> job.tagOutput(true)), "store").errors())
        .contains("[objects] an error of the store\n");
  }

  @Test
  void one_that_fails_is_told_with_its_words_and_no_rank_starts() {
    assertThatThrownBy(() -> run("fail", 1, "throw"))
        .isInstanceOf(LaunchException.class)
        .hasMessage(STORE + " cannot start: there is no memory");
  }

  @Test
  void one_that_ends_before_it_is_ready_is_told_with_its_status() {
    assertThatThrownBy(() -> run("end", 1, "throw"))
        .isInstanceOf(LaunchException.class)
        .hasMessage(STORE + " exited with status 3 before the ranks were started");
  }

  @Test
  void one_that_is_never_ready_is_given_up() {
    HostRequest here = HostRequest.HERE;
    HostRequest impatient =
        new HostRequest(
            here.launcher(), here.hosts(), false, "", here.access(), Duration.ofMillis(1500));
    assertThatThrownBy(
            () ->
                Outcome.of(1, beside("say-nothing").andThen(job -> job.hosts(impatient)), "throw"))
        .isInstanceOf(LaunchException.class)
        .hasMessage(STORE + " is not ready within 1.5 s (--start-timeout)");
  }

  @Test
  void one_that_does_not_end_is_killed() throws InterruptedException {
    assertThat(run("hang", 1, "store").status()).isZero();
  }

  @Test
  void a_failed_rank_ends_the_job_and_then_the_store() throws InterruptedException {
    assertThat(run("work", 2, "exit").status()).isEqualTo(7);
  }

  @Test
  void a_rank_that_dies_leaves_the_store_to_the_others() throws InterruptedException {
    Consumer<JobSpecification.Builder> survive =
        job -> job.failures(new FailurePolicy(true, FailurePolicy.SILENCE));
    Outcome outcome = Outcome.of(3, beside("work").andThen(survive), "store-and-fail");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.output().lines().map(line -> settings(line).get("pid")).distinct())
        .hasSize(1);
    assertThat(outcome.errors())
        .contains("rank 1 was ended by signal KILL")
        .doesNotContain("the store of objects");
  }

  private LauncherProcess start(String... options) throws IOException {
    return start("work", options);
  }

  private LauncherProcess start(String behaviour, String[] options) throws IOException {
    List<String> words = new ArrayList<>(List.of("-n", "2", "--objects", "1M"));
    words.addAll(List.of(options));
    String properties =
        "JAVA_TOOL_OPTIONS=-D%s=%s -Dtest.store=%s".formatted(TEMPORARY, temporary, behaviour);
    return LauncherProcess.runWith(List.of(properties), words.toArray(String[]::new));
  }

  /** Reads what two ranks say of the store, and returns its process. */
  private static ProcessHandle store(LauncherProcess launcher) throws IOException {
    launcher.readLine();
    long pid = Long.parseLong(settings(launcher.readLine()).get("pid"));
    return ProcessHandle.of(pid).orElseThrow();
  }

  @Test
  void a_job_ends_with_its_store() throws Exception {
    try (var launcher = start(PROGRAM, "store-and-wait")) {
      store(launcher).destroyForcibly();
      assertThat(launcher.awaitStatus()).isEqualTo(137);
      assertThat(launcher.errors())
          .containsOnlyOnce(
              "starling: %s died of signal 9 (KILL); what only it had is lost; Starling ends the ranks\n"
                  .formatted(STORE));
    }
  }

  @Test
  void a_job_that_survives_failures_goes_on_without_its_store() throws Exception {
    try (var launcher = start("--on-failure", "return", PROGRAM, "sleep-beside-store")) {
      store(launcher).destroyForcibly();
      assertThat(launcher.awaitStatus()).isZero();
      assertThat(launcher.errors())
          .contains(
              "starling: %s died of signal 9 (KILL); what only it had is lost\n".formatted(STORE));
    }
  }

  @ParameterizedTest
  @CsvSource({"INT,130", "TERM,143"})
  void a_signal_ends_the_ranks_and_then_the_store(String signal, int status) throws Exception {
    try (var launcher = start(PROGRAM, "store-and-wait")) {
      store(launcher);
      launcher.signal(signal);
      assertThat(launcher.remainingLines())
          .containsExactlyInAnyOrder(
              "0 ends, store is there: true", "1 ends, store is there: true");
      assertThat(launcher.awaitStatus()).isEqualTo(status);
      assertThat(stores()).isEmpty();
      assertThat(launcher.errors()).doesNotContain("the store of objects");
    }
  }

  @Test
  void a_signal_ends_a_job_that_waits_for_its_store() throws Exception {
    try (var launcher = start("say-nothing", new String[] {PROGRAM, "store"})) {
      while (stores().isEmpty()) {
        Thread.sleep(20);
      }
      launcher.signal("TERM");
      assertThat(launcher.awaitStatus()).isEqualTo(143);
      assertThat(stores()).isEmpty();
    }
  }

  @Test
  void a_store_does_not_outlive_a_launcher_that_is_killed() throws Exception {
    try (var launcher = start(PROGRAM, "store-and-wait")) {
      ProcessHandle store = store(launcher);
      launcher.process().destroyForcibly();
      assertThat(store.onExit()).succeedsWithin(SOON);
    }
  }

  @Test
  void its_secret_is_in_no_command_line_and_no_environment() throws Exception {
    try (var launcher = start(PROGRAM, "store-and-wait")) {
      Path process = Path.of("/proc/" + store(launcher).pid());
      assertThat(Files.readString(process.resolve("cmdline")))
          .doesNotContainPattern("[0-9a-f]{64}");
      assertThat(Files.readString(process.resolve("environ")))
          .doesNotContainPattern("[0-9a-f]{64}")
          .doesNotContain("STARLING_RANK", "STARLING_JOB_FILE");
    }
  }

  @Test
  void without_a_store_on_the_class_path_the_option_is_refused() throws Exception {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(element -> !element.contains("test-classes"))
            .collect(Collectors.joining(File.pathSeparator));
    String cache = System.getProperty("user.dir");
    try (var launcher = LauncherProcess.start(classPath, cache, "--objects", "1M", "Main")) {
      assertThat(launcher.awaitStatus()).isEqualTo(2);
      assertThat(launcher.errors())
          .isEqualTo(
              "starling: --objects: the launcher's class path has no store of objects;"
                  + " add the jar of starling-objects\n");
    }
  }
}
