package io.starling.launcher.command;

import java.util.Map;
import picocli.CommandLine.Option;

/** The option that says what carries a job's messages, to be mixed into commands. */
public final class TransportOption {

  @Option(
      names = "--transport",
      paramLabel = "auto|shared|ucx",
      description =
          "what carries messages: auto, the default, is shared memory between ranks of the same"
              + " host and UCX between hosts; shared needs all ranks on one host; ucx is UCX for"
              + " all")
  private String name;

  /** Made by picocli. */
  public TransportOption() {}

  /** The variables for the ranks; they are checked before any rank is started. */
  public Map<String, String> variables() {
    return name == null ? Map.of() : Map.of("STARLING_TRANSPORT", name);
  }
}
