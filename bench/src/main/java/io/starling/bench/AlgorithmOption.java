package io.starling.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Which algorithms Starling's collectives use; to be mixed in. */
public final class AlgorithmOption {

  @Option(
      names = "--algorithm",
      paramLabel = "[COLLECTIVE=]NAME[,PARAMETER=VALUE]...",
      split = ";",
      hideParamSyntax = true,
      description =
          "an algorithm of Starling's, such as binomial,segment=32K, or broadcast=chain; once per"
              + " collective, or several with ; between")
  private List<String> choices = new ArrayList<>();

  /** One for each collective that is not left to the table. */
  public List<String> choices() {
    return List.copyOf(choices);
  }

  /** The same option as arguments for ranks. */
  public Stream<String> toArguments() {
    return choices.stream().map(choice -> "--algorithm=" + choice);
  }
}
