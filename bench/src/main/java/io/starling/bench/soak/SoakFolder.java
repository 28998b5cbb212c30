package io.starling.bench.soak;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * The folder for temporary files that only the ranks of a soak use, so that its files can be
 * counted. Each host has one at the same path. A JVM warns of a folder that is not there when it
 * starts: so a job of its own makes the folders, and another one removes them, also those of hosts
 * whose ranks were all killed.
 */
final class SoakFolder {

  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final SoakOptions options;
  private final PrintStream errors;
  private final Path path;

  private SoakFolder(SoakOptions options, PrintStream errors) throws IOException {
    this.options = options;
    this.errors = errors;
    path = Files.createTempDirectory("starling-soak-");
  }

  /**
   * Makes the folder on all hosts.
   *
   * @param signal completes if no host needs it any more
   * @throws LaunchException if a host can't have it
   */
  static SoakFolder make(SoakOptions options, PrintStream errors, CompletableFuture<Integer> signal)
      throws IOException, InterruptedException {
    SoakFolder folder = new SoakFolder(options, errors);
    try {
      folder.onOtherHosts(Action.MAKE, signal);
      return folder;
    } catch (LaunchException e) {
      // Some hosts may have it.
      try {
        folder.remove();
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    } catch (InterruptedException e) {
      removeHere(folder.path);
      throw e;
    }
  }

  Path path() {
    return path;
  }

  enum Action {
    MAKE,
    REMOVE
  }

  private void onOtherHosts(Action action, CompletableFuture<Integer> signal)
      throws InterruptedException {
    if (!options.hasOtherHosts()) {
      return;
    }
    LaunchedProgram program =
        LaunchedProgram.ofClass(SoakFolder.class, List.of(action.name(), path.toString()));
    JobSpecification job =
        JobSpecification.builder(options.ranks(), program)
            .hosts(options.hosts())
            .archiveClasses(false)
            .timeout(LONGEST)
            .build();
    var told = new ByteArrayOutputStream();
    int status = new Job(job, told, told).run(signal);
    if (status != 0 && !signal.isDone()) {
      throw new LaunchException(
          "cannot %s %s on all hosts: status %d, %s"
              .formatted(
                  action.name().toLowerCase(Locale.ROOT),
                  path,
                  status,
                  told.toString(StandardCharsets.UTF_8).strip()));
    }
  }

  /** What each rank of such a job runs; the arguments are an action and the path. */
  public static void main(String... arguments) throws IOException {
    RankEnvironment rank = RankEnvironment.from(System.getenv()).orElseThrow();
    Path path = Path.of(arguments[1]);
    if (rank.localRank() == 0) {
      here(Action.valueOf(arguments[0]), path);
    }
  }

  /** Hosts may share the folder's place: then others do the same at the same time. */
  static void here(Action action, Path path) throws IOException {
    switch (action) {
      case MAKE -> Files.createDirectories(path, PRIVATE);
      case REMOVE -> removeHere(path);
    }
  }

  private static void removeHere(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            return goOn(failure);
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            goOn(failure);
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** What is gone was to go. */
  private static FileVisitResult goOn(IOException failure) throws IOException {
    if (failure != null && !(failure instanceof NoSuchFileException)) {
      throw failure;
    }
    return FileVisitResult.CONTINUE;
  }

  /** Removes it on all hosts; a host that is lost keeps its own. */
  void remove() throws IOException, InterruptedException {
    try {
      onOtherHosts(Action.REMOVE, new CompletableFuture<>());
    } catch (LaunchException e) {
      errors.println("starling: " + e.getMessage());
    } finally {
      removeHere(path);
    }
  }
}
