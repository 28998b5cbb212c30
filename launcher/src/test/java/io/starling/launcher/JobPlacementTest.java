package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.launcher.hosts.ThisHost;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.topology.machine.Affinity;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.PlacementPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real ranks say what {@code /proc} says of their threads. */
class JobPlacementTest {

  private static final String PROGRAM = TestProgram.class.getName();
  private static final CpuSet ALLOWED = Affinity.ofThisProcess();
  private static final int CORES = Machine.here().slots(ALLOWED);

  /** What {@code --report-bindings} prints of a rank that is bound. */
  private static final Pattern BOUND =
      Pattern.compile("starling: rank (\\d+) on \\S+: .*PUs? (\\S+?)(?:, GPU .*)?   \\[.*]");

  @TempDir private Path folder;

  private static PlacementRequest here(PlacementPolicy policy) {
    return new PlacementRequest(Optional.empty(), policy, Optional.empty());
  }

  /** The lines {@code rank cpus} that ranks print, from the report. */
  private static List<String> reported(String errors) {
    return errors
        .lines()
        .map(BOUND::matcher)
        .filter(line -> line.matches())
        .map(line -> line.group(1) + " " + line.group(2))
        .toList();
  }

  private static List<String> everyRank(int ranks, CpuSet cpus) {
    return IntStream.range(0, ranks).mapToObj(rank -> rank + " " + cpus).toList();
  }

  private static CpuSet lastAllowed() {
    int last = ALLOWED.stream().max().orElseThrow();
    return CpuSet.range(last, last);
  }

  @Test
  void allThreadsOfARankRunOnThePusThatTheReportNames() throws InterruptedException {
    int ranks = Math.min(CORES, 4);
    Outcome outcome = Outcome.of(ranks, job -> job.reportBindings(true), "cpus");
    assertThat(outcome.status()).isZero();
    assertThat(reported(outcome.errors())).hasSize(ranks).doesNotHaveDuplicates();
    assertThat(outcome.output().lines())
        .containsExactlyInAnyOrderElementsOf(reported(outcome.errors()));
  }

  @Test
  void withoutBindingRanksMayUseAllThatTheLauncherMay() throws InterruptedException {
    Outcome outcome =
        Outcome.of(
            2,
            job ->
                job.placement(here(PlacementPolicy.NONE.bindTo(BindTo.NONE))).reportBindings(true),
            "cpus");
    assertThat(outcome.output().lines()).containsExactlyInAnyOrderElementsOf(everyRank(2, ALLOWED));
    assertThat(outcome.errors()).containsPattern("starling: rank 1 on \\S+: not bound\n");
  }

  @Test
  void theLauncherItselfStaysWhereItWas() throws InterruptedException {
    assertThat(Outcome.of(1, "cpus").status()).isZero();
    assertThat(Affinity.ofThisProcess()).isEqualTo(ALLOWED);
    Outcome next = Outcome.of(1, job -> job.placement(PlacementRequest.UNBOUND), "cpus");
    assertThat(next.output()).isEqualTo("0 " + ALLOWED + "\n");
  }

  @Test
  void whereHwlocCantBeLoadedAllCoresAreEquallyNearWhichIsSaidOnce() throws Exception {
    List<Path> libraries = hwlocLibraries();
    assumeTrue(!libraries.isEmpty(), "there is no libhwloc in the usual places");
    assumeTrue(
        new ProcessBuilder("unshare", "-m", "true").start().waitFor() == 0, "unshare is forbidden");
    try (var launcher =
        LauncherProcess.runWithout(libraries.getFirst(), "-n", "1", PROGRAM, "cpus")) {
      CpuSet first = CpuSet.range(firstAllowed(), firstAllowed());
      assertThat(launcher.remainingLines()).isEqualTo(everyRank(1, first));
      assertThat(launcher.awaitStatus()).isZero();
      assertThat(launcher.errors())
          .containsOnlyOnce("all processors count as equally near")
          .contains("cannot load libhwloc.so.15 (Debian package libhwloc15)");
    }
  }

  private static int firstAllowed() {
    return ALLOWED.stream().findFirst().orElseThrow();
  }

  private static List<Path> hwlocLibraries() throws IOException {
    try (Stream<Path> files =
        Files.find(Path.of("/usr/lib"), 2, (file, _) -> file.endsWith("libhwloc.so.15"))) {
      return files.toList();
    }
  }

  @Test
  void onlyPusThatTheLauncherMayUseAreUsed() throws Exception {
    try (var launcher =
        LauncherProcess.runOn(lastAllowed(), "-n", "1", "--report-bindings", PROGRAM, "cpus")) {
      assertThat(launcher.remainingLines()).isEqualTo(everyRank(1, lastAllowed()));
      assertThat(launcher.awaitStatus()).isZero();
      assertThat(reported(launcher.errors())).isEqualTo(everyRank(1, lastAllowed()));
    }
  }

  @Test
  void moreRanksThanCoresAreSaidOnceAndNotBound() throws Exception {
    try (var launcher =
        LauncherProcess.runOn(
            lastAllowed(), "-n", "3", PROGRAM, "variable", "STARLING_OVERSUBSCRIBED")) {
      assertThat(launcher.remainingLines()).containsExactly("1", "1", "1");
      assertThat(launcher.awaitStatus()).isZero();
      assertThat(launcher.errors())
          .containsOnlyOnce("ranks share")
          .contains(
              "starling: 3 ranks share 1 core and are not bound"
                  + " (more ranks than cores; --bind-to core binds them anyway)\n");
    }
  }

