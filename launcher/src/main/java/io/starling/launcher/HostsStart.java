package io.starling.launcher;

import io.starling.launcher.agent.AgentOrders;
import io.starling.launcher.agent.AgentStarter;
import io.starling.launcher.agent.HostReport;
import io.starling.launcher.agent.NetworkVariables;
import io.starling.launcher.agent.RemoteHost;
import io.starling.launcher.agent.SlurmStarter;
import io.starling.launcher.agent.SshStarter;
import io.starling.launcher.hosts.HostInterface;
import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.process.HostRanks;
import io.starling.runtime.bootstrap.StoreServer;
import io.starling.topology.layout.HostIdentity;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.ClusterAllocation;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Starts ranks on several hosts: an agent on each other one, which tells what its host is; then,
 * with a place for each rank, the ranks.
 */
final class HostsStart implements JobStart {

  private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

  private final JobSpecification specification;
  private final HostsChoice choice;
  private final Map<String, String> environment;
  private final CompletableFuture<Integer> signal;
  private final Consumer<String> note;
  private final Optional<Integer> self;
  private final List<RemoteHost> others;
  private final HostInterface network;
  private final int size;

  /**
   * A start.
   *
   * @param environment the variables that ranks have but for those that tell them their places
   * @param signal gives up what takes long when it completes
   * @throws LaunchException if the program is not there, or the hosts can't be reached
   */
  HostsStart(
      JobSpecification specification,
      HostsChoice choice,
      Map<String, String> environment,
      CompletableFuture<Integer> signal,
      Consumer<String> note) {
    this.specification = specification;
    this.choice = choice;
    this.environment = environment;
    this.signal = signal;
    this.note = note;
    refuse(specification.placement().topology().isPresent(), "--topology");
    refuse(specification.trace().isPresent(), "--trace");
    String classPath = RankCommand.classPath(specification);
    ProgramCheck.check(specification.program(), classPath);
    size = size(specification, choice);
    self = choice.self();
    others =
        IntStream.range(0, choice.hosts().size())
            .filter(host -> !self.equals(Optional.of(host)))
            .mapToObj(host -> new RemoteHost(host, choice.hosts().get(host).name()))
            .toList();
    network = LaunchNetwork.choose(specification.hosts(), others);
    note.accept(
        "listening on %s (%s)".formatted(network.address().getHostAddress(), network.device()));
  }

  private static void refuse(boolean condition, String option) {
    if (condition) {
      throw new LaunchException(option + " works on one host only, and the job has several");
    }
  }

