package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.testbed.BedProcess.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of the output of ranks of several hosts. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OutputOverHostsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Bed bed = Bed.shared();

  @Test
  @Tag("slow")
  void a_full_disk_is_told_once_and_nothing_is_lost() throws InterruptedException {
    String script =
        """
        mkdir /tmp/small && mount -t tmpfs -o size=64k tmpfs /tmp/small || exit 99
        "$@"; status=$?
        for file in /tmp/small/out/*.out; do cat $file; echo; done
        umount /tmp/small; rmdir /tmp/small; exit $status
        """;
    var command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    command.addAll(
        Programs.starling(
            List.of(
                "run",
                "--host",
                "node[1-4]:1",
                "--quiet-ranks",
                "--output-dir",
                "/tmp/small/out",
                "-cp",
                Programs.OWN,
                BedProgram.class.getName(),
                "lines")));
    try (BedProcess launcher = bed.start("node1", command)) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(1);
      assertThat(outcome.errors())
          .containsOnlyOnce("cannot write /tmp/small/out/rank-00")
          .contains("No space left");
      // What was written before the disk was full is in the files, which the script shows; the
      // last line of a file may be cut off there, and is whole in what was shown instead.
      assertThat(Set.copyOf(outcome.lines()))
          .containsAll(
              IntStream.range(0, 4 * 2000)
                  .mapToObj(i -> "rank %d, line %d of many".formatted(i / 2000, i % 2000))
                  .toList());
    }
  }

  @Test
  void the_same_error_of_all_ranks_is_shown_once() throws InterruptedException {
    try (BedProcess launcher =
        bed.starling(
            "run",
            "--host",
            "node[1-2]:2",
            "-cp",
            Programs.OWN,
            BedProgram.class.getName(),
            "throw")) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(1);
      assertThat(outcome.errors()).containsOnlyOnce("\tat io.starling.testbed.BedProgram.main");
    }
  }
}
