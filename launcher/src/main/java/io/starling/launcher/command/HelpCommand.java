package io.starling.launcher.command;

import io.starling.launcher.exit.ExitStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code starling help run}. */
@Command(
    name = "help",
    header = "Shows the help of a command.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:the help is shown", "2:there is no such command"},
    footerHeading = "%nExamples:%n",
    footer = {"  starling help run", "  starling help bench soak"})
public final class HelpCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "the command; none for a list")
  private List<String> names = new ArrayList<>();

  @Override
  public Integer call() {
    CommandLine command = spec.parent().commandLine();
    for (String name : names) {
      CommandLine next = command.getSubcommands().get(name);
      if (next == null) {
        throw new ParameterException(command, UsageErrors.noCommand(command, name));
      }
      command = next;
    }
    command.usage(spec.commandLine().getOut(), command.getColorScheme());
    return ExitStatus.SUCCESS;
  }
}