  private static int size(JobSpecification specification, HostsChoice choice) {
    int wanted = specification.ranks();
    OptionalInt known = Slots.known(choice.hosts());
    if (known.isEmpty() && wanted == JobSpecification.ALL_SLOTS) {
      throw new LaunchException(
          "-n is needed, or slots for each host, as in --host %s:4"
              .formatted(choice.hosts().getFirst().name()));
    }
    return known.isEmpty()
        ? wanted
        : Slots.ranks(
            choice.hosts(), known.getAsInt(), wanted, specification.hosts().oversubscribe());
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public StoreServer openStore() throws IOException {
    return StoreServer.open(size(), network.address(), specification.failures().silence());
  }

  @Override
  public JobRanks start(Scene scene) throws IOException, InterruptedException, SignalledException {
    Agents agents = new Agents(scene.store(), others, scene.events(), scene.output());
    scene.store().listen(agents);
    AgentStarter starter = starter(scene.store(), agents);
    try {
      starter.start();
      HostReport own = self.isPresent() ? report() : null;
      awaitReports(agents, scene.events());
      return start(scene, agents, starter, reports(agents, own));
    } catch (IOException | InterruptedException | SignalledException | RuntimeException | Error e) {
      agents.close();
      starter.close();
      throw e;
    }
  }

  private AgentStarter starter(StoreServer store, Agents agents) {
    AgentOrders orders =
        new AgentOrders(
            AgentOrders.BY_NAME,
            store.jobFile(),
            specification.failures().silence(),
            specification.hosts().net().isEmpty() ? "" : network.range(),
            specification.hosts().access(),
            others);
    return choice.kind() == LauncherKind.SLURM
        ? new SlurmStarter(orders, agents)
        : new SshStarter(orders, orders.below(-1), agents);
  }

  private HostReport report() {
    ClusterAllocation here = PlacementRequest.here();
    return new HostReport(
        HostIdentity.ofThisProcess(),
        here.name(0),
        network.address().getHostAddress(),
        Runtime.getRuntime().availableProcessors(),
        here.allowed().getFirst(),
        here.cluster().nodes().getFirst());
  }

  private void awaitReports(Agents agents, BlockingQueue<Event> events)
      throws InterruptedException, SignalledException {
    long deadline = System.nanoTime() + specification.hosts().startTimeout().toNanos();
    while (!agents.silent().isEmpty()) {
      Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      switch (event) {
        case null ->
            throw new LaunchException(
                "no answer from %s within %s s (--start-timeout)"
                    .formatted(
                        agents.silent(), specification.hosts().startTimeout().toMillis() / 1000.0));
        case Event.HostFailed(int host, String reason) ->
            throw new LaunchException(
                "cannot start an agent on %s: %s".formatted(agents.name(host), reason));
        case Event.HostLost(int host, String reason) ->
            throw new LaunchException("lost %s: %s".formatted(agents.name(host), reason));
        case Event.Signalled(int number) when number != Signals.REPORT ->
            throw new SignalledException(number);
        default -> {
          // It is of use later, or not at all.
        }
      }
    }
  }

  private List<HostReport> reports(Agents agents, HostReport own) {
    Map<Integer, HostReport> told = agents.reports();
    return IntStream.range(0, choice.hosts().size())
        .mapToObj(host -> told.getOrDefault(host, own))
        .toList();
  }

  private JobRanks start(Scene scene, Agents agents, AgentStarter starter, List<HostReport> reports)
      throws IOException, InterruptedException {
    List<Machine> machines = reports.stream().map(HostReport::machine).toList();
    List<CpuSet> allowed = reports.stream().map(HostReport::allowed).toList();
    Slots slots = Slots.of(choice.hosts(), machines, allowed);
    slots.ranks(size, specification.hosts().oversubscribe());
    JobPlacement placement =
        JobPlacement.on(reports, slots.allocation(), specification.placement(), size, environment);
    slots.requireMaximum(placement.shares());
    String archive =
        ArchiveTraining.archiveFor(
            specification,
            RankCommand.flags(specification, placement.shares()),
            RankCommand.ownClassPath(),
            signal,
            note);
    RankCommand command = new RankCommand(specification, placement, size, archive);
    for (RemoteHost other : others) {
      List<Integer> there = placement.shares().get(other.number()).ranks();
      there.forEach(rank -> scene.output().expect(rank, choice.hosts().get(other.number()).host()));
      if (!there.isEmpty()) {
        agents.start(other.number(), command.elsewhere(other.number()));
      }
    }
    Optional<HostRanks> local = self.isPresent() ? startHere(scene, command) : Optional.empty();
    List<String> names = choice.hosts().stream().map(HostSlots::host).toList();
    HostsRanks ranks = new HostsRanks(placement, names, agents, starter, local, scene.output());
    int first = placement.hostOf(0);
    if (!self.equals(Optional.of(first))) {
      ranks.forwardInput(first, specification.forwardInput());
    }
    return ranks;
  }

  private Optional<HostRanks> startHere(Scene scene, RankCommand command)
      throws IOException, InterruptedException {
    int host = self.orElseThrow();
    return Optional.of(
        HostRanks.start(
            NetworkVariables.add(
                command.here(host, Map.of()),
                network,
                !specification.hosts().net().isEmpty(),
                System.getenv()),
            scene.store().jobFile(),
            specification.forwardInput() ? Redirect.INHERIT : NOTHING,
            new LocalListener(scene, choice.hosts().get(host).host())));
  }
}
