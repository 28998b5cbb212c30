package io.starling.launcher.source;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * What has to be known of a source file before it is compiled with the files that it needs.
 *
 * @param root the folder below which the files of the program's other classes are
 * @param mainClass the first class that the file declares, with its package; empty where there is
 *     none, and where the compiler does not understand the file
 */
record SourceFile(Path root, Optional<String> mainClass) {

  /**
   * Reads a file. Mistakes in it are left to the compiler, which names them as it compiles the
   * file.
   *
   * @param options the compiler's
   * @throws CompilationException if it lies in the wrong folder for its package
   */
  static SourceFile of(Path file, List<String> options, JavaCompiler compiler)
      throws CompilationException {
    var mistakes = new DiagnosticCollector<JavaFileObject>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(mistakes, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  Writer.nullWriter(),
                  files,
                  mistakes,
                  options,
                  null,
                  files.getJavaFileObjects(file));
      for (CompilationUnitTree unit : task.parse()) {
        if (isClean(mistakes)) {
          return of(file, unit);
        }
      }
    } catch (IOException e) {
      throw new CompilationException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
    return new SourceFile(folder(file), Optional.empty());
  }

  private static SourceFile of(Path file, CompilationUnitTree unit) throws CompilationException {
    String inPackage = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    return new SourceFile(
        root(file, inPackage),
        firstClass(unit).map(name -> inPackage.isEmpty() ? name : inPackage + "." + name));
  }

  private static boolean isClean(DiagnosticCollector<JavaFileObject> mistakes) {
    return mistakes.getDiagnostics().stream()
        .noneMatch(mistake -> mistake.getKind() == Diagnostic.Kind.ERROR);
  }

  private static Path folder(Path file) {
    return file.toAbsolutePath().normalize().getParent();
  }

  private static Optional<String> firstClass(CompilationUnitTree unit) {
    return unit.getTypeDecls().stream()
        .filter(ClassTree.class::isInstance)
        .map(type -> ((ClassTree) type).getSimpleName().toString())
        .findFirst();
  }

  private static Path root(Path file, String inPackage) throws CompilationException {
    Path folder = folder(file);
    if (inPackage.isEmpty()) {
      return folder;
    }
    Path expected = Path.of(inPackage.replace('.', '/'));
    if (!folder.endsWith(expected)) {
      throw new CompilationException(
          "%s declares package %s, so its folder must end with %s"
              .formatted(file, inPackage, expected));
    }
    Path root = folder;
    for (int i = 0; i < expected.getNameCount(); i++) {
      root = root.getParent();
    }
    return root;
  }

  /** Whether this names a source file, as {@code java} sees it. */
  static boolean isNamed(String word) {
    return word.endsWith(".java");
  }

  /** The source file of a class in the working folder, if there is one. */
  static Optional<Path> ofClass(String className) {
    Path file = Path.of(className.replace('.', '/') + ".java");
    return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
  }
}
