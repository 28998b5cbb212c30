package io.starling.bench.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.Main;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FileBenchCommandTest {

  @TempDir private Path folder;

  @Test
  void two_processes_write_and_read_a_file() throws Exception {
    List<String> arguments =
        List.of(
            "--bytes=1048576", "--blocks=0", "--blocks=512", "--rounds=2", "--folder=" + folder);
    var job =
        JobSpecification.builder(2, LaunchedProgram.ofClass(FileBenchRank.class, arguments))
            .archiveClasses(false)
            .build();
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job, output, errors).run();
    assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(output.toString(StandardCharsets.UTF_8))
        .contains("file of 1 MiB", "one process", "one block of each rank", "blocks of 512 B");
    assertThat(folder.toFile().list()).isEmpty();
  }

  @Test
  void blocks_that_do_not_fit_are_refused() {
    StringWriter errors = new StringWriter();
    CommandLine starling = Main.commandLine().setErr(new PrintWriter(errors));
    int status = starling.execute("bench", "file", "-n", "3", "--bytes", "1M", "--blocks", "4K");
    assertThat(status).isEqualTo(2);
    assertThat(errors.toString()).contains("no whole number of blocks");
  }
}
