package io.starling.launcher.job;

import io.starling.launcher.exit.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * What each rank runs.
 *
 * @param mainClass the class whose main method is called
 * @param arguments what it is called with
 * @param classPath where it is found besides Starling's own class path; may be empty
 */
public record LaunchedProgram(String mainClass, List<String> arguments, String classPath) {

  public LaunchedProgram {
    arguments = List.copyOf(arguments);
  }

  /** A program that is on the launcher's own class path, as the benchmarks are. */
  public static LaunchedProgram ofClass(Class<?> mainClass, List<String> arguments) {
    return new LaunchedProgram(mainClass.getName(), arguments, "");
  }

  /**
   * A jar whose manifest names its main class.
   *
   * @throws LaunchException if there is no such jar or no such entry
   */
  public static LaunchedProgram ofJar(Path jar, List<String> arguments) {
    if (!Files.isRegularFile(jar)) {
      throw new LaunchException("-jar: there is no file " + jar);
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String mainClass =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      if (mainClass == null) {
        throw new LaunchException(
            "-jar: the manifest of %s has no Main-Class; run it with -cp %s MAIN"
                .formatted(jar, jar));
      }
      return new LaunchedProgram(mainClass.strip(), arguments, jar.toString());
    } catch (IOException e) {
      throw new LaunchException(
          "-jar: %s is not a readable jar file: %s".formatted(jar, e.getMessage()), e);
    }
  }
}
