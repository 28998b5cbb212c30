package io.starling.launcher;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code starling classpath}. */
@Command(
    name = "classpath",
    header = "Prints Starling's class path, for compilers, build tools and IDEs.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = "0:it is printed",
    footerHeading = "%nExample:%n",
    footer = "  java -cp \"$(starling classpath):classes\" my.Tool")
final class ClasspathCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().println(System.getProperty("java.class.path"));
    return ExitStatus.SUCCESS;
  }
}
