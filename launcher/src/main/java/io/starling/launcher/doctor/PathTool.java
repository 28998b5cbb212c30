package io.starling.launcher.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program of a JDK that the user's shell finds.
 *
 * @param file where it really is, behind all links
 * @param feature the JDK's feature version, such as 25; 0 where it is not known
 */
record PathTool(Path file, int feature) {

  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(?:1\\.)?(\\d+)[^\"]*\"");

  /** The first in the folders of a {@code PATH}; empty where there is none. */
  static Optional<PathTool> find(String name, String path) {
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst()
        .map(PathTool::of);
  }

  private static PathTool of(Path link) {
    try {
      Path file = link.toRealPath();
      Path release = file.getParent().resolveSibling("release");
      Matcher version = VERSION.matcher(Files.readString(release));
      return new PathTool(file, version.find() ? Integer.parseInt(version.group(1)) : 0);
    } catch (IOException e) {
      return new PathTool(link, 0);
    }
  }

  boolean isAtLeast(int version) {
    return feature >= version;
  }

  String version() {
    return feature == 0 ? "of an unknown version" : "of JDK " + feature;
  }
}
