package io.starling.bench;

import static io.starling.bench.OptionBounds.require;

import io.starling.bench.micro.BenchmarkKind;
import java.util.Collection;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether ranks write what they send; to be mixed in. */
public final class WriteOption {

  @Option(
      names = "--write",
      description =
          "ranks write what they send before each message, as programs do; that is not timed, and a"
              + " ping-pong has a barrier before each round trip. Without --write the data stays in"
              + " the caches of all ranks that have read it")
  private boolean isOn;

  /** Whether they do. */
  public boolean isOn() {
    return isOn;
  }

  /** The same option as an argument for ranks and for the C driver, if it is set. */
  public Optional<String> toArgument() {
    return isOn ? Optional.of("--write=true") : Optional.empty();
  }

  /**
   * Checks that each benchmark can write what it sends.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public void check(Collection<BenchmarkKind> kinds) {
    for (BenchmarkKind kind : kinds) {
      require(!isOn || kind.canWrite(), "--write does not work with " + kind.label());
    }
  }
}
