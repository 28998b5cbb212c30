package io.starling.bench.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores as users start them, in processes. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ServedStoresTest {

  private static final int BROKEN_PIPE = 128 + 13;
  private static final long PATIENCE = 60_000_000_000L;

  private final List<Process> processes = new ArrayList<>();
  @TempDir private Path folder;

  @AfterEach
  void end() {
    processes.forEach(Process::destroyForcibly);
  }

  private Process start(String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.starling.launcher.Main", "objects"));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .redirectError(folder.resolve("errors" + processes.size()).toFile())
            .start();
    processes.add(process);
    return process;
  }

  private Process serve(String file, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("serve", "--memory", "1M", "--silence", "1"));
    words.addAll(List.of("--file", folder.resolve(file).toString()));
    words.addAll(List.of(more));
    Process process = start(words.toArray(String[]::new));
    assertThat(process.inputReader().readLine()).as(errors(process)).contains("listens at");
    return process;
  }

  private String errors(Process process) throws IOException {
    return Files.readString(folder.resolve("errors" + processes.indexOf(process)));
  }

  private void awaitError(Process process, String text) throws IOException {
    long end = System.nanoTime() + PATIENCE;
    while (!errors(process).contains(text)) {
      assertThat(System.nanoTime()).as(errors(process)).isLessThan(end);
      LockSupport.parkNanos(10_000_000);
    }
  }

  private String status(int expected, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("status", "--store"));
    words.add(folder.resolve("second").toString());
    words.addAll(List.of(more));
    Process status = start(words.toArray(String[]::new));
    String output = new String(status.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(status.waitFor()).as(output + errors(status)).isEqualTo(expected);
    return output;
  }

  @Test
  @Tag("slow")
  void they_say_who_comes_and_goes_and_status_says_that_there_is_no_quorum() throws Exception {
    Process first = serve("first");
    Process second = serve("second", "--join", folder.resolve("first").toString());
    Process third = serve("third", "--join", folder.resolve("first").toString());
    awaitError(first, "has joined; 3 stores");
    third.destroy();
    awaitError(first, "has left; 2 stores go on");
    awaitError(second, "has left; 2 stores go on");
    assertThat(status(0)).hasLineCount(3).doesNotContain("no quorum");
    first.destroyForcibly();
    awaitError(second, "starling: no quorum: store 0");
    assertThat(status(1)).contains("\nno quorum: store 0 (");
    assertThat(status(1, "--json", "-")).contains("\"trouble\" : \"no quorum: store 0 (");
  }

  @Test
  void a_watch_ends_when_its_reader_has_enough() throws Exception {
    serve("second");
    Process watch = start("status", "--watch", "--store", folder.resolve("second").toString());
    try (BufferedReader reader = watch.inputReader()) {
      assertThat(reader.readLine()).startsWith("store");
      assertThat(reader.readLine()).startsWith("0");
    }
    assertThat(watch.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(watch.exitValue()).isEqualTo(BROKEN_PIPE);
    assertThat(errors(watch)).isEmpty();
  }
}
