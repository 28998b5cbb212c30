package io.starling.launcher;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that has a job traced, to be mixed into commands. */
public final class TraceOption {

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "write what each rank sent, received and folded, and when, to this file, to be opened in"
              + " ui.perfetto.dev or chrome://tracing; of long jobs, the last million events")
  private Path file;

  /** Made by picocli. */
  public TraceOption() {}

  /** Where the trace goes, if one is wanted. */
  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }
}
