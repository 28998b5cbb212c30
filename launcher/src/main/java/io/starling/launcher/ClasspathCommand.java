package io.starling.launcher;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code starling classpath}. */
@Command(
    name = "classpath",
    header = "Prints the class path that a program linking Starling needs.",
    footerHeading = "%nExample:%n",
    footer = "  javac -cp \"$(starling classpath)\" -d classes Hello.java")
final class ClasspathCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().println(System.getProperty("java.class.path"));
    return ExitStatus.SUCCESS;
  }
}
