package io.starling.launcher;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Looks for the main class before any rank is started, without loading it. */
final class ProgramCheck {

  private ProgramCheck() {}

  /**
   * Returns if the class is there.
   *
   * @throws LaunchException that names the class and where it was looked for
   */
  static void check(String mainClass, String classPath) {
    String file = mainClass.replace('.', '/') + ".class";
    try (var loader =
        new URLClassLoader(
            urls(classPath).toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      if (loader.findResource(file) == null && loader.getResource(file) == null) {
        throw new LaunchException(
            "main class '%s' not found%s%nclass path:%n  %s"
                .formatted(mainClass, hint(mainClass), described(classPath)));
      }
    } catch (IOException e) {
      throw new LaunchException("can't search the class path: " + e.getMessage(), e);
    }
  }

  private static List<URL> urls(String classPath) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String element : classPath.split(File.pathSeparator)) {
      if (element.endsWith("*")) {
        for (Path jar : jarsIn(Path.of(element.substring(0, element.length() - 1)))) {
          urls.add(jar.toUri().toURL());
        }
      } else {
        urls.add(Path.of(element).toUri().toURL());
      }
    }
    return urls;
  }

  private static List<Path> jarsIn(Path folder) {
    try (var files = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
      List<Path> jars = new ArrayList<>();
      files.forEach(jars::add);
      return jars;
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String hint(String mainClass) {
    if (mainClass.endsWith(".jar")) {
      return "; to run a jar file write: -jar " + mainClass;
    }
    if (mainClass.endsWith(".java") || mainClass.endsWith(".class")) {
      return "; give the name of a compiled class, with its package and without an ending";
    }
    return "; add its folder or jar with -cp";
  }

  private static String described(String classPath) {
    List<String> lines = new ArrayList<>();
    for (String element : classPath.split(File.pathSeparator)) {
      boolean exists = element.endsWith("*") || Files.exists(Path.of(element));
      lines.add(exists ? element : element + " (does not exist)");
    }
    return String.join("\n  ", lines);
  }
}
