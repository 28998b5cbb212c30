package io.starling.launcher.job;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.output.Terminal;
import io.starling.launcher.placing.HostShare;
import io.starling.launcher.placing.JobPlacement;
import io.starling.launcher.placing.RankGpus;
import io.starling.launcher.process.HeapShare;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.RankStart;
import io.starling.launcher.rank.RankMain;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.api.SpawnRequest;
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

  private final JobSpecification specification;
  private final JobPlacement placement;
  private final ProcessNumbers numbers;
  private final HeapShare heap;
  private final String archive;

  /** What ranks run that come later; empty for the job's program. */
  private final Optional<MoreRanks> more;

  /**
   * Ranks that come later.
   *
   * @param isClass whether the first word is a main class
   * @param from the first of them in their world, of which the others may run something else
   * @param crowded the hosts on which they share cores with other ranks
   * @param whoHasGpus as the ranks that the job began with were told
   */
  private record MoreRanks(
      boolean isClass,
      List<String> words,
      Map<String, String> environment,
      int from,
      int count,
      Set<Integer> crowded,
      String whoHasGpus) {

    boolean has(int rank) {
      return rank >= from && rank < from + count;
    }
  }

  /**
   * For the ranks that a job begins with.
   *
   * @param archive a file with classes for their JVMs; empty for none
   */
  RankCommand(
      JobSpecification specification,
      JobPlacement placement,
      ProcessNumbers numbers,
      String archive) {
    this(
        specification,
        placement,
        numbers,
        JvmArguments.of(specification).heap(placement.shares()),
        archive,
        Optional.empty());
  }

  private RankCommand(
      JobSpecification specification,
      JobPlacement placement,
      ProcessNumbers numbers,
      HeapShare heap,
      String archive,
      Optional<MoreRanks> more) {
    this.specification = specification;
    this.placement = placement;
    this.numbers = numbers;
    this.heap = heap;
    this.archive = archive;
    this.more = more;
  }

  /**
   * For ranks of a program that come later. Their JVMs are like those that the job began with, so
   * they have the same archive.
   *
   * @param from the first of these ranks in their world
   * @param crowded the hosts on which they share cores with other ranks
   * @throws LaunchException if the main class is not there
   */
  RankCommand more(
      SpawnRequest.Program program,
      int first,
      int from,
      JobPlacement itsPlacement,
      Set<Integer> crowded) {
    if (program.isClass()) {
      ProgramCheck.check(
          new LaunchedProgram(
              program.words().getFirst(), List.of(), specification.program().classPath()),
          classPath(specification));
    }
    return new RankCommand(
        specification,
        itsPlacement,
        new ProcessNumbers(first, numbers.capacity(), numbers.severalHosts()),
        program.isClass() ? heap : HeapShare.UNDECIDED,
        program.isClass() ? archive : "",
        Optional.of(
            new MoreRanks(
                program.isClass(),
                program.words(),
                program.environment(),
                from,
                program.ranks(),
                crowded,
                placement.whoHasGpus())));
  }

  /** The numbers of the processes of the job. */
  ProcessNumbers numbers() {
    return numbers;
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
    more.ifPresent(ranks -> variables.putAll(ranks.environment()));
  }

  private HostPlan plan(
      int host,
      String directory,
      String javaHome,
      String classPath,
      Map<String, String> variables) {
    HostShare share = placement.shares().get(host);
    List<RankStart> starts = new ArrayList<>();
    for (int local = 0; local < share.locations().size(); local++) {
      int rank = share.locations().get(local).rank();
      if (more.isEmpty() || more.get().has(rank)) {
        starts.add(start(rank, local, share));
      }
    }
    boolean shared = share.shared() || (more.isPresent() && more.get().crowded().contains(host));
    return new HostPlan(
        placement.size(),
        shared,
        directory,
        command(javaHome, classPath),
        heap,
        archive,
        variables,
        starts,
        numbers);
  }

  private RankStart start(int rank, int local, HostShare share) {
    Map<String, String> own = new HashMap<>();
    placement.setVariables(rank, own);
    if (more.isPresent()) {
      // All ranks that may meet choose the same algorithms.
      own.replace(RankGpus.ALL, more.get().whoHasGpus());
      // The others of their host may be in another plan.
      own.put(RankEnvironment.LOCAL_RANK, Integer.toString(local));
      own.put(RankEnvironment.LOCAL_SIZE, Integer.toString(share.locations().size()));
    }
    return new RankStart(numbers.first() + rank, own, placement.binding(rank));
  }

  private List<String> command(String javaHome, String classPath) {
    if (more.isPresent() && !more.get().isClass()) {
      return more.get().words();
    }
    List<String> program =
        more.map(MoreRanks::words)
            .orElseGet(
                () ->
                    Stream.concat(
                            Stream.of(specification.program().mainClass()),
                            specification.program().arguments().stream())
                        .toList());
    List<String> command = new ArrayList<>();
    command.add(Path.of(javaHome, "bin", "java").toString());
    command.addAll(JvmArguments.of(specification).withoutHeap());
    command.add("-cp");
    command.add(classPath);
    command.add(RankMain.class.getName());
    command.addAll(program);
    return command;
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
