package io.starling.bench.objects.measure;

import io.starling.launcher.job.ServiceRequest;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreReport;
import io.starling.objects.door.DoorFile;
import io.starling.runtime.bootstrap.api.HostService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A store process beside those of the job, which it joins, to be killed. */
final class SpareStore implements AutoCloseable {

  private static final String SILENCE_MILLIS = "10000";

  private final Path folder;
  private final Process process;
  private final ObjectStore connection;
  private final int slot;

  private SpareStore(Path folder, Process process, ObjectStore connection, int slot) {
    this.folder = folder;
    this.process = process;
    this.connection = connection;
    this.slot = slot;
  }

  /** Starts one on this host, and connects to it. */
  static SpareStore start(Scene scene, long memory) {
    try {
      Path folder = Files.createTempDirectory("starling-spare-");
      Path file = folder.resolve("store");
      Process process =
          new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      tell(process, settings(scene, memory, file));
      awaitReady(process);
      InetSocketAddress address = DoorFile.read(file).address();
      return new SpareStore(
          folder, process, ObjectStore.connect(file), slot(scene.store(), address));
    } catch (IOException e) {
      throw new UncheckedIOException("a spare store can't be started", e);
    }
  }

  private static List<String> command() {
    HostService service = ServiceRequest.objects(0).orElseThrow().service();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(service.jvmFlags());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), service.mainClass()));
    return command;
  }

  private static String settings(Scene scene, long memory, Path file) {
    InetSocketAddress contact = scene.door().address();
    return String.join(
        "\n",
        "file " + file,
        "memory " + memory,
        "address " + scene.address(),
        "secret " + scene.door().secret().digits(),
        "silence " + SILENCE_MILLIS,
        "contact " + contact.getAddress().getHostAddress() + ":" + contact.getPort(),
        "end\n");
  }

  private static void tell(Process process, String settings) throws IOException {
    // The end of its input would end it.
    process.getOutputStream().write(settings.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  private static void awaitReady(Process process) throws IOException {
    var lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    while (line != null && !line.startsWith("ready ")) {
      if (line.startsWith("failed ")) {
        throw new IOException(line);
      }
      line = lines.readLine();
    }
    if (line == null) {
      throw new IOException("it ended");
    }
  }

  private static int slot(ObjectStore store, InetSocketAddress address) {
    String place = address.getAddress().getHostAddress() + ":" + address.getPort();
    return store.report(false).stream()
        .filter(report -> report.host().equals(place))
        .mapToInt(StoreReport::slot)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no store at " + place));
  }

  int slot() {
    return slot;
  }

  ObjectStore connection() {
    return connection;
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    connection.close();
    kill();
    try {
      process.waitFor();
      try (DirectoryStream<Path> left = Files.newDirectoryStream(folder)) {
        for (Path file : left) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException("the folder of a spare store can't be removed", e);
    }
  }
}
