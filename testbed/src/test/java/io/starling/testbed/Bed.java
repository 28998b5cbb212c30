package io.starling.testbed;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Four hosts on this machine, {@code node1} to {@code node4}, made by {@code testbed/hosts} when
 * the first test wants them; they end with this process.
 */
final class Bed {

  static final int HOSTS = 4;
  static final int WIDE_HOSTS = 12;

  private static final Path FOLDER = Path.of("").toAbsolutePath();
  private static final String NAME = "test" + ProcessHandle.current().pid();

  private final String name;
  private final boolean slurm;

  private Bed(String name, boolean slurm) {
    this.name = name;
    this.slurm = slurm;
  }

  private static final class Holder {
    private static final Bed BED = start();
  }

  private static final class RacksHolder {
    private static final Bed BED = start(NAME + "racks", "--racks");
  }

  private static final class WideHolder {
    private static final Bed BED = start(NAME + "wide", wideOptions());

    private static String[] wideOptions() {
      List<String> options =
          new ArrayList<>(List.of("--racks", "--hosts", Integer.toString(WIDE_HOSTS)));
      if (hasLatency()) {
        options.addAll(List.of("--latency", "50"));
      }
      return options.toArray(String[]::new);
    }
  }

  /** The one that all tests of this process share. */
  static Bed shared() {
    return Holder.BED;
  }

  /** Another one, in which {@code node3} and {@code node4} are behind a slow cable. */
  static Bed withRacks() {
    return RacksHolder.BED;
  }

  /**
   * One of {@link #WIDE_HOSTS} hosts, the second half of them behind a slow cable that takes 50
   * microseconds each way.
   */
  static Bed wideWithRacks() {
    return WideHolder.BED;
  }

  /** Whether cables can have a latency here. */
  static boolean hasLatency() {
    Path device = Path.of("/dev/net/tun");
    try (var _ = FileChannel.open(device, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Why there can't be one; empty if there can. */
  static String obstacle() {
    try {
      if (!Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
        return "only root makes hosts; sudo mvn verify runs them";
      }
      String problem = execute(List.of(FOLDER.resolve("install").toString()));
      return problem.isEmpty() ? namespaces() : problem;
    } catch (IOException | UnsupportedOperationException e) {
      return e.toString();
    }
  }

  private static String namespaces() {
    String problem = execute(List.of("unshare", "--net", "--pid", "--mount", "--fork", "true"));
    return problem.isEmpty() ? "" : "no namespaces can be made here: " + problem;
  }

  /** Returns what it said if it failed. */
  private static String execute(List<String> command) {
    Said said = run(command);
    return said.status() == 0 ? "" : said.text() + " (" + String.join(" ", command) + ")";
  }

  /** How a command has ended, and what it has said. */
  private record Said(int status, String text) {}

  private static Said run(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(new File("/dev/null"))
              .start();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new Said(process.waitFor(), text);
    } catch (IOException e) {
      return new Said(-1, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Said(-1, "interrupted");
    }
  }

  private static Bed start() {
    boolean slurm = execute(List.of(FOLDER.resolve("install").toString(), "--slurm")).isEmpty();
    return slurm ? start(NAME, "--slurm") : start(NAME);
  }

  private static Bed start(String name, String... options) {
    Bed bed = new Bed(name, List.of(options).contains("--slurm"));
    List<String> command = bed.hosts("up", "--hosts", Integer.toString(HOSTS));
    command.addAll(List.of("--with", Long.toString(ProcessHandle.current().pid())));
    command.addAll(List.of(options));
    String problem = execute(command);
    if (!problem.isEmpty()) {
      throw new IllegalStateException(problem);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> execute(bed.hosts("down"))));
    return bed;
  }

  /** The script with the name of this bed. */
  private List<String> hosts(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(FOLDER.resolve("hosts").toString(), "--name", name));
    command.addAll(List.of(arguments));
    return command;
  }

  boolean hasSlurm() {
    return slurm;
  }

  /** The root of the repository, which all hosts see. */
  static Path checkout() {
    return FOLDER.getParent();
  }

  /** Starts a command on a host. */
  BedProcess start(String host, List<String> command) {
    List<String> words = hosts("exec", host);
    words.addAll(command);
    return BedProcess.start(words, checkout(), this::threads);
  }

  /** Starts {@code starling} on the first host. */
  BedProcess starling(String... arguments) {
    return start("node1", Programs.starling(List.of(arguments)));
  }

  /** Pulls a cable, or puts it back: {@code out}, {@code cut} or {@code in}. */
  void cable(String host, String state) {
    String problem = execute(hosts("cable", host, state));
    if (!problem.isEmpty()) {
      throw new IllegalStateException(problem);
    }
  }

  /** The names in the folder for temporary files of a host. */
  List<String> temporaryFiles(String host) {
    try (Stream<Path> files = Files.list(Path.of("/proc", firstProcess(host), "root/tmp"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String firstProcess(String host) throws IOException {
    return Files.readString(Path.of("/run/starling-testbed", name, host, "pid")).strip();
  }

  /** The processes of a host with this in their command line. */
  List<ProcessHandle> processes(String host, String word) {
    try {
      Path space = Files.readSymbolicLink(Path.of("/proc", firstProcess(host), "ns", "pid"));
      try (var processes = ProcessHandle.allProcesses()) {
        return processes.filter(it -> isOf(it, space) && hasWord(it, word)).toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOf(ProcessHandle process, Path space) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/ns/pid")).equals(space);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasWord(ProcessHandle process, String word) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).contains(word);
    } catch (IOException e) {
      return false;
    }
  }

  /** All JVMs of all hosts, as text for a failure. */
  String jvms() {
    return runningJvms()
        .map(it -> it.pid() + " " + it.info().commandLine().orElse("?"))
        .collect(Collectors.joining("\n"));
  }

  /** What all threads of these JVMs do, as text for a wait that was in vain. */
  private String threads() {
    return runningJvms()
        .filter(it -> it.info().command().orElse("").endsWith("/java")) // And not ssh.
        .toList()
        .parallelStream()
        .map(Bed::threads)
        .collect(Collectors.joining("\n\n"));
  }

  /** A JVM that does not answer says at least whether it runs, sleeps, or waits for a disk. */
  private static String threads(ProcessHandle jvm) {
    String pid = Long.toString(jvm.pid());
    String jcmd = Path.of(System.getProperty("java.home"), "bin/jcmd").toString();
    Said states = run(List.of("ps", "-L", "-o", "lwp,stat,wchan:30,time,comm", "-p", pid));
    String soon = "-J-Dsun.tools.attach.attachTimeout=3000";
    Said threads = run(List.of("timeout", "6", jcmd, soon, pid, "Thread.print"));
    return "--- %s%n%s%n%s"
        .formatted(jvm.info().commandLine().orElse(pid), states.text(), threads.text());
  }

  private Stream<ProcessHandle> runningJvms() {
    return Stream.iterate(1, host -> host <= HOSTS, host -> host + 1)
        .flatMap(host -> processes("node" + host, "bin/java").stream());
  }
}
