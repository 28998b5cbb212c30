package io.starling.launcher.job;

import io.starling.launcher.archive.ArchiveFolder;
import io.starling.launcher.archive.ArchiveKey;
import io.starling.launcher.archive.TrainingMain;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.placing.PlacementRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Makes ranks start fast: the classes that they load are archived, once for each set of flags.
 *
 * <p>A job of one rank records which classes ranks load, then the JVM writes these to an archive
 * from which it can map them. This is the class data sharing of before Java 24: its successor, the
 * ahead-of-time cache, links classes only where no incubating module is resolved, and ranks need
 * {@code jdk.incubator.vector}.
 */
final class ArchiveTraining {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration RETRY_AFTER = Duration.ofHours(1);

  private final ArchiveFolder folder;
  private final ArchiveKey key;
  private final String classPath;
  private final CompletableFuture<Integer> signal;

  private ArchiveTraining(
      ArchiveFolder folder, ArchiveKey key, String classPath, CompletableFuture<Integer> signal) {
    this.folder = folder;
    this.key = key;
    this.classPath = classPath;
    this.signal = signal;
  }

  /**
   * The archive for ranks; empty where there can't be one.
   *
   * @param flags those of the ranks' JVMs
   * @param environment that of the ranks
   * @param signal gives the training up when it completes
   */
  static String archiveFor(
      JobSpecification specification,
      List<String> flags,
      Map<String, String> environment,
      String classPath,
      CompletableFuture<Integer> signal,
      Consumer<String> note) {
    if (!specification.archiveClasses()) {
      return "";
    }
    Optional<ArchiveKey> key = ArchiveKey.of(flags, classPath, environment);
    if (key.isEmpty()) {
      note.accept("ranks start without a class archive, which needs a class path of jars only");
      return "";
    }
    Optional<ArchiveFolder> folder = ArchiveFolder.of(System.getenv());
    if (folder.isEmpty()) {
      note.accept(
          "ranks start without a class archive: this user has no home folder for it; set"
              + " XDG_CACHE_HOME");
      return "";
    }
    Path file = folder.get().file(key.get());
    if (!Files.exists(file)) {
      new ArchiveTraining(folder.get(), key.get(), classPath, signal).train(note);
    }
    return Files.exists(file) ? file.toString() : "";
  }

  private void train(Consumer<String> note) {
    Path mark = folder.failureMark(key);
    if (isRecent(mark)) {
      note.accept(
          "ranks start without a class archive: an earlier attempt to make it failed, see " + mark);
      return;
    }
    long start = System.nanoTime();
    String failure;
    try {
      failure = attempt();
    } catch (IOException | LaunchException e) {
      failure = e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    long milliseconds = (System.nanoTime() - start) / 1_000_000;
    if (failure.isEmpty()) {
      note.accept("made class archive " + folder.file(key) + " in " + milliseconds + " ms");
    } else {
      note.accept("ranks start without a class archive, which cannot be made: " + failure);
      if (!signal.isDone()) {
        remember(mark, failure);
      }
    }
  }

  /** A failure may have passed, such as a full disk or a machine that was too slow. */
  private static boolean isRecent(Path mark) {
    try {
      Instant failed = Files.getLastModifiedTime(mark).toInstant();
      return failed.plus(RETRY_AFTER).isAfter(Instant.now());
    } catch (IOException e) {
      return false;
    }
  }

  private String attempt() throws IOException, InterruptedException {
    Path classes = folder.temporary(".classes");
    Path archive = folder.temporary(".jsa");
    try {
      String failure = record(classes);
      if (failure.isEmpty()) {
        failure = dump(classes, archive);
      }
      if (failure.isEmpty()) {
        folder.install(archive, key);
      }
      return failure;
    } finally {
      Files.deleteIfExists(classes);
      Files.deleteIfExists(archive);
    }
  }

  private String record(Path classes) throws InterruptedException {
    List<String> flags = new ArrayList<>(key.flags());
    flags.add("-XX:DumpLoadedClassList=" + classes);
    var specification =
        JobSpecification.builder(1, LaunchedProgram.ofClass(TrainingMain.class, List.of()))
            .jvmArguments(flags)
            .environment(key.variables())
            .archiveClasses(false)
            .placement(PlacementRequest.UNBOUND)
            .timeout(PATIENCE)
            .build();
    var output = new ByteArrayOutputStream();
    int status = new Job(specification, output, output).run(signal);
    return status == 0 ? "" : output.toString(StandardCharsets.UTF_8) + "status " + status;
  }

  private String dump(Path classes, Path archive) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(key.flags());
    command.add("-Xshare:dump");
    command.add("-XX:SharedClassListFile=" + classes);
    command.add("-XX:SharedArchiveFile=" + archive);
    command.add("-cp");
    command.add(classPath);
    Path log = folder.temporary(".log");
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(key.variables());
      Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
      CompletableFuture<Object> end = CompletableFuture.anyOf(process.onExit(), signal);
      end.completeOnTimeout(process, PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
      boolean ended = !process.isAlive();
      process.destroyForcibly();
      return ended && process.exitValue() == 0 ? "" : "no archive: " + Files.readString(log);
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private static void remember(Path mark, String failure) {
    try {
      Files.writeString(mark, failure);
    } catch (IOException e) {
      // Then the next job tries again.
    }
  }
}
