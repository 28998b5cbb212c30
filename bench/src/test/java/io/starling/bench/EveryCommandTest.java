package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.Main;
import io.starling.launcher.Subcommand;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What holds for all commands that this module brings. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EveryCommandTest {

  static Stream<CommandLine> commands() {
    return withSubcommands(
        ServiceLoader.load(Subcommand.class).stream()
            .map(provider -> new CommandLine(provider.get())));
  }

  /** The same below {@code starling}, which says how help looks. */
  static Stream<CommandLine> below() {
    return withSubcommands(
        Main.commandLine().getSubcommands().values().stream()
            .filter(command -> command.getCommand() instanceof Subcommand));
  }

  private static Stream<CommandLine> withSubcommands(Stream<CommandLine> commands) {
    return commands.flatMap(
        command -> Stream.concat(Stream.of(command), command.getSubcommands().values().stream()));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void a_list_that_is_not_given_is_empty_and_not_null(CommandLine command) {
    command.setUnmatchedArgumentsAllowed(true);
    String[] required =
        command.getCommandSpec().requiredArgs().stream()
            .map(
                argument ->
                    argument instanceof OptionSpec option
                        ? option.longestName() + "=file"
                        : "something")
            .toArray(String[]::new);
    command.parseArgs(required);
    assertThat(command.getCommandSpec().args())
        .filteredOn(argument -> argument.isMultiValue() && !isCheckedForNull(argument))
        .allSatisfy(
            argument ->
                assertThat(argument.<Object>getValue()).as(argument.toString()).isNotNull());
  }

  /** {@code starling bench} has a subcommand and can't require its benchmarks. */
  private static boolean isCheckedForNull(ArgSpec argument) {
    return argument.paramLabel().equals("BENCHMARK");
  }

  @ParameterizedTest
  @MethodSource("below")
  void the_exit_status_is_documented(CommandLine command) {
    assertThat(command.getUsageMessage()).contains("Exit status:");
    assertThat(command.getCommandSpec().usageMessage().exitCodeList())
        .as("its own list, not that of all commands")
        .isNotEmpty()
        .isNotEqualTo(Main.commandLine().getCommandSpec().usageMessage().exitCodeList());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void json_goes_to_a_file(CommandLine command) {
    var json = command.getCommandSpec().findOption("--json");
    if (json != null) {
      assertThat(json.paramLabel()).isEqualTo("FILE");
      assertThat(json.arity().min()).isEqualTo(1);
      assertThat(String.join(" ", json.description())).contains("- is the standard output");
    }
  }
}
