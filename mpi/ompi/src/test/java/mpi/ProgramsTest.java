package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of the dialect run as jobs of Starling, and check what they get. */
class ProgramsTest {

  private static final int SECONDS = 90;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "DatatypeProgram, 1",
    "DatatypeProgram, 3",
    "OpProgram, 1",
    "OpProgram, 4",
    "GroupInfoProgram, 1",
    "GroupInfoProgram, 2",
    "WindowProgram, 1",
    "WindowProgram, 3",
    "FileProgram, 1",
    "FileProgram, 3"
  })
  void programsEndWell(String program, int ranks) throws Exception {
    Path output = folder.resolve("output");

    int status = run(program, ranks, output);

    assertEquals(0, status, Files.readString(output));
    assertTrue(Files.readString(output).contains(" ok"), Files.readString(output));
  }

  @Test
  void errorsAreFatalAtFirst() throws Exception {
    Path output = folder.resolve("output");

    int status = run("FatalProgram", 2, output);

    assertEquals(MPI.ERR_RANK, status, Files.readString(output));
    assertTrue(
        Files.readString(output).contains("mpi.Comm.send: MPI_ERR_RANK: "),
        Files.readString(output));
  }

  @Test
  void whatIsLeftOpenIsNoFailure() throws Exception {
    Path output = folder.resolve("output");

    int status = run("LeavingProgram", 2, output);

    assertEquals(0, status, Files.readString(output));
  }

  private int run(String program, int ranks, Path output) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.starling.launcher.Main", "run", "-n", Integer.toString(ranks)));
    command.addAll(List.of("programs." + program, folder.resolve("file").toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(
          process.waitFor(SECONDS, TimeUnit.SECONDS),
          "it does not end; until now: " + Files.readString(output));
    } finally {
      process.destroy();
    }
    return process.exitValue();
  }
}
