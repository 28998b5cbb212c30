package io.starling.launcher.command;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that has a job traced, to be mixed into commands. */
public final class TraceOption {

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "write a timeline of what each rank sent, received and folded, for ui.perfetto.dev or"
              + " chrome://tracing; of a long job, the last million events")
  private Path file;

  /** Made by picocli. */
  public TraceOption() {}

  /** Where the trace goes, if one is wanted. */
  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }
}
