package io.starling.launcher.job;

import io.starling.launcher.contact.ContactFile;
import io.starling.launcher.contact.JoinMessage.Ask;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.placing.HostsChoice;
import io.starling.launcher.placing.LauncherKind;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.launcher.placing.RankGpus;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.RankStart;
import io.starling.launcher.remote.Event;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.store.JobStore;
import io.starling.topology.placement.BindTo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Starts ranks on this host that join another job: as a world with the next numbers of that job,
 * under this launcher.
 */
final class JoinedStart implements JobStart {

  private final JobSpecification specification;
  private final Path path;
  private final ContactFile contact;
  private final LocalStart ranks;
  private JoinedStore store;

  private JoinedStart(
      JobSpecification specification, Path path, ContactFile contact, LocalStart ranks) {
    this.specification = specification;
    this.path = path;
    this.contact = contact;
    this.ranks = ranks;
  }

  /**
   * Finds out all that is needed, as {@link LocalStart#prepare} does.
   *
   * @throws LaunchException if there is no job to join, or the ranks can't be placed
   */
  static JoinedStart prepare(
      JobSpecification specification,
      HostsChoice choice,
      Map<String, String> environment,
      CompletableFuture<Integer> signal,
      Consumer<String> note)
      throws InterruptedException {
    Path path = specification.contact().join().orElseThrow();
    refuse(
        specification.contact().contact().isPresent(),
        "--contact; the first job's file is good for all");
    refuse(
        choice.kind() != LauncherKind.LOCAL, "other hosts; its ranks run on the host of the job");
    refuse(
        specification.environment().containsKey(ProcessNumbers.ROOM),
        "--room; the first job has the room for all");
    refuse(specification.trace().isPresent(), "--trace");
    refuse(specification.placement().topology().isPresent(), "--topology");
    refuse(specification.service().isPresent(), "--objects");
    ContactFile contact = ContactFile.read(path);
    LocalStart ranks =
        LocalStart.prepare(
            specification.with(unbound(specification.placement())),
            choice,
            environment,
            signal,
            note);
    return new JoinedStart(specification, path, contact, ranks);
  }

  private static void refuse(boolean condition, String what) {
    if (condition) {
      throw new LaunchException("--join does not go with " + what);
    }
  }

  /** The ranks of the other job may be bound to the same cores. */
  private static PlacementRequest unbound(PlacementRequest request) {
    boolean isChosen =
        request.policy().bindTo().isPresent() || request.policy().rankfile().isPresent();
    return isChosen
        ? request
        : new PlacementRequest(
            request.topology(), request.policy().bindTo(BindTo.NONE), request.gpuMap());
  }

  @Override
  public int size() {
    return store.first() + ranks.size();
  }

  @Override
  public JobStore openStore(BlockingQueue<Event> events) throws IOException, InterruptedException {
    Ask ask =
        new Ask(
            ranks.size(), specification.failures().survives(), CommonSettings.of(specification));
    store = JoinedStore.join(path, contact, ask, events);
    return store;
  }

  @Override
  public JobRanks start(Scene scene) throws IOException, InterruptedException, SignalledException {
    return ranks.start(
        scene,
        new ProcessNumbers(store.first(), store.capacity(), false),
        store.settings(),
        this::besideOthers);
  }

  /** The plan of ranks that share the host with those of the other job. */
  private HostPlan besideOthers(HostPlan plan) {
    boolean isCrowded = size() > Runtime.getRuntime().availableProcessors();
    List<RankStart> starts =
        plan.ranks().stream()
            .map(start -> new RankStart(start.rank(), asTheirs(start.variables()), start.binding()))
            .toList();
    return new HostPlan(
        plan.size(),
        plan.oversubscribed() || isCrowded,
        plan.directory(),
        plan.command(),
        plan.heap(),
        plan.archive(),
        plan.variables(),
        starts,
        plan.numbers());
  }

  /** All ranks that may meet choose the same algorithms. */
  private Map<String, String> asTheirs(Map<String, String> variables) {
    Map<String, String> all = new HashMap<>(variables);
    all.put(RankGpus.ALL, store.settings().get(RankGpus.ALL));
    return all;
  }

  @Override
  public void ended(int status) throws InterruptedException {
    store.tellEnd(status);
  }
}
