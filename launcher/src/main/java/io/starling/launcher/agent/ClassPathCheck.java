package io.starling.launcher.agent;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Looks whether a host has what ranks are started with: the same paths as the launcher's host. */
final class ClassPathCheck {

  private static final String OPTION = "-cp";

  private ClassPathCheck() {}

  /**
   * What is missing here of a command's JVM and class path.
   *
   * @param directory where relative paths begin
   */
  static List<String> missing(List<String> command, Path directory) {
    int option = command.indexOf(OPTION);
    Stream<String> elements =
        option < 0 || option + 1 >= command.size()
            ? Stream.empty()
            : Stream.of(command.get(option + 1).split(File.pathSeparator, -1));
    return Stream.concat(command.stream().limit(1), elements)
        .filter(element -> !element.isEmpty() && !element.endsWith("*"))
        .filter(element -> !Files.exists(directory.resolve(element)))
        .toList();
  }
}
