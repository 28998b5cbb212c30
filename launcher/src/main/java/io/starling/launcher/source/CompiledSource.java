package io.starling.launcher.source;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A program that was given as a source file, compiled into a folder of its own. Classes in other
 * files are found as {@code java} finds them: below the folder in which the file's package begins.
 * The folder goes when this is closed, and when the process ends before that.
 */
public final class CompiledSource implements AutoCloseable {

  private static final String PREFIX = ".starling-classes-";

  /** Those of the JDK's source launcher; ranks have the vector module, which is no news. */
  private static final List<String> OPTIONS =
      List.of(
          "-proc:none",
          "-implicit:class",
          "-Xdiags:verbose",
          "-Xlint:deprecation,unchecked,-options,-incubating",
          "-Xprefer:source",
          "--add-modules=jdk.incubator.vector");

  private final Path folder;
  private final Thread removal;
  private String mainClass;

  private CompiledSource(Path folder) {
    this.folder = folder;
    removal = Thread.ofPlatform().unstarted(() -> remove(folder));
    Runtime.getRuntime().addShutdownHook(removal);
  }

  /** Whether the word in place of a main class names a source file, as {@code java} sees it. */
  public static boolean isNamed(String word) {
    return SourceFile.isNamed(word);
  }

  /** The source file in the working folder of a class, if there is one. */
  public static Optional<Path> fileOfClass(String className) {
    return SourceFile.ofClass(className);
  }

  /**
   * Compiles a program.
   *
   * @param classPath where its libraries are
   * @param jvmArguments those with which it is to run; some concern the compiler, too
   * @param place where the folder is made
   * @param errors where the compiler writes what it finds
   * @throws CompilationException if it can't be compiled
   */
  public static CompiledSource of(
      Path file, String classPath, List<String> jvmArguments, Path place, PrintWriter errors)
      throws CompilationException {
    return into(file, classPath, jvmArguments, makeFolder(place), errors);
  }

  /**
   * Compiles a program as {@link #of} does, into a folder that is there already; it goes like one
   * that was made here, also where this fails.
   */
  public static CompiledSource into(
      Path file, String classPath, List<String> jvmArguments, Path folder, PrintWriter errors)
      throws CompilationException {
    CompiledSource compiled = new CompiledSource(folder);
    try {
      if (!Files.isRegularFile(file)) {
        throw new CompilationException("there is no source file " + file);
      }
      compiled.compile(file, compiler(file), options(classPath, jvmArguments), errors);
      return compiled;
    } catch (CompilationException | RuntimeException | Error e) {
      compiled.close();
      throw e;
    }
  }

  private static JavaCompiler compiler(Path file) throws CompilationException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new CompilationException(
          "%s has no compiler, which %s needs: name a JDK by JAVA_HOME"
              .formatted(System.getProperty("java.home"), file));
    }
    return compiler;
  }

  private static Path makeFolder(Path place) throws CompilationException {
    try {
      return Files.createTempDirectory(place, PREFIX);
    } catch (IOException e) {
      throw new CompilationException(
          "cannot make a folder for compiled classes in %s: %s".formatted(place, e), e);
    }
  }

  private static List<String> options(String classPath, List<String> jvmArguments) {
    List<String> options = new ArrayList<>(OPTIONS);
    options.addAll(List.of("-classpath", classPath));
    for (String argument : jvmArguments) {
      if (argument.startsWith("--add-modules=") || argument.startsWith("--add-exports=")) {
        options.add(argument);
      } else if (argument.equals("--enable-preview")) {
        options.addAll(List.of(argument, "--release", Integer.toString(feature())));
        // Only without --release does the compiler take modules of the JDK that incubate.
        options.removeIf(option -> option.equals("--add-modules=jdk.incubator.vector"));
      }
    }
    return options;
  }

  private static int feature() {
    return Runtime.version().feature();
  }

  private void compile(Path file, JavaCompiler compiler, List<String> options, PrintWriter errors)
      throws CompilationException {
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      SourceFile source = SourceFile.of(file, options, compiler);
      List<String> all = new ArrayList<>(options);
      all.addAll(List.of("-d", folder.toString(), "-sourcepath", source.root().toString()));
      boolean done =
          compiler.getTask(errors, files, null, all, null, files.getJavaFileObjects(file)).call();
      errors.flush();
      if (!done) {
        throw new CompilationException("cannot compile " + file);
      }
      mainClass =
          source
              .mainClass()
              .orElseThrow(() -> new CompilationException(file + " declares no class"));
    } catch (IOException | IllegalArgumentException e) {
      throw new CompilationException("cannot compile %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The class whose main method is the program's. */
  public String mainClass() {
    return mainClass;
  }

  /** Where its classes are. */
  public Path folder() {
    return folder;
  }

  /** The class path with its classes before others. */
  public String before(String classPath) {
    return classPath.isEmpty() ? folder.toString() : folder + File.pathSeparator + classPath;
  }

  @Override
  public void close() {
    remove(folder);
    try {
      Runtime.getRuntime().removeShutdownHook(removal);
    } catch (IllegalStateException e) {
      // The process ends, and the hook runs or has run.
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // It is gone already, or stays below the folder of temporary files.
    }
  }
}
