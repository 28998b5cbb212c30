package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Who could read a job's secret while it runs. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SecretTest {

  private static final List<String> PUBLIC = List.of("cmdline", "environ");

  private final Bed bed = Bed.shared();

  @Test
  void it_is_in_no_command_line_and_no_environment_and_in_files_of_their_owner_only()
      throws InterruptedException, IOException {
    try (BedProcess launcher =
        bed.starling(
            "run",
            "--host",
            "node[1-2]:1",
            "-cp",
            Programs.OWN,
            BedProgram.class.getName(),
            "rounds",
            "60")) {
      launcher.awaitOutput("under way", 2, Duration.ofSeconds(60));
      for (String host : List.of("node1", "node2")) {
        Path file = jobFile(bed.processes(host, "rank.RankMain").getFirst());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
        assertThat(holders(JobFile.read(file).secret())).isEmpty();
      }
    }
  }

  /** Where a rank's job file is, seen from outside its host. */
  private static Path jobFile(ProcessHandle rank) throws IOException {
    String process = "/proc/" + rank.pid();
    String name = RankEnvironment.JOB_FILE + "=";
    String variable =
        Stream.of(read(Path.of(process, "environ")).split("\0", -1))
            .filter(text -> text.startsWith(name))
            .findFirst()
            .orElseThrow();
    return Path.of(process + "/root" + variable.substring(name.length()));
  }

  /** The files below {@code /proc} that show the secret. */
  private static List<Path> holders(String secret) {
    try (var processes = ProcessHandle.allProcesses()) {
      return processes
          .flatMap(it -> PUBLIC.stream().map(name -> Path.of("/proc/" + it.pid(), name)))
          .filter(file -> read(file).contains(secret))
          .toList();
    }
  }

  /** Nothing where the process has ended. */
  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
