package io.starling.launcher.job;

import io.starling.launcher.output.Terminal;
import io.starling.launcher.placing.HostShare;
import io.starling.launcher.placing.JobPlacement;
import io.starling.launcher.process.HeapShare;
import io.starling.launcher.process.HostMemory;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.RankStart;
import io.starling.launcher.rank.RankMain;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.topology.placement.RankLocation;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** With what command line and in what environment the ranks of a job are started. */
public final class RankCommand {

  /** What ranks on other hosts get of the launcher's environment, besides Starling's and UCX's. */
  private static final Set<String> PASSED =
      Set.of(
          "PATH",
          "LD_LIBRARY_PATH",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "LANG",
          "LC_ALL",
          "LC_CTYPE",
          "TZ");

  private static final List<String> PASSED_PREFIXES = List.of("STARLING_", "UCX_");

  private static final double LARGEST_SHARE = 25;
  private static final double ALL_RANKS = 75;

  private final JobSpecification specification;
  private final JobPlacement placement;
  private final int size;
  private final String archive;

  /**
   * For a job.
   *
   * @param size how many ranks it has
   * @param archive a file with classes for their JVMs; empty for none
   */
  RankCommand(JobSpecification specification, JobPlacement placement, int size, String archive) {
    this.specification = specification;
    this.placement = placement;
    this.size = size;
    this.archive = archive;
  }

  /** Where the ranks go. */
  JobPlacement placement() {
    return placement;
  }

  /**
   * Those of this host, which inherit the launcher's environment and folder.
   *
   * @param more variables for them
   */
  HostPlan here(int host, Map<String, String> more) {
    Map<String, String> variables = new HashMap<>(more);
    addOwn(variables);
    return plan(host, "", System.getProperty("java.home"), classPath(specification), variables);
  }

  /** Those of another host. */
  HostPlan elsewhere(int host) {
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.keySet().removeIf(name -> !isPassed(name));
    addOwn(variables);
    return plan(
        host,
        System.getProperty("user.dir"),
        specification.hosts().access().javaHome(),
        existing(classPath(specification)),
        variables);
  }

  private static boolean isPassed(String name) {
    return PASSED.contains(name) || PASSED_PREFIXES.stream().anyMatch(name::startsWith);
  }

  private void addOwn(Map<String, String> variables) {
    variables.put(RankEnvironment.TERMINAL, Terminal.ERROR.isDrawable() ? "1" : "0");
    variables.put(FailurePolicy.VARIABLE, specification.failures().label());
    variables.putAll(specification.environment());
  }

  private HostPlan plan(
      int host,
      String directory,
      String javaHome,
      String classPath,
      Map<String, String> variables) {
    HostShare share = placement.shares().get(host);
    List<RankStart> starts = new ArrayList<>();
    for (RankLocation location : share.locations()) {
      Map<String, String> own = new HashMap<>();
      placement.setVariables(location.rank(), own);
      starts.add(new RankStart(location.rank(), own, placement.binding(location.rank())));
    }
    List<String> command = command(javaHome, classPath);
    HeapShare heap = heapShare(specification, placement.shares());
    return new HostPlan(size, share.shared(), directory, command, heap, archive, variables, starts);
  }

  private List<String> command(String javaHome, String classPath) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(javaHome, "bin", "java").toString());
    command.addAll(jvmArguments(specification.jvmArguments()));
    command.add("-cp");
    command.add(classPath);
    command.add(RankMain.class.getName());
    command.add(specification.program().mainClass());
    command.addAll(specification.program().arguments());
    return command;
  }

  /** The JVM's, with the size of the heap that ranks have on hosts like this one. */
  static List<String> flags(JobSpecification specification, List<HostShare> shares) {
    List<String> flags = new ArrayList<>(jvmArguments(specification.jvmArguments()));
    HeapShare heap = heapShare(specification, shares);
    Optional<ServiceRequest> service = specification.service();
    if (service.isPresent()) {
      heap = heap.without(service.get().memory(), HostMemory.bytes());
    }
    flags.addAll(heap.arguments());
    return flags;
  }

  /** Where there is no service; all ranks share the memory of their host. */
  private static HeapShare heapShare(JobSpecification specification, List<HostShare> shares) {
    int most = shares.stream().mapToInt(share -> share.locations().size()).max().orElse(1);
    return heapShare(most, specification.jvmArguments());
  }

  /**
   * The JVM's arguments: Starling's own unless the user has decided, then the user's. All but the
   * size of the heap, unless the user has decided on that too.
   */
  private static List<String> jvmArguments(List<String> user) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--enable-native-access=ALL-UNNAMED");
    arguments.add("--add-modules=jdk.incubator.vector");
    if (user.stream().noneMatch(RankCommand::choosesCollector)) {
      arguments.add("-XX:+UseSerialGC");
    }
    arguments.addAll(user);
    return arguments;
  }

  /** What each of so many ranks gets of a host's memory as its heap. */
  private static HeapShare heapShare(int ranks, List<String> user) {
    return user.stream().anyMatch(RankCommand::choosesHeap)
        ? HeapShare.UNDECIDED
        : new HeapShare(Math.min(LARGEST_SHARE, ALL_RANKS / ranks));
  }

  private static boolean choosesCollector(String argument) {
    return argument.startsWith("-XX:+Use") && argument.endsWith("GC");
  }

  private static boolean choosesHeap(String argument) {
    return argument.startsWith("-Xmx")
        || argument.startsWith("-XX:MaxHeapSize")
        || argument.startsWith("-XX:MaxRAM");
  }

  /** Starling's own comes first, because class archives fit any class path that begins like it. */
  public static String classPath(JobSpecification specification) {
    String all = ownClassPath() + File.pathSeparator + specification.program().classPath();
    Set<String> elements = new LinkedHashSet<>(List.of(all.split(File.pathSeparator)));
    elements.remove("");
    return String.join(File.pathSeparator, elements);
  }

  /** What of a class path is there, and so can be asked of other hosts. */
  static String existing(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator))
        .filter(element -> element.endsWith("*") || Files.exists(Path.of(element)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Starling's. */
  static String ownClassPath() {
    return System.getProperty("java.class.path");
  }
}
