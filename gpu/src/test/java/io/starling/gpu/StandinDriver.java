package io.starling.gpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs classes in JVMs whose {@code libcuda.so.1} is a stand-in: host memory that plays device
 * memory, a thread for each stream, no GPU. What its environment can ask for is said at {@link
 * Child#with}.
 */
final class StandinDriver {

  private static final Path SOURCES = Path.of("src", "test", "native").toAbsolutePath();
  private static final Path KERNELS = Path.of("src", "main", "cuda").toAbsolutePath();
  private static final Path FOLDER = Path.of("target", "standin").toAbsolutePath();
  private static final Path TEMPORARY = FOLDER.resolve("tmp");

  private StandinDriver() {}

  /** Why nothing can run on the stand-in here; empty where it can. */
  static String obstacle() {
    return Prepared.OBSTACLE;
  }

  /** A JVM that will run the main method of a class. */
  static Child child(Class<?> main, String... arguments) {
    return new Child(main, List.of(arguments));
  }

  /**
   * In a child: runs the main method of a class in another process beside it, on the same devices.
   *
   * @return its exit status; its output goes to where that of the child goes
   */
  static int runBeside(Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(java(System.getProperty("java.io.tmpdir")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  private static List<String> java(String temporary) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:-CreateCoredumpOnCrash",
        "-XX:ErrorFile=" + Path.of(temporary, "crash-%p"),
        "--enable-native-access=ALL-UNNAMED",
        "-Djava.io.tmpdir=" + temporary,
        "-cp",
        System.getProperty("java.class.path"));
  }

  /**
   * Compiles sources of {@code src/test/native} to a shared library.
   *
   * @return the library, in {@code target/standin}
   */
  static Path library(String name, String... sources) throws IOException, InterruptedException {
    Files.createDirectories(TEMPORARY);
    Path part = Files.createTempFile(TEMPORARY, name, ".part");
    Path log = Files.createTempFile(TEMPORARY, name, ".log");
    boolean plain = Stream.of(sources).allMatch(source -> source.endsWith(".c"));
    List<String> command = new ArrayList<>(List.of(plain ? "cc" : "c++"));
    command.addAll(List.of("-O1", "-g", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"));
    command.addAll(
        List.of("-ffp-contract=off", "-I", KERNELS.toString(), "-fPIC", "-shared", "-pthread"));
    command.addAll(List.of("-Wl,-z,nodelete", "-Wl,-soname," + name, "-o", part.toString()));
    Stream.of(sources).map(source -> SOURCES.resolve(source).toString()).forEach(command::add);
    command.add("-ldl");
    Process compiler =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (compiler.waitFor() != 0) {
      throw new IllegalStateException(name + " can't be compiled: " + Files.readString(log));
    }
    Files.delete(log);
    return Files.move(
        part,
        FOLDER.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * How a child ended.
   *
   * @param status its exit status, 128 and more where a signal ended it
   * @param output what it printed, errors too
   * @param report what the stand-in said of leaks and of bytes that were copied
   */
  record Outcome(int status, String output, List<String> report) {

    Outcome {
      report = List.copyOf(report);
    }
  }

  /** A JVM before it starts. */
  static final class Child {

    private final Class<?> main;
    private final List<String> arguments;
    private final Map<String, String> environment = new TreeMap<>();
    private Duration limit = Duration.ofSeconds(30);

    private Child(Class<?> main, List<String> arguments) {
      this.main = main;
      this.arguments = arguments;
    }

    /**
     * Sets a variable of its environment.
     *
     * <ul>
     *   <li>{@code STANDIN_DEVICES}: how many there are (2)
     *   <li>{@code STANDIN_MEMORY}: bytes of each device (1 GiB)
     *   <li>{@code STANDIN_VERSION}: of the driver (12060); it knows the PTX of its time
     *   <li>{@code STANDIN_CAPABILITY}: of the devices (80, for 8.0)
     *   <li>{@code STANDIN_EXCLUSIVE}: 1 for one process on each device, among those with the same
     *       {@code STANDIN_FOLDER} (one for each child)
     *   <li>{@code STANDIN_FAIL}: {@code function:n:code} lets the n-th call of a function fail,
     *       with commas between several; the functions {@code copy} and {@code kernel} are the work
     *       of streams
     *   <li>{@code STANDIN_DELAY_US}: the longest random delay before each piece of work of a
     *       stream (0), of the seed {@code STANDIN_SEED}
     *   <li>{@code STANDIN_PAGEABLE}: 0 to refuse copies of memory that is not pinned, which make
     *       their caller wait
     *   <li>{@code STANDIN_REUSE}: 1 for new memory at the addresses of what was freed, where it is
     *       as long
     *   <li>{@code STANDIN_KERNELS}: libraries with {@code has_kernel}, {@code parameters_of} and
     *       {@code run_kernel}, with colons between several
     * </ul>
     */
    Child with(String variable, String value) {
      environment.put(variable, value);
      return this;
    }

    /** Sets how long it may take. */
    Child within(Duration most) {
      limit = most;
      return this;
    }

    /**
     * Runs it to its end.
     *
     * @throws AssertionError if it takes too long
     */
    Outcome run() throws IOException, InterruptedException {
      Path own = Files.createTempDirectory(TEMPORARY, main.getSimpleName());
      Path output = own.resolve("output");
      Path report = own.resolve("report");
      ProcessBuilder builder =
          new ProcessBuilder(command()).redirectErrorStream(true).redirectOutput(output.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("STANDIN_"));
      builder.environment().put("LD_LIBRARY_PATH", FOLDER.toString());
      builder.environment().put("STANDIN_FOLDER", own.toString());
      builder.environment().put("STANDIN_REPORT", report.toString());
      builder.environment().putAll(environment);
      Process process = builder.start();
      try {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new AssertionError("not ended in " + limit + ": " + Files.readString(output));
        }
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      Outcome outcome =
          new Outcome(
              process.exitValue(),
              Files.readString(output),
              Files.exists(report) ? Files.readAllLines(report) : List.of());
      delete(own);
      return outcome;
    }

    private static void delete(Path folder) throws IOException {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }

    private List<String> command() {
      List<String> command = new ArrayList<>(java(TEMPORARY.toString()));
      command.add(main.getName());
      command.addAll(arguments);
      return command;
    }
  }

  /** Compiled when first needed. */
  private static final class Prepared {

    private static final String OBSTACLE = prepare();

    private static String prepare() {
      try {
        if (new ProcessBuilder("cc", "--version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            != 0) {
          return "the C compiler does not work";
        }
      } catch (IOException _) {
        return "there is no C compiler";
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return "interrupted";
      }
      if (!System.getProperty("os.arch").equals("amd64")) {
        return "JCuda's libraries are for amd64";
      }
      try {
        library(
            CudaProbe.DRIVER_LIBRARY,
            "standin_devices.c",
            "standin_memory.c",
            "standin_streams.c",
            "standin_work.c",
            "standin_refused.c");
        JcudaNatives.placeIn(TEMPORARY, JcudaNatives.DRIVER);
        return "";
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return "interrupted";
      }
    }
  }
}
