package io.starling.launcher.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RankLimitsTest {

  private static final int OPEN = 18;

  @TempDir private Path root;

  @BeforeEach
  void a_user_with_some_threads_and_open_files() throws IOException {
    for (int file = 0; file < OPEN; file++) {
      write("proc/self/fd/" + file, "");
    }
    write("proc/self/status", "Uid:\t7\t7\t7\t7\nThreads:\t25\nCapEff:\t0000000000000000\n");
    write("proc/11/status", "Uid:\t7\t7\t7\t7\nThreads:\t25\n");
    write("proc/12/status", "Uid:\t7\t7\t7\t7\nThreads:\t5\n");
    write("proc/13/status", "Uid:\t8\t8\t8\t8\nThreads:\t1000\n");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private Optional<String> shortage(int ranks, long files, long processes) throws IOException {
    write(
        "proc/self/limits",
        "Max processes   %d   %d processes\nMax open files  %d  %d   files\n"
            .formatted(processes, processes, files, files));
    return new RankLimits(root).of(ranks);
  }

  @Test
  void too_few_open_files_for_the_ranks_are_told_with_how_many_are_needed() throws IOException {
    assertThat(shortage(4, 32, 100_000))
        .get()
        .asString()
        .contains("is 32", "4 ranks", "need at least 48", "ulimit -n");
    assertThat(shortage(4, 48, 100_000)).isEmpty();
    assertThat(shortage(100, 425, 100_000)).get().asString().contains("need at least 426");
    assertThat(shortage(100, 426, 100_000)).isEmpty();
  }

  @Test
  void too_few_processes_are_told_with_how_many_are_in_use() throws IOException {
    assertThat(shortage(2, 1000, 77))
        .get()
        .asString()
        .contains("is 77", "30 are in use", "2 ranks", "about 48 more", "ulimit -u");
    assertThat(shortage(2, 1000, 78)).isEmpty();
  }

  @Test
  void who_may_exceed_limits_is_not_bothered() throws IOException {
    write("proc/self/status", "Uid:\t7\t7\t7\t7\nThreads:\t25\nCapEff:\t0000000001000000\n");
    assertThat(shortage(2, 1000, 10)).isEmpty();
  }

  @Test
  void what_cannot_be_read_stops_no_job() throws IOException {
    assertThat(new RankLimits(root.resolve("nothing")).of(4)).isEmpty();
  }
}
