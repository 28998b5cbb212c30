package io.starling.launcher;

import io.starling.launcher.command.DoctorCommand;
import io.starling.launcher.command.GroupedOptions;
import io.starling.launcher.command.HelpCommand;
import io.starling.launcher.command.RunCommand;
import io.starling.launcher.command.ScriptCommands;
import io.starling.launcher.command.UsageErrors;
import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.output.Terminal;
import io.starling.launcher.output.UnwritableException;
import java.io.PrintWriter;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The {@code starling} command. */
@Command(
    name = "starling",
    header = "Collective communication for Java programs that run as many processes.",
    versionProvider = Main.Version.class,
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all is done",
      "1:something failed, and a line says what",
      "2:wrong usage",
      "other:'starling help COMMAND' lists those of a command"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  starling run -n 4 io.starling.examples.Hello",
      "  starling run -n 4 Sum.java",
      "  starling help run",
      "  mpirun -n 4 starling exec io.starling.examples.Hello",
      "  starling classpath"
    })
public final class Main implements Runnable {

  private static final String RUN = "run";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Main() {}

  /** Ends the process with the status of the subcommand. */
  public static void main(String[] arguments) {
    // What libraries log is for people, as all the launcher says: one line, without time and class.
    System.setProperty("java.util.logging.SimpleFormatter.format", "starling: %5$s%n");
    CommandLine command = isRun(arguments) ? runAlone() : commandLine();
    if (asksForHelp(arguments)) {
      command.setUsageHelpWidth(Terminal.OUTPUT.width());
    }
    int status = command.execute(arguments);
    if (status == ExitStatus.SUCCESS && System.out.checkError()) {
      status = unwritten();
    }
    System.exit(status);
  }

  private static boolean asksForHelp(String... arguments) {
    return arguments.length == 0
        || Stream.of(arguments).anyMatch(word -> word.matches("-h|--help|help"));
  }

  /** A reader that reads no further, such as {@code head}, has all that it wants. */
  private static int unwritten() {
    if (Terminal.OUTPUT.isPipe()) {
      return ExitStatus.BROKEN_PIPE;
    }
    System.err.println("starling: cannot write to the standard output");
    return ExitStatus.INTERNAL_ERROR;
  }

  private static boolean isRun(String... arguments) {
    return arguments.length > 0 && arguments[0].equals(RUN);
  }

  /**
   * The command without the other subcommands: to read what all of them are takes longer than the
   * rest of what comes before the first agent and the first rank.
   */
  static CommandLine runAlone() {
    return prepared(new CommandLine(new Main()).addSubcommand(runCommand()));
  }

  /** The command with all subcommands that are on the class path. */
  public static CommandLine commandLine() {
    CommandLine root = new CommandLine(new Main());
    CommandLine exec = new CommandLine(new ScriptCommands.Exec());
    root.addSubcommand(runCommand())
        .addSubcommand(exec)
        .addSubcommand(new ScriptCommands.Javac())
        .addSubcommand(new ScriptCommands.Classpath())
        .addSubcommand(new ScriptCommands.Jdk())
        .addSubcommand(new DoctorCommand());
    ServiceLoader.load(Subcommand.class).forEach(root::addSubcommand);
    root.addSubcommand(new HelpCommand());
    exec.setStopAtPositional(true);
    return prepared(root);
  }

  private static CommandLine runCommand() {
    CommandLine run = new CommandLine(new RunCommand());
    run.setStopAtPositional(true);
    run.getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new GroupedOptions(RunCommand.GROUPS));
    return run;
  }

  private static CommandLine prepared(CommandLine root) {
    root.setExpandAtFiles(false);
    root.setParameterExceptionHandler(Main::explain);
    root.setExecutionExceptionHandler(Main::explain);
    root.setColorScheme(
        CommandLine.Help.defaultColorScheme(Terminal.OUTPUT.isColoured() ? Ansi.ON : Ansi.OFF));
    return root;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int explain(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    PrintWriter errors = command.getErr();
    errors.println("starling: " + UsageErrors.explain(exception));
    errors.println(
        "See '%s'.".formatted(name.replaceFirst("^starling ?", "starling help ").strip()));
    return ExitStatus.USAGE;
  }

  private static int explain(Exception exception, CommandLine command, ParseResult parsed) {
    return switch (exception) {
      case LaunchException _ -> {
        command.getErr().println("starling: " + exception.getMessage());
        yield ExitStatus.USAGE;
      }
      case UnwritableException _ -> {
        command.getErr().println("starling: " + exception.getMessage());
        yield ExitStatus.INTERNAL_ERROR;
      }
      case SignalledException signalled -> signalled.status();
      case ParameterException wrong -> explain(wrong, new String[0]);
      default -> {
        exception.printStackTrace(command.getErr());
        yield ExitStatus.INTERNAL_ERROR;
      }
    };
  }

  /** The version of Starling and of the JDK that runs it. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {
        "starling " + (version == null ? "(not packaged)" : version),
        "Java " + Runtime.version() + " in " + System.getProperty("java.home")
      };
    }
  }
}
