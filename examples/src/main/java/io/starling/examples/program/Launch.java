package io.starling.examples.program;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Reads the options, joins the job and runs the program.
 *
 * <p>All ranks see the same arguments, so all come to the same end; rank 0 alone speaks, and the
 * others wait for it: the launcher ends a job as soon as one rank fails.
 */
public final class Launch {

  private static final int BAD_INPUT = 2;

  private Launch() {}

  /** Returns the exit code. */
  public static int run(RankProgram program, String... arguments) {
    try (Communicator world = Starling.world()) {
      OptionalInt early = read(commandLine(program), world.rank() == 0, arguments);
      if (early.isPresent()) {
        world.barrier();
        return early.getAsInt();
      }
      return run(program, world);
    }
  }

  static CommandLine commandLine(Object program) {
    CommandLine line = new CommandLine(program).setCaseInsensitiveEnumValuesAllowed(true);
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("show this help and exit")
                .build());
    return line;
  }

  private static int run(RankProgram program, Communicator world) {
    try {
      return program.run(world);
    } catch (BadInputException problem) {
      if (world.rank() == 0) {
        System.err.println(problem.getMessage());
      }
      world.barrier();
      return BAD_INPUT;
    }
  }

  static OptionalInt read(CommandLine line, boolean speaks, String... arguments) {
    try {
      line.parseArgs(arguments);
    } catch (ParameterException problem) {
      if (speaks) {
        System.err.println(problem.getMessage());
        System.err.println("Option --help lists what there is.");
      }
      return OptionalInt.of(BAD_INPUT);
    }
    if (line.isUsageHelpRequested()) {
      if (speaks) {
        line.usage(System.out);
      }
      return OptionalInt.of(0);
    }
    return OptionalInt.empty();
  }
}