  @Test
  void moreRanksThanCoresAreBoundWhereThatIsAskedFor() throws Exception {
    try (var launcher =
        LauncherProcess.runOn(
            lastAllowed(), "-n2", "--bind-to=core", "--report-bindings", PROGRAM, "cpus")) {
      assertThat(launcher.remainingLines())
          .containsExactlyInAnyOrderElementsOf(everyRank(2, lastAllowed()));
      assertThat(reported(launcher.errors())).isEqualTo(everyRank(2, lastAllowed()));
      assertThat(launcher.errors())
          .contains("starling: 2 ranks share 1 core (more ranks than cores)\n");
    }
  }

  @Test
  void ranksWithACoreEachAreToldSo() throws InterruptedException {
    assertThat(Outcome.of(1, "variable", "STARLING_OVERSUBSCRIBED"))
        .extracting(Outcome::output, Outcome::errors)
        .containsExactly("0\n", "");
  }

  @Test
  void aRankfileBindsToTheCoresThatItNames() throws Exception {
    List<HardwareObject> cores = Machine.here().cores();
    assumeTrue(!cores.isEmpty(), "this machine tells no cores");
    int last =
        IntStream.range(0, cores.size())
            .filter(core -> cores.get(core).cpus().intersects(ALLOWED))
            .max()
            .orElseThrow();
    Path file = folder.resolve("ranks");
    Files.writeString(
        file,
        "rank 1=localhost slot=%d%nrank 0=%s slot=%d%n".formatted(last, ThisHost.name(), last));
    Outcome outcome =
        Outcome.of(2, job -> job.placement(here(PlacementPolicy.NONE.rankfile(file))), "cpus");
    assertThat(outcome.output().lines())
        .containsExactlyInAnyOrderElementsOf(everyRank(2, cores.get(last).cpus().and(ALLOWED)));
    assertThat(outcome.errors())
        .isEqualTo("starling: 2 ranks share 1 core (as the rankfile says)\n");
  }

  @Test
  void aPretendedTopologyIsReportedAndBindsNobody() throws InterruptedException {
    PlacementRequest request =
        new PlacementRequest(
            Optional.of("node:2 package:1 core:1 pu:2"), PlacementPolicy.NONE, Optional.empty());
    Outcome outcome = Outcome.of(1, job -> job.placement(request).reportBindings(true), "cpus");
    assertThat(outcome.output().lines()).containsExactlyElementsOf(everyRank(1, ALLOWED));
    assertThat(outcome.errors().lines())
        .containsExactly(
            "starling: ranks are placed on 'node:2 package:1 core:1 pu:2', which is not this"
                + " machine, and are not bound",
            "starling: rank 0 on +n0: package 0, core 0, PUs 0-1   [BB]");
  }

  @Test
  void whetherRanksShareCoresIsAskedOfTheRealMachine() throws Exception {
    try (var launcher =
        LauncherProcess.runOn(
            lastAllowed(),
            "-n2",
            "--topology=core:8 pu:1",
            PROGRAM,
            "variable",
            "STARLING_OVERSUBSCRIBED")) {
      assertThat(launcher.remainingLines()).containsExactly("1", "1");
      assertThat(launcher.errors()).containsOnlyOnce("here 2 ranks share 1 core");
    }
  }

  private void assertNothingStarts(String message, String... options) throws Exception {
    Path evidence = folder.resolve("evidence");
    String[] arguments =
        Stream.of(
                List.of("-n", "2"),
                List.of(options),
                List.of(PROGRAM, "create", evidence.toString()))
            .flatMap(List::stream)
            .toArray(String[]::new);
    try (var launcher = LauncherProcess.run(arguments)) {
      assertThat(launcher.awaitStatus()).isEqualTo(2);
      assertThat(launcher.errors()).contains("starling: ").contains(message);
      assertThat(evidence).doesNotExist();
    }
  }

  @Test
  void whatCannotBePlacedIsNotStarted() throws Exception {
    assertNothingStarts(
        "--bind-to l3: the machine has no l3; it has numa, core",
        "--topology=core:2 pu:1",
        "--bind-to=l3");
    assertNothingStarts("'socket' is none of core, l3, numa", "--map-by=socket");
    assertNothingStarts("--topology: there is no machine 'kore:2'", "--topology=kore:2");
    assertNothingStarts("cannot read the topology file 'no.xml'", "--topology=no.xml");
    assertNothingStarts("there is no rankfile 'no'", "--rankfile=no");
    assertNothingStarts(
        "--map-by core can't be combined with a rankfile", "--rankfile=no", "--map-by=core");
  }

  @Test
  void aRankfileWithAMistakeStartsNothing() throws Exception {
    Path file = Files.writeString(folder.resolve("ranks"), "rank 0=localhost slot=100000\n");
    assertNothingStarts(
        "ranks:1: node " + ThisHost.name() + " has no core 100000", "--rankfile", file.toString());
    Files.writeString(file, "rank 1=+n0 slot=0");
    assertNothingStarts(
        "does not mention these ranks of a job of 2: 0",
        "--topology=core:1 pu:1",
        "--rankfile",
        file.toString());
  }
}
