package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A store on each host of the bed, and programs of them. */
final class BedStores implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(60);
  private static final String PORT = "4711";
  private static final String SERVE = "serve";

  private final Bed bed;
  private final String name;
  private final Path sign;
  private final List<BedProcess> stores = new ArrayList<>();
  private final List<BedProcess> programs = new ArrayList<>();

  /**
   * @param name tells these stores from those of other tests
   * @param silence in seconds
   */
  BedStores(Bed bed, String name, int count, int silence) throws InterruptedException {
    this.bed = bed;
    this.name = name;
    try {
      Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "bed-stores");
      this.sign = folder.resolve("sign");
      Path secret = Files.writeString(folder.resolve("secret"), "5".repeat(64));
      Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
      for (int i = 1; i <= count; i++) {
        List<String> words = new ArrayList<>(List.of("objects", SERVE, "--memory", "512M"));
        words.addAll(List.of("--file", file(), "--net", "eth0", "--port", PORT));
        words.addAll(List.of("--silence", "" + silence, "--secret-file", secret.toString()));
        if (i > 1) {
          words.addAll(List.of("--join", "node1:" + PORT));
        }
        stores.add(bed.start("node" + i, Programs.starling(words)));
        stores.getLast().awaitOutput("store %d listens".formatted(i - 1), 1, START);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** It is in a folder that each host has of its own. */
  private String file() {
    return "/tmp/store-" + name;
  }

  BedProcess store(int host) {
    return stores.get(host - 1);
  }

  /** Starts {@link BedObjects} on a host. */
  BedProcess program(int host, String verb, String object, int number) {
    List<String> command = new ArrayList<>(List.of("env", "STARLING_OBJECTS=" + file()));
    command.addAll(
        Programs.java(
            BedObjects.class.getName(), verb, sign.toString(), name + object, "" + number));
    programs.add(bed.start("node" + host, command));
    return programs.getLast();
  }

  /** What waits for the sign goes on. */
  void go() {
    try {
      Files.writeString(sign, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void kill(int host) {
    List<ProcessHandle> found = bed.processes("node" + host, file());
    assertThat(found).as(bed.jvms()).isNotEmpty();
    found.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void close() {
    programs.forEach(BedProcess::close);
    for (int i = 1; i <= stores.size(); i++) {
      bed.processes("node" + i, "BedObjects").forEach(ProcessHandle::destroyForcibly);
      bed.processes("node" + i, file()).forEach(ProcessHandle::destroyForcibly);
    }
    stores.forEach(BedProcess::close);
  }
}
