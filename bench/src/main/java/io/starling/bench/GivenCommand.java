package io.starling.bench;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** What the user typed, for pages and files that say how they were made. */
public final class GivenCommand {

  private static final String PROGRAM = "starling";

  private GivenCommand() {}

  /** The whole command line, also where a command was called without the launcher. */
  public static String of(CommandSpec spec) {
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    String command = arguments.indexOf(spec.name()) == 0 ? PROGRAM : PROGRAM + " " + spec.name();
    return command + " " + String.join(" ", arguments);
  }
}
