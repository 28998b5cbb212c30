package io.starling.launcher.job;

import io.starling.launcher.agent.NetworkVariables;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.hosts.HostInterface;
import io.starling.launcher.hosts.ThisHost;
import io.starling.launcher.placing.DefaultRanks;
import io.starling.launcher.placing.HostsChoice;
import io.starling.launcher.placing.JobPlacement;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.launcher.placing.Slots;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.HostRanks;
import io.starling.launcher.remote.Event;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.store.JobStore;
import io.starling.runtime.bootstrap.store.StoreServer;
import io.starling.topology.placement.ClusterAllocation;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Starts all ranks on this host, with no process between them and the launcher. */
final class LocalStart implements JobStart {

  private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

  private final JobSpecification specification;
  private final int size;
  private final JobPlacement placement;
  private final String archive;

  private LocalStart(
      JobSpecification specification, int size, JobPlacement placement, String archive) {
    this.specification = specification;
    this.size = size;
    this.placement = placement;
    this.archive = archive;
  }

  /**
   * Finds out all that is needed.
   *
   * @param environment the variables that ranks have but for those that tell them their places
   * @param signal gives up what takes long when it completes
   * @throws LaunchException if the program is not there, or the ranks can't be placed
   */
  static LocalStart prepare(
      JobSpecification specification,
      HostsChoice choice,
      Map<String, String> environment,
      CompletableFuture<Integer> signal,
      Consumer<String> note)
      throws InterruptedException {
    PlacementRequest request = specification.placement();
    int size = specification.ranks();
    FutureTask<JobPlacement> begun;
    if (choice.hosts().isEmpty()) {
      if (size == Slots.ALL) {
        size = DefaultRanks.of(request);
      }
      begun = JobPlacement.begin(request, request::allocation, size, environment);
    } else {
      Slots slots = Slots.ofOne(choice.hosts().getFirst(), PlacementRequest.here());
      size = slots.ranks(size, specification.hosts().oversubscribe());
      ClusterAllocation allocation = slots.allocation();
      begun = JobPlacement.begin(request, () -> allocation, size, environment);
    }
    checkContact(specification, size);
    String classPath = RankCommand.classPath(specification);
    ProgramCheck.check(specification.program(), classPath);
    JobPlacement placement = JobPlacement.await(begun);
    String archive =
        ArchiveTraining.archiveFor(
            specification,
            JvmArguments.of(specification).withHeap(placement.shares()),
            environment,
            RankCommand.ownClassPath(),
            signal,
            note);
    return new LocalStart(specification, size, placement, archive);
  }

  private static void checkContact(JobSpecification specification, int size) {
    if (specification.contact().contact().isEmpty()) {
      return;
    }
    if (specification.capacity(size) == size) {
      throw new LaunchException("--contact needs room for the ranks of other jobs, not --room 0");
    }
    if (specification.trace().isPresent() || specification.placement().topology().isPresent()) {
      throw new LaunchException("--contact does not go with --trace and --topology");
    }
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
    StoreServer store =
        StoreServer.open(size, capacity(), InetAddress.getLoopbackAddress(), FailurePolicy.SILENCE);
    OwnStore.attach(store, specification, events);
    return store;
  }

  @Override
  public JobRanks start(Scene scene) throws IOException, InterruptedException, SignalledException {
    return start(scene, new ProcessNumbers(0, capacity(), false), Map.of(), plan -> plan);
  }

  /**
   * Starts ranks with other numbers.
   *
   * @param variables for all of them
   * @param complete adds to the plan what they need besides
   */
  JobRanks start(
      Scene scene,
      ProcessNumbers numbers,
      Map<String, String> variables,
      UnaryOperator<HostPlan> complete)
      throws IOException, InterruptedException, SignalledException {
    String loopback = InetAddress.getLoopbackAddress().getHostAddress();
    JobServices services = new JobServices(scene, OptionalInt.of(0), loopback, Optional.empty());
    try {
      services.start(specification, Map.of(0, ThisHost.name()));
      return startRanks(
          scene, numbers, variables, plan -> complete.apply(complete(plan, services)), services);
    } catch (IOException | InterruptedException | SignalledException | RuntimeException | Error e) {
      services.close();
      throw e;
    }
  }

  private JobRanks startRanks(
      Scene scene,
      ProcessNumbers numbers,
      Map<String, String> variables,
      UnaryOperator<HostPlan> complete,
      JobServices services)
      throws IOException, InterruptedException {
    Map<String, String> all = new HashMap<>(variables);
    scene.trace().setVariables(all);
    RankCommand command = new RankCommand(specification, placement, numbers, archive);
    HostRanks ranks =
        HostRanks.start(
            complete.apply(command.here(0, all)),
            scene.store().jobFile(),
            specification.forwardInput() ? Redirect.INHERIT : NOTHING,
            scene.listener(""));
    return new LocalRanks(ranks, command, services, complete);
  }

  private HostPlan complete(HostPlan plan, JobServices services) {
    return withNetwork(services.addTo(plan));
  }

  private HostPlan withNetwork(HostPlan plan) {
    String net = specification.hosts().net();
    try {
      return net.isEmpty()
          ? plan
          : NetworkVariables.add(plan, HostInterface.named(net), true, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new LaunchException(e.getMessage(), e);
    }
  }
}
