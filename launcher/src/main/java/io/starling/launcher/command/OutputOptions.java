package io.starling.launcher.command;

import io.starling.launcher.output.OutputRequest;
import io.starling.launcher.output.RankSelection;
import io.starling.launcher.output.Terminal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What becomes of the output of ranks, to be mixed into commands. */
public final class OutputOptions {

  private static final String FIRST = "0";

  @Option(
      names = "--tag-output",
      description = "begin each line of output with its rank: [3], or on several hosts [3@node2]")
  private boolean tagged;

  @Option(
      names = "--output-dir",
      paramLabel = "DIR",
      description =
          "also write the output of each rank to files in this folder, rank-003.out and"
              + " rank-003.err; it must not hold such files yet")
  private Path folder;

  @Option(
      names = "--quiet-ranks",
      paramLabel = "SHOWN",
      arity = "0..1",
      converter = Ranks.class,
      preprocessor = OnlyAttached.class,
      description =
          "show the output of rank 0 only, or of these ranks: --quiet-ranks=0,8-11; if another rank"
              + " fails, the end of its stderr is shown")
  private RankSelection shown;

  @Option(names = "--no-status", description = "do not show the state of the job on a terminal")
  private boolean withoutStatus;

  /** Made by picocli. */
  public OutputOptions() {}

  /** What the command line asks for. */
  public OutputRequest request() {
    return new OutputRequest(
        tagged,
        Optional.ofNullable(folder),
        Optional.ofNullable(shown),
        !withoutStatus && Terminal.ERROR.isDrawable());
  }

  private static final class Ranks implements ITypeConverter<RankSelection> {
    @Override
    public RankSelection convert(String value) {
      try {
        return RankSelection.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** What stands behind the option without an equals sign is the program. */
  private static final class OnlyAttached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> rest, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (!"=".equals(info.get("separator"))) {
        rest.push(FIRST);
      }
      return false;
    }
  }
}
