package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands whose output no process reads. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ClosedPipeTest {

  private static final int BROKEN_PIPE = 128 + 13;

  @ParameterizedTest
  @ValueSource(strings = {"algorithms", "algorithms -n 2", "topo", "compare --help"})
  void a_reader_who_has_enough_is_no_error(String arguments) throws Exception {
    Process starling = builder(arguments).start();
    starling.getInputStream().close();
    assertThat(errors(starling)).isEmpty();
    assertThat(starling.waitFor()).isEqualTo(BROKEN_PIPE);
  }

  @Test
  void a_file_on_a_full_disk_is_named() throws Exception {
    Process starling = builder("algorithms --json /dev/full").start();
    assertThat(errors(starling))
        .isEqualTo("starling: cannot write '/dev/full': No space left on device\n");
    assertThat(starling.waitFor()).isEqualTo(1);
  }

  @Test
  void a_full_device_is_told() throws Exception {
    Process starling = builder("algorithms").redirectOutput(new File("/dev/full")).start();
    assertThat(errors(starling)).isEqualTo("starling: cannot write to the standard output\n");
    assertThat(starling.waitFor()).isEqualTo(1);
  }

  private static ProcessBuilder builder(String arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.starling.launcher.Main");
    command.addAll(List.of(arguments.split(" ")));
    return new ProcessBuilder(command);
  }

  private static String errors(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
