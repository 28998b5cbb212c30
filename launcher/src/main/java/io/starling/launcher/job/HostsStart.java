package io.starling.launcher.job;

import io.starling.launcher.agent.HostReport;
import io.starling.launcher.agent.NetworkVariables;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.placing.HostLocality;
import io.starling.launcher.placing.HostsChoice;
import io.starling.launcher.placing.JobPlacement;
import io.starling.launcher.placing.Slots;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.HostRanks;
import io.starling.launcher.remote.Agents;
import io.starling.launcher.remote.Event;
import io.starling.launcher.remote.HostAgents;
import io.starling.launcher.remote.HostProbing;
import io.starling.launcher.remote.LocalityOrder;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.store.JobStore;
import io.starling.runtime.bootstrap.store.StoreServer;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
  private final HostAgents hosts;
  private final int size;
  private StoreServer store;

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
    refuse(specification.contact().contact().isPresent(), "--contact");
    String classPath = RankCommand.classPath(specification);
    ProgramCheck.check(specification.program(), classPath);
    size = size(specification, choice);
    hosts = new HostAgents(specification.hosts(), choice);
    note.accept(
        "listening on %s (%s)"
            .formatted(hosts.network().address().getHostAddress(), hosts.network().device()));
  }

  private static void refuse(boolean condition, String option) {
    if (condition) {
      throw new LaunchException(option + " works on one host only, and the job has several");
    }
  }

  private static int size(JobSpecification specification, HostsChoice choice) {
    int wanted = specification.ranks();
    OptionalInt known = Slots.known(choice.hosts());
    if (known.isEmpty() && wanted == Slots.ALL) {
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

  private int capacity() {
    return specification.capacity(size);
  }

  @Override
  public JobStore openStore(BlockingQueue<Event> events) throws IOException {
    store =
        StoreServer.open(
            size(), capacity(), hosts.network().address(), specification.failures().silence());
    OwnStore.attach(store, specification, events);
    return store;
  }

  @Override
  public JobRanks start(Scene scene) throws IOException, InterruptedException, SignalledException {
    HostAgents.Started started =
        hosts.start(store, specification.failures().silence(), scene.events(), scene.output());
    try {
      return start(scene, started, locality(scene, started));
    } catch (IOException | InterruptedException | SignalledException | RuntimeException | Error e) {
      started.close();
      throw e;
    }
  }

  private HostLocality locality(Scene scene, HostAgents.Started started)
      throws InterruptedException, SignalledException {
    return specification.order().isGiven()
        ? HostLocality.UNKNOWN
        : new LocalityOrder(
                specification.order(),
                names(),
                environment,
                hosts.network().range(),
                scene.output()::tell)
            .find(() -> HostProbing.open(hosts, started.agents(), scene.events()));
  }

  private List<String> names() {
    return choice.hosts().stream().map(HostSlots::host).toList();
  }

  private JobRanks start(Scene scene, HostAgents.Started started, HostLocality locality)
      throws IOException, InterruptedException, SignalledException {
    Agents agents = started.agents();
    List<HostReport> reports = started.reports();
    List<Machine> machines = reports.stream().map(HostReport::machine).toList();
    List<CpuSet> allowed = reports.stream().map(HostReport::allowed).toList();
    Slots slots = Slots.of(choice.hosts(), machines, allowed);
    slots.ranks(size, specification.hosts().oversubscribe());
    JobPlacement placement =
        JobPlacement.on(
            reports, slots.allocation(), specification.placement(), size, environment, locality);
    slots.requireMaximum(placement.shares());
    String archive =
        ArchiveTraining.archiveFor(
            specification,
            JvmArguments.of(specification).withHeap(placement.shares()),
            environment,
            RankCommand.ownClassPath(),
            signal,
            note);
    JobServices services = services(scene, agents);
    try {
      services.start(specification, withRanks(placement));
      return start(
          scene, started, new RankCommand(specification, placement, numbers(), archive), services);
    } catch (IOException | InterruptedException | SignalledException | RuntimeException | Error e) {
      services.close();
      throw e;
    }
  }

  private ProcessNumbers numbers() {
    return new ProcessNumbers(0, capacity(), choice.hosts().size() > 1);
  }

  private JobServices services(Scene scene, Agents agents) {
    OptionalInt self = hosts.self().stream().mapToInt(Integer::intValue).findFirst();
    return new JobServices(
        scene, self, hosts.network().address().getHostAddress(), Optional.of(agents.services()));
  }

  /** The hosts that have ranks, with their names. */
  private Map<Integer, String> withRanks(JobPlacement placement) {
    return IntStream.range(0, choice.hosts().size())
        .filter(host -> !placement.shares().get(host).locations().isEmpty())
        .boxed()
        .collect(Collectors.toMap(host -> host, names()::get));
  }

  private JobRanks start(
      Scene scene, HostAgents.Started started, RankCommand command, JobServices services)
      throws IOException, InterruptedException {
    HostsRanks ranks =
        new HostsRanks(
            command,
            names(),
            hosts,
            started,
            services,
            scene.output(),
            plan -> complete(plan, services));
    ranks.startElsewhere(command);
    if (hosts.self().isPresent()) {
      ranks.isHere(startHere(scene, command, services));
    }
    int first = command.placement().hostOf(0);
    if (!hosts.self().equals(Optional.of(first))) {
      ranks.forwardInput(first, specification.forwardInput());
    }
    return ranks;
  }

  private HostRanks startHere(Scene scene, RankCommand command, JobServices services)
      throws IOException, InterruptedException {
    int host = hosts.self().orElseThrow();
    return HostRanks.start(
        complete(command.here(host, Map.of()), services),
        scene.store().jobFile(),
        specification.forwardInput() ? Redirect.INHERIT : NOTHING,
        scene.listener(choice.hosts().get(host).host()));
  }

  private HostPlan complete(HostPlan plan, JobServices services) {
    return NetworkVariables.add(
        services.addTo(plan),
        hosts.network(),
        !specification.hosts().net().isEmpty(),
        System.getenv());
  }
}
