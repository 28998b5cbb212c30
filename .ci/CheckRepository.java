import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Whether a folder that {@code mvn -Prelease deploy} has written is a repository that Maven Central
 * would take: {@code java CheckRepository.java [--signed] FOLDER}.
 */
final class CheckRepository {

  private static final List<String> REQUIRED =
      List.of(
          "name",
          "description",
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  private final Path group;
  private final boolean signed;
  private final List<String> faults = new ArrayList<>();

  /** The POMs, by the names of their artifacts. */
  private final Map<String, Element> projects = new TreeMap<>();

  private CheckRepository(Path repository, boolean signed) {
    this.group = repository.resolve("io/starling");
    this.signed = signed;
  }

  static void main(String[] arguments) throws IOException {
    boolean signed = arguments.length == 2 && arguments[0].equals("--signed");
    if (arguments.length != (signed ? 2 : 1)) {
      System.err.println("usage: java CheckRepository.java [--signed] FOLDER");
      System.exit(2);
    }
    CheckRepository check = new CheckRepository(Path.of(arguments[arguments.length - 1]), signed);
    check.run();
    check.faults.forEach(System.err::println);
    System.out.printf(
        "%d artifacts, %d faults: %s%n",
        check.projects.size(), check.faults.size(), check.projects.keySet());
    System.exit(check.faults.isEmpty() ? 0 : 1);
  }

  private void run() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(group)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    files.stream().filter(file -> file.toString().endsWith(".pom")).forEach(this::readPom);
    projects.forEach(this::checkProject);
    checkList();
    files.stream().filter(CheckRepository::isContent).forEach(this::checkSums);
  }

  private void readPom(Path file) {
    try {
      Element project =
          DocumentBuilderFactory.newNSInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getDocumentElement();
      projects.put(text(project, "artifactId"), project);
      String version = text(project, "version");
      if (!file.equals(place(text(project, "artifactId"), version, ".pom"))) {
        faults.add(file + ": is not where its name and version say");
      }
    } catch (ParserConfigurationException | SAXException | IOException e) {
      faults.add(file + ": " + e);
    }
  }

  private void checkProject(String artifact, Element project) {
    String version = text(project, "version");
    Path pom = place(artifact, version, ".pom");
    for (String path : REQUIRED) {
      if (text(project, path).isEmpty()) {
        faults.add(pom + ": has no " + path);
      }
    }
    if (version.endsWith("-SNAPSHOT")) {
      faults.add(pom + ": is a snapshot");
    }
    if (!text(project, "packaging").equals("pom")) {
      checkJars(artifact, version);
      checkDependencies(pom, project, version);
    }
  }

  /** What programs link has a POM of its own, without what builds or tests it. */
  private void checkDependencies(Path pom, Element project, String version) {
    for (String unwanted : List.of("parent", "build", "profiles", "dependencyManagement")) {
      if (child(project, unwanted) != null) {
        faults.add(pom + ": has a " + unwanted);
      }
    }
    for (Element dependency : children(child(project, "dependencies"))) {
      String name = text(dependency, "artifactId");
      if (text(dependency, "version").isEmpty() || text(dependency, "scope").equals("test")) {
        faults.add(pom + ": " + name + " has no version, or is for tests");
      }
      if (text(dependency, "groupId").equals("io.starling")
          && !(projects.containsKey(name) && text(dependency, "version").equals(version))) {
        faults.add(pom + ": needs " + name + ", which is not here in this version");
      }
    }
  }

  private void checkJars(String artifact, String version) {
    // The dialects of MPI are no modules: programs have classes of their own in their packages.
    if (!artifact.startsWith("starling-mpi-")) {
      requireEntry(place(artifact, version, ".jar"), "module-info.class");
      requireEntry(place(artifact, version, "-sources.jar"), "module-info.java");
    }
    requireEntry(place(artifact, version, "-javadoc.jar"), "index.html");
  }

  private void requireEntry(Path jar, String entry) {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      if (file.getEntry(entry) == null) {
        faults.add(jar + ": has no " + entry);
      }
    } catch (IOException e) {
      faults.add(jar + ": " + e);
    }
  }

  /** The list of versions names the jars that are here, and no others. */
  private void checkList() {
    Element list = projects.get("starling-bom");
    if (list == null) {
      faults.add(group + ": there is no starling-bom");
      return;
    }
    TreeSet<String> named = new TreeSet<>();
    for (Element dependency :
        children(child(child(list, "dependencyManagement"), "dependencies"))) {
      named.add(text(dependency, "artifactId"));
    }
    TreeSet<String> here = new TreeSet<>(projects.keySet());
    here.removeIf(name -> text(projects.get(name), "packaging").equals("pom"));
    if (!named.equals(here)) {
      faults.add("starling-bom names " + named + ", and the folder has " + here);
    }
  }

  /** Checksums and signatures have no checksums themselves. */
  private static boolean isContent(Path file) {
    return !file.toString().matches(".*\\.(md5|sha1|sha256|sha512|asc)");
  }

  private void checkSums(Path file) {
    checkSum(file, ".md5", "MD5");
    checkSum(file, ".sha1", "SHA-1");
    boolean needsSignature = file.toString().matches(".*\\.(pom|jar)");
    if (signed && needsSignature && !Files.exists(Path.of(file + ".asc"))) {
      faults.add(file + ": is not signed");
    }
  }

  private void checkSum(Path file, String suffix, String algorithm) {
    Path sum = Path.of(file + suffix);
    try {
      byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
      if (!Files.exists(sum)
          || !Files.readString(sum).strip().equals(HexFormat.of().formatHex(digest))) {
        faults.add(file + ": its " + suffix + " is missing or wrong");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path place(String artifact, String version, String suffix) {
    return group.resolve(artifact).resolve(version).resolve(artifact + "-" + version + suffix);
  }

  /** The text of the element at a path of names; empty where there is none. */
  private static String text(Element from, String path) {
    Element element = from;
    for (String name : path.split("/")) {
      element = child(element, name);
    }
    return element == null ? "" : element.getTextContent().strip();
  }

  private static Element child(Element parent, String name) {
    return children(parent).stream()
        .filter(element -> element.getLocalName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent == null ? null : parent.getFirstChild();
        node != null;
        node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }
}
