package io.starling.testbed;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command lines of what tests start. */
final class Programs {

  /** Where the tests' own programs are. */
  static final String OWN = Path.of("target/test-classes").toAbsolutePath().toString();

  /** Where the programs of the tests of {@code collectives} are. */
  static final String COLLECTIVES =
      Path.of("../collectives/target/test-classes").toAbsolutePath().normalize().toString();

  /** Where the store of the tests of {@code launcher} is, with what finds it. */
  private static final String STORE =
      Path.of("../launcher/target/test-classes").toAbsolutePath().normalize().toString();

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final String CACHE = Path.of("target/cache").toAbsolutePath().toString();

  private Programs() {}

  /** Only what users have: without the tests and what these use. */
  static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(element -> !element.contains("test-classes"))
        .filter(element -> !element.matches(".*(junit|assertj|opentest4j|byte-buddy|surefire).*"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The launcher, as the script {@code starling} starts it when all is built. */
  static List<String> starling(List<String> arguments) {
    return starling(classPath(), arguments);
  }

  /** The same with stores that keep nothing, in place of Starling's. */
  static List<String> starlingWithStores(List<String> arguments) {
    return starling(STORE + File.pathSeparator + classPath(), arguments);
  }

  private static List<String> starling(String classPath, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("env", "XDG_CACHE_HOME=" + CACHE, JAVA));
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath));
    command.add("io.starling.launcher.Main");
    command.addAll(arguments);
    return command;
  }

  /** A program as another launcher starts it: only the JVM and what the program needs. */
  static List<String> java(String... mainAndArguments) {
    List<String> command = new ArrayList<>(List.of(JAVA, "-XX:+UseSerialGC"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", classPath() + File.pathSeparator + OWN));
    command.addAll(List.of(mainAndArguments));
    return command;
  }
}
