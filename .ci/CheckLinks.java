import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks the Markdown of the repository, without a network: every link to a file or a heading, and
 * every path in backticks or in a block of code that begins with a name of the repository's root.
 * {@code java CheckLinks.java [ROOT]} shows what is wrong as FILE:LINE, and fails.
 */
final class CheckLinks {

  private static final Set<String> SKIPPED_FOLDERS = Set.of("target", "build", ".git", ".gradle");
  private static final Pattern FENCE = Pattern.compile("^\\s*(```|~~~)");
  private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*?)\\s*#*$");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:name|id)=\"([^\"]+)\"");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** The text of a link may have begun a line before. */
  private static final Pattern LINK =
      Pattern.compile("\\]\\(<?([^()\\s>]+)>?(?:\\s+\"[^\"]*\")?\\)");

  private static final Pattern DEFINITION = Pattern.compile("^\\s{0,3}\\[([^\\]]+)\\]:\\s+(\\S+)");
  private static final Pattern REFERENCE = Pattern.compile("\\[[^\\]]+\\]\\[([^\\]]+)\\]");
  private static final Pattern ELSEWHERE = Pattern.compile("^[a-z][a-z0-9+.-]*:.*");
  private static final Pattern PATH =
      Pattern.compile("(?:\\./)?([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.*…$-]+)+/?)");

  private final Path root;

  /** Which of the root's folders hold files that are in the repository. */
  private final Set<String> roots = new HashSet<>();

  private final List<Path> files = new ArrayList<>();
  private final Map<Path, Set<String>> anchors = new HashMap<>();
  private final TreeSet<String> faults = new TreeSet<>();
  private int checked;

  private CheckLinks(Path root) {
    this.root = root;
  }

  static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments.length > 0 ? arguments[0] : ".").toAbsolutePath().normalize();
    CheckLinks check = new CheckLinks(root);
    check.run();
    check.faults.forEach(System.err::println);
    System.out.printf("%d links and paths, %d faults%n", check.checked, check.faults.size());
    System.exit(check.faults.isEmpty() ? 0 : 1);
  }

  private void run() throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            return SKIPPED_FOLDERS.contains(path.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            files.add(path);
            return FileVisitResult.CONTINUE;
          }
        });
    for (Path file : files) {
      Path name = root.relativize(file);
      if (name.getNameCount() > 1) {
        roots.add(name.getName(0).toString());
      }
    }
    for (Path file : files) {
      if (file.toString().endsWith(".md")) {
        checkPage(file);
      }
    }
  }

  private void checkPage(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    Set<String> defined = new HashSet<>();
    lines.stream()
        .map(DEFINITION::matcher)
        .filter(Matcher::find)
        .forEach(definition -> defined.add(definition.group(1).toLowerCase(Locale.ROOT)));
    boolean inCode = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String place = root.relativize(file) + ":" + (i + 1) + ": ";
      if (FENCE.matcher(line).find()) {
        inCode = !inCode;
      } else if (inCode) {
        checkPaths(place, line);
      } else {
        CODE.matcher(line).results().forEach(code -> checkPaths(place, code.group(1)));
        checkLinks(file, place, CODE.matcher(line).replaceAll("code"), defined);
      }
    }
  }

  private void checkLinks(Path file, String place, String line, Set<String> defined)
      throws IOException {
    List<String> targets = new ArrayList<>();
    LINK.matcher(line).results().forEach(link -> targets.add(link.group(1)));
    DEFINITION.matcher(line).results().forEach(link -> targets.add(link.group(2)));
    for (String target : targets) {
      checkTarget(file, place, target);
    }
    Matcher reference = REFERENCE.matcher(line);
    while (reference.find()) {
      checked++;
      if (!defined.contains(reference.group(1).toLowerCase(Locale.ROOT))) {
        faults.add(place + "nothing defines [" + reference.group(1) + "]");
      }
    }
  }

  private void checkTarget(Path file, String place, String target) throws IOException {
    if (ELSEWHERE.matcher(target).matches()) {
      return;
    }
    checked++;
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path named =
        path.isEmpty()
            ? file
            : file.resolveSibling(URLDecoder.decode(path, StandardCharsets.UTF_8)).normalize();
    if (!named.startsWith(root) || !Files.exists(named)) {
      faults.add(place + "there is no " + target);
    } else if (hash >= 0
        && named.toString().endsWith(".md")
        && !anchorsOf(named).contains(target.substring(hash + 1))) {
      faults.add(place + "there is no such heading: " + target);
    }
  }

  /** As GitHub makes them: small letters, no punctuation, hyphens for blanks, numbers for more. */
  private Set<String> anchorsOf(Path page) throws IOException {
    Set<String> known = anchors.get(page);
    if (known == null) {
      known = new HashSet<>();
      boolean inCode = false;
      for (String line : Files.readAllLines(page)) {
        Matcher heading = HEADING.matcher(line);
        if (FENCE.matcher(line).find()) {
          inCode = !inCode;
        } else if (!inCode && heading.find()) {
          addAnchor(known, heading.group(1));
        }
        for (Matcher anchor = ANCHOR.matcher(line); anchor.find(); ) {
          known.add(anchor.group(1));
        }
      }
      anchors.put(page, known);
    }
    return known;
  }

  private static void addAnchor(Set<String> known, String heading) {
    String anchor =
        heading
            .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^\\p{L}\\p{N}\\s_-]", "")
            .replaceAll("\\s", "-");
    String unique = anchor;
    for (int i = 1; !known.add(unique); i++) {
      unique = anchor + "-" + i;
    }
  }

  private void checkPaths(String place, String code) {
    for (String word : code.split("[\\s\"'=:;,()]+")) {
      Matcher path = PATH.matcher(word);
      if (path.matches() && isOurs(path.group(1))) {
        checked++;
        if (!exists(path.group(1))) {
          faults.add(place + "there is no " + path.group(1));
        }
      }
    }
  }

  /** What a build writes is not there. */
  private boolean isOurs(String path) {
    return roots.contains(path.substring(0, path.indexOf('/')))
        && Stream.of(path.split("/")).noneMatch(SKIPPED_FOLDERS::contains);
  }

  /** An ellipsis stands for any number of folders, a star for any name. */
  private boolean exists(String path) {
    String plain = path.replaceAll("/+$|\\.+$", "");
    if (!plain.contains("…") && !plain.contains("*") && !plain.contains("...")) {
      return Files.exists(root.resolve(plain));
    }
    String pattern = plain.replace("...", "…").replace("…", "**");
    PathMatcher matcher =
        FileSystems.getDefault().getPathMatcher("glob:" + root + "/" + pattern + "{,/**}");
    return files.stream().anyMatch(matcher::matches);
  }
}
