package io.starling.launcher.job;

import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.LaunchException;
import io.starling.runtime.trace.TraceFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The trace of a job, if one is wanted. */
final class JobTrace implements AutoCloseable {

  private final Optional<Path> file;
  private final TraceFolder folder;

  private JobTrace(Optional<Path> file, TraceFolder folder) {
    this.file = file;
    this.folder = folder;
  }

  /** Makes what ranks write to. */
  static JobTrace of(Optional<Path> file, int ranks) {
    try {
      return new JobTrace(file, file.isEmpty() ? null : TraceFolder.create(ranks));
    } catch (IOException e) {
      String temporary = System.getProperty("java.io.tmpdir");
      throw new LaunchException("--trace: cannot keep its events in " + temporary + ": " + e, e);
    }
  }

  /**
   * Refuses a file that can't be written, before there is something to write.
   *
   * @throws LaunchException with what is wrong
   */
  static void check(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    String problem = "";
    if (Files.isDirectory(file)) {
      problem = "it is a folder; name a file in it";
    } else if (!Files.isDirectory(parent)) {
      problem = "there is no folder " + parent;
    } else if (!Files.isWritable(parent) || (Files.exists(file) && !Files.isWritable(file))) {
      problem = "you may not write it";
    }
    if (!problem.isEmpty()) {
      throw new LaunchException("--trace " + file + ": " + problem);
    }
  }

  /** Sets the environment of a rank, which may have come from a rank of another job. */
  void setVariables(Map<String, String> environment) {
    environment.remove(TraceFolder.VARIABLE);
    if (folder != null) {
      environment.putAll(folder.variables());
    }
  }

  /**
   * Writes the file when all ranks have ended, and says so.
   *
   * @return the status of the job with this
   */
  int finish(int status, Consumer<String> tell) {
    if (folder == null) {
      return status;
    }
    String name = file.orElseThrow().toString();
    try {
      tell.accept("trace: " + folder.writeTo(file.orElseThrow()).describe(name));
      return status;
    } catch (IOException e) {
      tell.accept("cannot write the trace to " + name + ": " + e);
      return status == ExitStatus.SUCCESS ? ExitStatus.INTERNAL_ERROR : status;
    }
  }

  @Override
  public void close() {
    if (folder != null) {
      folder.close();
    }
  }
}
