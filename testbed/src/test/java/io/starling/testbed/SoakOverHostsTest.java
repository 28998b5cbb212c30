package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.testbed.BedProcess.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code starling bench soak} over hosts of one, two and four ranks, so that calls take both routes
 * at once: it compares all results of collectives and windows, and checks which message each
 * receive and probe has matched.
 */
@OnBed
@Tag("slow")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SoakOverHostsTest {

  /** Below the limit of a test, so that what the soak said is seen. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final int HOSTS = 3;

  private final Bed bed = Bed.shared();

  private Outcome soak(String... options) throws InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of("bench", "soak", "--host", "node1:1,node2:2,node3:4", "--heap=128"));
    words.addAll(List.of(options));
    try (BedProcess launcher = bed.starling(words.toArray(String[]::new))) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.output()).contains("7 ranks", "\nauto\n", "wrong results: 0");
      for (int host = 1; host <= HOSTS; host++) {
        assertThat(bed.temporaryFiles("node" + host))
            .noneMatch(file -> file.startsWith("starling-soak-"));
      }
      return outcome;
    }
  }

  @Test
  void all_results_are_right() throws InterruptedException {
    Outcome outcome = soak("--seconds=20");
    assertThat(outcome.output()).contains("  messages ", "  broadcast ", "ranks killed 0,");
  }

  /** With this seed a rank of node3 kills itself in step 4, and others do later. */
  @Test
  void survivors_go_on() throws InterruptedException {
    Outcome outcome = soak("--failures", "--seed=4667", "--steps=20");
    assertThat(outcome.output()).doesNotContain("ranks killed 0,", "survivors went on 0");
  }

  private String on(String host, String line) throws InterruptedException {
    try (BedProcess process = bed.start(host, List.of("sh", "-c", line))) {
      return process.await(PATIENCE).output();
    }
  }

  /** On node3 a file is in the way. */
  @Test
  void hosts_that_have_made_the_folder_lose_it_where_another_cannot_make_it()
      throws InterruptedException {
    on("node1", "mkdir /tmp/place");
    on("node3", "touch /tmp/place");
    List<String> words = new ArrayList<>(List.of("env"));
    words.add("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=/tmp/place");
    words.addAll(Programs.starling(List.of("bench", "soak", "--host", "node1:1,node2:1,node3:1")));
    try (BedProcess launcher = bed.start("node1", words)) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isNotZero();
      assertThat(outcome.errors()).contains("cannot make /tmp/place/starling-soak-");
      assertThat(on("node1", "ls /tmp/place")).doesNotContain("starling-soak-");
      assertThat(on("node2", "ls -d /tmp/place; ls /tmp/place")).isEqualTo("/tmp/place\n");
    } finally {
      for (int host = 1; host <= HOSTS; host++) {
        on("node" + host, "rm -r /tmp/place");
      }
    }
  }

  @Test
  void one_other_host_uses_its_shared_memory() throws InterruptedException {
    String[] words = {"bench", "soak", "--host=node2:2", "--transport=shared", "--steps=20"};
    try (BedProcess launcher = bed.starling(words)) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.output()).contains("\nshared\n", "came to step 20", "wrong results: 0");
    }
  }
}
