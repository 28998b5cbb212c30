package io.starling.launcher;

import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.ThreadBinding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The launcher as a process of its own, for what can't be tried within a test's process. */
final class LauncherProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;
  private final StringBuilder errors = new StringBuilder();
  private final Thread errorReader;

  private LauncherProcess(Process process) {
    this.process = process;
    output = reader(process.getInputStream());
    errorReader = Thread.ofPlatform().daemon().start(this::readErrors);
  }

  private void readErrors() {
    reader(process.getErrorStream())
        .lines()
        .forEach(
            line -> {
              synchronized (errors) {
                errors.append(line).append('\n');
                errors.notifyAll();
              }
            });
  }

  /** Waits until this is on stderr. */
  void awaitError(String text) throws InterruptedException {
    synchronized (errors) {
      while (errors.indexOf(text) < 0) {
        errors.wait();
      }
    }
  }

  private static BufferedReader reader(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  static LauncherProcess run(String... arguments) throws IOException {
    return start(System.getProperty("java.class.path"), System.getProperty("user.dir"), arguments);
  }

  /** A launcher that may use these PUs only. */
  static LauncherProcess runOn(CpuSet cpus, String... arguments) throws IOException {
    try (var _ = ThreadBinding.to(cpus)) {
      return run(arguments);
    }
  }

  /** A launcher for which a file is no longer what it was: needs the right to mount. */
  static LauncherProcess runWithout(Path file, String... arguments) throws IOException {
    String hide = "mount --bind /dev/null " + file.toRealPath() + " && exec \"$@\"";
    return start(
        List.of("unshare", "-m", "sh", "-c", hide, "hidden"),
        System.getProperty("java.class.path"),
        System.getProperty("user.dir"),
        arguments);
  }

  /** A launcher in a shell with limits of its own, such as {@code -n 40} for open files. */
  static LauncherProcess runLimited(String limit, String... arguments) throws IOException {
    return start(
        List.of("sh", "-c", "ulimit " + limit + " && exec \"$@\"", "limited"),
        System.getProperty("java.class.path"),
        System.getProperty("user.dir"),
        arguments);
  }

  /** A launcher with variables of the user's, {@code NAME=VALUE}. */
  static LauncherProcess runWith(List<String> variables, String... arguments) throws IOException {
    List<String> wrapper = new ArrayList<>(List.of("env"));
    wrapper.addAll(variables);
    return start(
        wrapper, System.getProperty("java.class.path"), System.getProperty("user.dir"), arguments);
  }

  static LauncherProcess start(String classPath, String cache, String... arguments)
      throws IOException {
    return start(List.of(), classPath, cache, arguments);
  }

  private static LauncherProcess start(
      List<String> wrapper, String classPath, String cache, String... arguments)
      throws IOException {
    // What runs in the background of a script ignores SIGINT, what nohup starts SIGHUP.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal"));
    command.addAll(wrapper);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", classPath, Main.class.getName(), "run"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("XDG_CACHE_HOME", cache);
    return new LauncherProcess(builder.start());
  }

  Process process() {
    return process;
  }

  String readLine() throws IOException {
    return output.readLine();
  }

  List<String> remainingLines() {
    return output.lines().toList();
  }

  /** Reads the process ids that this many ranks print first. */
  List<ProcessHandle> readRanks(int ranks) throws IOException {
    List<ProcessHandle> handles = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      handles.add(ProcessHandle.of(Long.parseLong(readLine().substring(4))).orElseThrow());
    }
    return handles;
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start().waitFor();
  }

  int awaitStatus() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the launcher has not ended");
    }
    return process.exitValue();
  }

  /** All of stderr, when the launcher has ended. */
  String errors() throws InterruptedException {
    errorReader.join();
    synchronized (errors) {
      return errors.toString();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
