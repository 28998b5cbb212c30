package io.starling.launcher.command;

import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.LaunchException;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The commands that tell what is installed, and those that the script {@code starling} does by
 * itself, before there is a JVM, which stand here for the list of commands and for their help.
 */
@SuppressWarnings("UnusedVariable") // The fields are for the help.
public final class ScriptCommands {

  private ScriptCommands() {}

  private static int refuse(String name) {
    throw new LaunchException("only the script 'starling' does '%s'".formatted(name));
  }

  /** {@code starling exec}. */
  @Command(
      name = "exec",
      header = "Runs a program as one rank of a job that another launcher has started.",
      description = {
        "",
        "MAIN is a class or a source file, as for 'starling run'; each rank compiles a source file"
            + " for itself. Variables take the place of the options of 'starling run':"
            + " STARLING_ALGORITHM, STARLING_TRANSPORT and so on.",
        ""
      },
      exitCodeListHeading = "%nExit status:%n",
      exitCodeList = {
        "0:the program ended with 0",
        "1:the program threw an exception, or does not compile",
        "2:wrong usage",
        "other:that of the program"
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  srun --mpi=pmix -n 4 starling exec io.starling.examples.Hello",
        "  mpirun -n 4 starling exec io.starling.examples.Hello",
        "  mpirun -n 4 starling exec Sum.java",
        "  srun --mpi=pmix -n 4 starling exec --mpi ompi -cp classes Ring"
      },
      customSynopsis =
          "starling exec [-cp PATH] [--mpi ompi|mpj] [--jvm-arg ARG]... MAIN [ARGUMENT]...")
  public static final class Exec implements Callable<Integer> {

    @Option(
        names = {"-cp", "--class-path"},
        paramLabel = "PATH",
        description = "where the program's classes are; Starling adds its own")
    private String classPath = "";

    @Mixin private DialectOption dialect;

    @Option(
        names = "--jvm-arg",
        paramLabel = "ARG",
        description = "an argument for the JVM; repeatable")
    private List<String> jvmArguments = new ArrayList<>();

    @Parameters(paramLabel = "MAIN [ARGUMENT]...", arity = "0..*", hidden = true)
    private List<String> program = new ArrayList<>();

    @Override
    public Integer call() {
      return refuse("exec");
    }
  }

  /** {@code starling javac}. */
  @Command(
      name = "javac",
      header = "Compiles with the javac of the JDK that Starling uses.",
      description = {
        "",
        "The class path is Starling's, then that of -cp, or else CLASSPATH or the working folder."
            + " All other arguments go to javac as they are.",
        ""
      },
      exitCodeListHeading = "%nExit status:%n",
      exitCodeList = {"0:all is compiled", "other:that of javac"},
      footerHeading = "%nExamples:%n",
      footer = {
        "  starling javac -d classes Sum.java && starling run -n 4 -cp classes Sum",
        "  starling javac --help"
      },
      customSynopsis = "starling javac [ARGUMENT]...")
  public static final class Javac implements Callable<Integer> {

    @Parameters(paramLabel = "ARGUMENT", arity = "0..*", hidden = true)
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
      return refuse("javac");
    }
  }

  /** {@code starling jdk}. */
  @Command(
      name = "jdk",
      header = "Prints the folder of the JDK that Starling uses.",
      description = {
        "",
        "The first JDK 25 or later of JAVA_HOME, PATH, /usr/lib/jvm, ~/.sdkman, ~/.jdks and /opt.",
        ""
      },
      exitCodeListHeading = "%nExit status:%n",
      exitCodeList = {"0:there is one", "1:there is none"},
      footerHeading = "%nExample:%n",
      footer = "  \"$(starling jdk)/bin/jshell\" --class-path \"$(starling classpath)\"")
  public static final class Jdk implements Callable<Integer> {

    @Override
    public Integer call() {
      System.out.println(System.getProperty("java.home"));
      return ExitStatus.SUCCESS;
    }
  }

  /** {@code starling classpath}. */
  @Command(
      name = "classpath",
      header = "Prints Starling's class path, for compilers, build tools and IDEs.",
      exitCodeListHeading = "%nExit status:%n",
      exitCodeList = "0:it is printed",
      footerHeading = "%nExample:%n",
      footer = {
        "  java -cp \"$(starling classpath):classes\" my.Tool",
        "  javac -cp \"$(starling classpath --mpi ompi)\" Ring.java"
      })
  public static final class Classpath implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Mixin private DialectOption dialect;

    @Override
    public Integer call() {
      String own = System.getProperty("java.class.path");
      spec.commandLine()
          .getOut()
          .println(dialect.isGiven() ? own + File.pathSeparator + dialect.jars() : own);
      return ExitStatus.SUCCESS;
    }
  }
}
