import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;

/**
 * Checks or applies google-java-format on every Java source below a folder; run from the source by
 * the root POM.
 */
final class FormatSources {

  private static final Set<String> SKIPPED_FOLDERS = Set.of("target", ".git");

  public static void main(String[] arguments) throws IOException {
    boolean apply = arguments[0].equals("apply");
    List<String> command =
        new ArrayList<>(
            apply ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    command.addAll(sourcesBelow(Path.of(arguments[1])));
    int status =
        ToolProvider.findFirst("google-java-format")
            .orElseThrow()
            .run(System.out, System.err, command.toArray(String[]::new));
    if (status != 0 && !apply) {
      System.err.println(
          "The sources above are not formatted. To format them: mvn -q -N -Pformat validate");
    }
    System.exit(status);
  }

  private static List<String> sourcesBelow(Path folder) throws IOException {
    List<String> sources = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            return SKIPPED_FOLDERS.contains(path.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            if (path.toString().endsWith(".java")) {
              sources.add(path.normalize().toString());
            }
            return FileVisitResult.CONTINUE;
          }
        });
    sources.sort(null);
    return sources;
  }
}
