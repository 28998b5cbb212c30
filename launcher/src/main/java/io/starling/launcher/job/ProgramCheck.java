package io.starling.launcher.job;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.source.CompiledSource;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Looks for the main class before any rank is started, without loading it. */
final class ProgramCheck {

  private static final int SHOWN = 3;

  private ProgramCheck() {}

  /**
   * Returns if the class is there.
   *
   * @param classPath the program's and Starling's
   * @throws LaunchException that names the class and where it was looked for
   */
  static void check(LaunchedProgram program, String classPath) {
    String mainClass = program.mainClass();
    String file = mainClass.replace('.', '/') + ".class";
    try (var loader =
        new URLClassLoader(
            urls(classPath).toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      if (loader.findResource(file) == null && loader.getResource(file) == null) {
        throw new LaunchException(
            "there is no main class '%s'%s%s"
                .formatted(mainClass, place(program.classPath()), hint(mainClass)));
      }
    } catch (IOException e) {
      throw new LaunchException("cannot search the class path: " + e.getMessage(), e);
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
      return "; to run a jar file, write: -jar " + mainClass;
    }
    if (mainClass.endsWith(".class")) {
      return "; give the name of the class, with its package and without .class";
    }
    return CompiledSource.fileOfClass(mainClass)
        .map("; there is a source file: starling run %s"::formatted)
        .orElse("; name its folder or jar with -cp");
  }

  /** Of the program's class path, what may be wrong; a long one would bury it. */
  private static String place(String classPath) {
    if (classPath.isEmpty() || classPath.equals(System.getProperty("starling.programs"))) {
      return "";
    }
    List<String> elements = List.of(classPath.split(File.pathSeparator));
    List<String> missing =
        elements.stream()
            .filter(element -> !element.endsWith("*") && !Files.exists(Path.of(element)))
            .map(element -> element + " does not exist")
            .limit(SHOWN)
            .toList();
    String where =
        elements.size() <= SHOWN
            ? String.join(", ", elements)
            : "the %d places of -cp".formatted(elements.size());
    return " in " + where + missing.stream().map("; "::concat).collect(Collectors.joining());
  }
}
