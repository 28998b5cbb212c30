package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.contact.ContactRequest;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.job.FailurePolicy;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of this host that were started apart, each by a launcher of its own. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JobsThatJoinTest {

  @TempDir private Path folder;

  private static void asItIs(JobSpecification.Builder job) {
    assertThat(job).isNotNull();
  }

  private Path file() {
    return folder.resolve("contact");
  }

  private static JobSpecification specification(
      int ranks,
      ContactRequest contact,
      Consumer<JobSpecification.Builder> options,
      String... arguments) {
    var program = LaunchedProgram.ofClass(JoiningProgram.class, List.of(arguments));
    var job =
        JobSpecification.builder(ranks, program)
            .contact(contact)
            .timeout(Duration.ofSeconds(60))
            .archiveClasses(false);
    options.accept(job);
    return job.build();
  }

  /** Returns when others may join. */
  private RunningJob server(
      int ranks, Consumer<JobSpecification.Builder> options, String... arguments) throws Exception {
    var contact = new ContactRequest(Optional.of(file()), Optional.empty());
    RunningJob server = new RunningJob(specification(ranks, contact, options, arguments));
    server.ranks.get(60, TimeUnit.SECONDS);
    return server;
  }

  private RunningJob client(
      int ranks, Consumer<JobSpecification.Builder> options, String... arguments) {
    return client(file(), ranks, options, arguments);
  }

  private static RunningJob client(
      Path file, int ranks, Consumer<JobSpecification.Builder> options, String... arguments) {
    var contact = new ContactRequest(Optional.empty(), Optional.of(file));
    return new RunningJob(specification(ranks, contact, options, arguments));
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "ucx", "auto"})
  void jobs_meet_by_a_name_talk_and_part(String transport) throws Exception {
    RunningJob server =
        server(2, job -> job.environment("STARLING_TRANSPORT", transport), "server", "1");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    RunningJob client = client(3, JobsThatJoinTest::asItIs, "client");
    client.ends(0);
    server.ends(0);
    assertThat(server.lines()).containsExactlyInAnyOrder("rank 0 has met 3", "rank 1 has met 3");
    assertThat(client.lines())
        .containsExactlyInAnyOrder("rank 0 has met 2", "rank 1 has met 2", "rank 2 has met 2");
    assertThat(server.errors() + client.errors())
        .doesNotContain("Starling ends", "uncaught", "joined");
    assertThat(file()).doesNotExist();
  }

  @Tag("slow")
  @Test
  void two_jobs_join_a_third() throws Exception {
    RunningJob server = server(1, JobsThatJoinTest::asItIs, "server", "2");
    RunningJob first = client(1, JobsThatJoinTest::asItIs, "client");
    RunningJob second = client(2, JobsThatJoinTest::asItIs, "spawning client");
    first.ends(0);
    second.ends(0);
    server.ends(0);
    assertThat(second.output()).contains("a rank of a job that has joined another one can't");
  }

  @Test
  void who_connects_to_a_job_that_has_ended_learns_that_at_once() throws Exception {
    Path sign = folder.resolve("sign");
    RunningJob first = server(1, JobsThatJoinTest::asItIs, "lingering", sign.toString());
    client(1, JobsThatJoinTest::asItIs, "publisher").ends(0);
    RunningJob late = client(1, JobsThatJoinTest::asItIs, "late client");
    late.ends(0);
    assertThat(late.lines()).containsExactly("rank 0 meets none: rank 1 has ended with status 0");
    Files.createFile(sign);
    first.ends(0);
  }

  @Tag("slow")
  @Test
  void a_server_goes_on_without_a_killed_client() throws Exception {
    RunningJob server = server(2, JobsThatJoinTest::asItIs, "patient server");
    RunningJob client = client(2, JobsThatJoinTest::asItIs, "dying client");
    client.ends(137);
    server.ends(0);
    assertThat(client.errors()).contains("rank 2 of 4 on ", "was ended by signal KILL");
    assertThat(server.lines())
        .containsExactlyInAnyOrder(
            "rank 0 has lost a client",
            "rank 1 has lost a client",
            "rank 0 goes on",
            "rank 1 goes on");
  }

  @Tag("slow")
  @Test
  void a_client_that_aborts_ends_its_own_job_only() throws Exception {
    RunningJob server = server(2, JobsThatJoinTest::asItIs, "patient server");
    RunningJob client = client(2, JobsThatJoinTest::asItIs, "aborting client");
    client.ends(5);
    server.ends(0);
    assertThat(client.errors()).contains("rank 2 of 4 on ", "called abort(5)");
  }

  @Tag("slow")
  @Test
  void a_signal_ends_the_job_of_its_launcher_only() throws Exception {
    RunningJob server = server(1, JobsThatJoinTest::asItIs, "patient server");
    RunningJob client = client(2, JobsThatJoinTest::asItIs, "waiting client");
    client.hasWritten.get(60, TimeUnit.SECONDS);
    client.signal.complete(15);
    client.ends(143);
    server.ends(0);
  }

  @Tag("slow")
  @Test
  void a_client_ends_with_a_server_that_fails() throws Exception {
    RunningJob server = server(2, JobsThatJoinTest::asItIs, "failing server");
    RunningJob client = client(2, JobsThatJoinTest::asItIs, "waiting client");
    server.ends(1);
    assertThat(client.status()).as(client.errors()).isNotZero();
    assertThat(client.errors())
        .containsAnyOf("the job that this one has joined has ended", "lost another rank");
  }

  @Tag("slow")
  @Test
  void a_wish_for_reports_does_not_end_the_wait_for_a_job_that_has_parted() throws Exception {
    Path sign = folder.resolve("sign");
    RunningJob server = server(1, JobsThatJoinTest::asItIs, "server", "1");
    RunningJob client = client(1, JobsThatJoinTest::asItIs, "lingering client", sign.toString());
    server.ranks.get().getFirst().onExit().get(60, TimeUnit.SECONDS);
    server.signal.complete(Signals.REPORT);
    assertThatThrownBy(() -> server.status.get(1, TimeUnit.SECONDS))
        .isInstanceOf(TimeoutException.class);
    Files.createFile(sign);
    client.ends(0);
    server.ends(0);
  }

  @Test
  void a_job_without_enough_room_says_how_much_is_left() throws Exception {
    RunningJob server = server(1, job -> job.environment(ProcessNumbers.ROOM, "1"), "server", "1");
    assertThatThrownBy(client(2, JobsThatJoinTest::asItIs, "client")::status)
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(
            "it has room for 1 more ranks, not for 2; start it with a larger --room");
    client(1, JobsThatJoinTest::asItIs, "client").ends(0);
    server.ends(0);
  }

  @Test
  void jobs_must_agree_on_what_all_ranks_share() throws Exception {
    RunningJob server = server(1, JobsThatJoinTest::asItIs, "server", "1");
    assertThatThrownBy(
            client(1, job -> job.environment("STARLING_TRANSPORT", "ucx"), "client")::status)
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("its STARLING_TRANSPORT is the default, not 'ucx'");
    assertThatThrownBy(
            client(1, job -> job.failures(new FailurePolicy(true, FailurePolicy.SILENCE)), "client")
                ::status)
        .hasMessageContaining("--on-failure return needs a job that was started with it too");
    client(1, JobsThatJoinTest::asItIs, "client").ends(0);
    server.ends(0);
  }

  @Test
  void files_that_lead_nowhere_are_told_apart() throws Exception {
    Path old = folder.resolve("old");
    refused(file(), "there is no such file");
    Files.writeString(old, "something else\n");
    refused(old, "it is no contact file of this version of Starling");
    RunningJob server = server(1, JobsThatJoinTest::asItIs, "server", "1");
    Files.copy(file(), old, StandardCopyOption.REPLACE_EXISTING);
    client(1, JobsThatJoinTest::asItIs, "client").ends(0);
    server.ends(0);
    refused(old, "the job that has written it does not answer at 127.0.0.1:");
    Files.writeString(old, Files.readString(old).replaceFirst("\n.*\n", "\nother\n"));
    refused(old, "the job is one of Starling other, and this is ");
  }

  private static void refused(Path file, String why) {
    assertThatThrownBy(client(file, 1, JobsThatJoinTest::asItIs, "client")::status)
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("--join " + file + ": " + why);
  }

  @Tag("slow")
  @Test
  void the_file_of_a_live_job_stays_and_that_of_an_ended_one_is_replaced() throws Exception {
    RunningJob server = server(1, JobsThatJoinTest::asItIs, "server", "1");
    String live = Files.readString(file());
    var again = new ContactRequest(Optional.of(file()), Optional.empty());
    assertThatThrownBy(
            new RunningJob(specification(1, again, JobsThatJoinTest::asItIs, "alone"))::status)
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("it is that of a job that runs on ");
    assertThat(Files.readString(file())).isEqualTo(live);
    client(1, JobsThatJoinTest::asItIs, "client").ends(0);
    server.ends(0);
    Files.writeString(file(), live);
    server(1, JobsThatJoinTest::asItIs, "alone").ends(0);
    assertThat(file()).doesNotExist();
  }

  @Test
  void a_job_that_joins_has_no_options_that_it_can_not_keep() throws IOException {
    Files.createFile(file());
    assertThatThrownBy(
            client(1, job -> job.environment(ProcessNumbers.ROOM, "3"), "client")::status)
        .hasMessageContaining("--join does not go with --room");
  }
}
