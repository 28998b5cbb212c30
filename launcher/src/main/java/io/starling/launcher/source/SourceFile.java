package io.starling.launcher.source;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;

/**
 * What has to be known of a source file before it is compiled with the files that it needs.
 *
 * @param root the folder below which the files of the program's other classes are
 * @param mainClass the first class that the file declares, with its package
 */
record SourceFile(Path root, String mainClass) {

  /**
   * Reads a file.
   *
   * @throws CompilationException if it declares no class, or lies in the wrong folder for its
   *     package
   */
  static SourceFile of(Path file, JavaCompiler compiler) throws CompilationException {
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  Writer.nullWriter(), files, _ -> {}, null, null, files.getJavaFileObjects(file));
      for (CompilationUnitTree unit : task.parse()) {
        String inPackage = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        Optional<String> name = firstClass(unit);
        if (name.isPresent()) {
          return new SourceFile(
              root(file, inPackage),
              inPackage.isEmpty() ? name.get() : inPackage + "." + name.get());
        }
      }
    } catch (IOException e) {
      throw new CompilationException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
    throw new CompilationException(file + " declares no class");
  }

  private static Optional<String> firstClass(CompilationUnitTree unit) {
    return unit.getTypeDecls().stream()
        .filter(ClassTree.class::isInstance)
        .map(type -> ((ClassTree) type).getSimpleName().toString())
        .findFirst();
  }

  private static Path root(Path file, String inPackage) throws CompilationException {
    Path folder = file.toAbsolutePath().normalize().getParent();
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
