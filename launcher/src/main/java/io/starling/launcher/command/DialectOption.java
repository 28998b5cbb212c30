package io.starling.launcher.command;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.rank.DialectArguments;
import java.io.File;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option that adds one of the old Java dialects of MPI, to be mixed into commands. */
public final class DialectOption {

  /** The dialects. Their jars are where the script {@code starling} says. */
  private enum Dialect {
    ompi,
    mpj
  }

  @Option(
      names = "--mpi",
      paramLabel = "ompi|mpj",
      description =
          "add a package mpi, for a program that was written for another library: ompi for Open"
              + " MPI's Java bindings, mpj for MPJ Express and mpiJava 1.2. Without -cp, its"
              + " classes are where CLASSPATH says, or in the working folder")
  private Dialect dialect;

  /** Made by picocli. */
  public DialectOption() {}

  /** Whether a dialect was asked for. */
  public boolean isGiven() {
    return dialect != null;
  }

  /** The dialect's jars, to stand before the program's class path. */
  public String jars() {
    String jars = System.getProperty("starling." + dialect);
    if (jars == null) {
      throw new LaunchException(
          "--mpi %s: only the script 'starling' knows where the jars are".formatted(dialect));
    }
    return jars;
  }

  /** The dialect's jars, then the program's class path. */
  public String before(String classPath) {
    String given = System.getenv().getOrDefault("CLASSPATH", "");
    String fallback = given.isEmpty() ? "." : given;
    return jars() + File.pathSeparator + (classPath.isEmpty() ? fallback : classPath);
  }

  /** The variables for the ranks; a job that a rank of another job starts must not have its own. */
  public Map<String, String> variables() {
    if (dialect == Dialect.mpj) {
      return Map.of(DialectArguments.VARIABLE, DialectArguments.MPJ);
    }
    return System.getenv(DialectArguments.VARIABLE) == null
        ? Map.of()
        : Map.of(DialectArguments.VARIABLE, "");
  }
}
