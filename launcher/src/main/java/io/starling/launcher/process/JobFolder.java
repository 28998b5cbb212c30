package io.starling.launcher.process;

import io.starling.runtime.bootstrap.JobFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of mode 700 that holds the job file while the job runs. */
final class JobFolder implements AutoCloseable {

  private final Path folder;
  private final Path jobFile;

  JobFolder(JobFile content) throws IOException {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    boolean usable = runtime != null && Files.isWritable(Path.of(runtime));
    folder =
        usable
            ? Files.createTempDirectory(Path.of(runtime), "starling-")
            : Files.createTempDirectory("starling-");
    jobFile = folder.resolve("job");
    content.write(jobFile);
  }

  Path jobFile() {
    return jobFile;
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(jobFile);
    Files.deleteIfExists(folder);
  }
}
