package io.starling.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.bootstrap.api.JobFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HostRanksTest {

  private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

  private static List<Path> folders() throws IOException {
    try (Stream<Path> files = Files.list(JobFolder.root())) {
      return files.filter(it -> it.getFileName().toString().startsWith(JobFolder.own())).toList();
    }
  }

  /** The second rank finds no thread for its output. */
  private static final class NoThreads implements HostRanks.Listener {
    @Override
    public void started(int rank, InputStream output, InputStream errors) {
      if (rank == 1) {
        throw new OutOfMemoryError("unable to create native thread");
      }
    }

    @Override
    public void ended(int rank, int status) {}
  }

  @Test
  void a_launcher_that_runs_out_of_threads_leaves_neither_ranks_nor_the_secret() throws Exception {
    List<Path> before = folders();
    RankStart first = new RankStart(0, Map.of(), Optional.empty());
    RankStart second = new RankStart(1, Map.of(), Optional.empty());
    List<String> command = List.of("sleep", "100.125");
    HostPlan plan =
        new HostPlan(
            2, false, "", command, HeapShare.UNDECIDED, "", Map.of(), List.of(first, second));
    assertThatThrownBy(
            () ->
                HostRanks.start(plan, new JobFile("127.0.0.1", 1, "ab"), NOTHING, new NoThreads()))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(folders()).isEqualTo(before);
    assertThat(ProcessHandle.current().children())
        .noneMatch(it -> it.info().commandLine().orElse("").endsWith("100.125"));
  }
}
