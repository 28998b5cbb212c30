package io.starling.examples.recipes;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * What a reader of the cookbook has: the command {@code starling}, built from the classes under
 * test, in a folder where recipes may write. Below it, {@code tmp} takes the place of {@code /tmp}.
 */
final class Installation implements AutoCloseable {

  /**
   * What commands have done.
   *
   * @param output standard output and standard error
   */
  record Outcome(int status, String output) {}

  private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
  private static final long LIMIT_SECONDS = 300;

  private final Path folder;
  private final List<Path> links = new ArrayList<>();

  Installation(Path folder) throws IOException {
    this.folder = folder;
    Path state = Files.createDirectories(folder.resolve("target/starling"));
    Files.createDirectories(folder.resolve("tmp/recipes"));
    Files.createDirectory(folder.resolve("lib"));
    Files.copy(REPOSITORY.resolve("starling"), folder.resolve("starling"));
    folder.resolve("starling").toFile().setExecutable(true);
    link("tools");
    link("examples/graphs");
    link("topology/src/test/resources/machines");
    String classPath = String.join(File.pathSeparator, jars());
    Files.writeString(state.resolve("launcher.classpath"), classPath + "\n");
    Files.writeString(state.resolve("programs.classpath"), classPath + "\n");
    for (String dialect : List.of("ompi", "mpj")) {
      Files.writeString(state.resolve(dialect + ".classpath"), dialect(dialect) + "\n");
    }
    Files.createFile(state.resolve("stamp"));
    // Empty, so the JVM ignores them.
    Files.createFile(state.resolve("launcher.aot"));
    Files.createFile(state.resolve("agent.aot"));
    Files.copy(Path.of(System.getProperty("java.home"), "release"), state.resolve("jdk.release"));
  }

  /** What a build leaves of a dialect of MPI; no module of this one's needs it. */
  private static String dialect(String name) {
    return REPOSITORY.resolve("mpi/core/target/classes")
        + File.pathSeparator
        + REPOSITORY.resolve("mpi").resolve(name).resolve("target/classes");
  }

  private void link(String place) throws IOException {
    Path link = folder.resolve(place);
    Files.createDirectories(link.getParent());
    links.add(Files.createSymbolicLink(link, REPOSITORY.resolve(place)));
  }

  /** The class path of this test without tests and what they need; folders become jars. */
  private List<String> jars() throws IOException {
    List<String> jars = new ArrayList<>();
    for (Path element : classPath()) {
      if (Files.isDirectory(element)) {
        Path jar = folder.resolve("lib").resolve(jars.size() + ".jar");
        tool("jar", "--create", "--no-compress", "--file", jar.toString(), "-C", element + "", ".");
        jars.add(jar.toString());
      } else {
        jars.add(element.toString());
      }
    }
    return jars;
  }

  private static List<Path> classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(element -> !element.isEmpty() && !element.contains("test-classes"))
        .filter(element -> !element.matches(".*(junit|assertj|opentest4j|byte-buddy|surefire).*"))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  private static void tool(String name, String... arguments) {
    StringWriter messages = new StringWriter();
    PrintWriter writer = new PrintWriter(messages);
    ToolProvider tool = ToolProvider.findFirst(name).orElseThrow();
    if (tool.run(writer, writer, arguments) != 0) {
      throw new AssertionError(name + ": " + messages);
    }
  }

  /** Compiles programs against Starling, with all warnings as errors, and tests with JUnit too. */
  void compile(List<Path> sources, Path classes) {
    List<String> arguments = new ArrayList<>(List.of("-Xlint:all,-path,-restricted", "-Werror"));
    arguments.addAll(List.of("-proc:none", "-d", classes.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    sources.forEach(source -> arguments.add(source.toString()));
    tool("javac", arguments.toArray(String[]::new));
  }

  Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), inFolder(text));
  }

  /** A shell does this in the folder; the first command that fails ends it. */
  Outcome sh(String commands) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", inFolder(commands));
    builder.directory(folder.toFile()).redirectInput(new File("/dev/null"));
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    String jdk = System.getProperty("java.home");
    builder.environment().compute("PATH", (_, path) -> jdk + "/bin:" + path);
    builder.environment().put("JAVA_HOME", jdk);
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    Process process = builder.start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    String text = Files.readString(output, StandardCharsets.UTF_8);
    return new Outcome(ended ? process.exitValue() : -1, text);
  }

  /** Removes the links into the repository, so that the folder can be deleted without a warning. */
  @Override
  public void close() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }

  private String inFolder(String text) {
    return text.replace("/tmp/", folder.resolve("tmp") + "/");
  }
}
