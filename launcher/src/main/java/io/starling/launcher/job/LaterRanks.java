package io.starling.launcher.job;

import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.placing.JobPlacement;
import io.starling.launcher.placing.Vacancies;
import io.starling.launcher.remote.Event;
import io.starling.runtime.bootstrap.api.SpawnAnswer;
import io.starling.runtime.bootstrap.api.SpawnRequest;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.runtime.bootstrap.store.JobStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Starts the ranks that ranks ask for, each time as a world of its own. A world has come up when
 * all of its ranks have joined; until then the end of one is the end of all, which the rank that
 * has asked is told, and the job goes on.
 *
 * <p>A request that finds no free slots waits a while for ranks that are about to end: a program
 * that leaves some ranks and starts others does so faster than a JVM ends.
 */
final class LaterRanks {

  private static final Duration TO_FREE_SLOTS = Duration.ofSeconds(5);

  /** Ranks that were started together. */
  private static final class World {
    final int first;
    final int size;
    final String request;
    boolean hasComeUp;
    boolean isGivenUp;

    World(int first, int size, String request) {
      this.first = first;
      this.size = size;
      this.request = request;
    }

    List<Integer> ranks() {
      return IntStream.range(first, first + size).boxed().toList();
    }
  }

  private final JobSpecification specification;
  private final Vacancies vacancies;
  private final JobStore store;
  private final JobRanks ranks;
  private final RankEnds ends;
  private final BlockingQueue<Event> events;
  private final NavigableMap<Integer, World> worlds = new TreeMap<>();

  /** The numbers of hosts that are lost. */
  private final BitSet lost = new BitSet();

  /** Those that wait for free slots, by their names. */
  private final Map<String, SpawnRequest> waiting = new LinkedHashMap<>();

  /** None so far. */
  LaterRanks(
      JobSpecification specification,
      Vacancies vacancies,
      JobStore store,
      JobRanks ranks,
      RankEnds ends,
      BlockingQueue<Event> events) {
    this.specification = specification;
    this.vacancies = vacancies;
    this.store = store;
    this.ranks = ranks;
    this.ends = ends;
    this.events = events;
  }

  /** Starts what a rank has asked for, or answers why not. */
  void asked(Event.SpawnAsked event) throws InterruptedException {
    String name = event.name();
    try {
      SpawnRequest request = SpawnRequest.decode(event.request());
      check(request);
      if (haveSlots(request)) {
        start(name, request);
      } else {
        waiting.put(name, request);
        CompletableFuture.delayedExecutor(TO_FREE_SLOTS.toMillis(), TimeUnit.MILLISECONDS)
            .execute(() -> events.add(new Event.SlotsAwaited(name)));
      }
    } catch (LaunchException | IllegalArgumentException e) {
      answer(name, new SpawnAnswer(0, e.getMessage()));
    }
  }

  private boolean haveSlots(SpawnRequest request) {
    return vacancies.free(ranks.placement(), hosts(request), lost, living()) >= request.ranks();
  }

  private static List<String> hosts(SpawnRequest request) {
    return request.programs().getFirst().hosts();
  }

  /** A rank has ended: there may be free slots now. */
  void tryAgain() throws InterruptedException {
    for (String name : List.copyOf(waiting.keySet())) {
      if (isDecided(waiting.get(name))) {
        stopWaiting(name);
      }
    }
  }

  /** Whether it can be started, or its host is lost. */
  private boolean isDecided(SpawnRequest request) {
    try {
      return haveSlots(request);
    } catch (LaunchException e) {
      return true;
    }
  }

  /** Starts what a request asks for, or answers why not. */
  void stopWaiting(String name) throws InterruptedException {
    SpawnRequest request = waiting.remove(name);
    if (request != null) {
      try {
        check(request);
        start(name, request);
      } catch (LaunchException e) {
        answer(name, new SpawnAnswer(0, e.getMessage()));
      }
    }
  }

  private void start(String name, SpawnRequest request) throws InterruptedException {
    int first = ranks.residences().size();
    int size = request.ranks();
    JobPlacement placement =
        vacancies.place(ranks.placement(), size, hosts(request), living(), lost, environment());
    List<RankCommand> commands = commands(request, first, placement);
    World world = new World(first, size, name);
    worlds.put(first, world);
    ranks.residences().add(placement);
    ends.add(size);
    store.admit(first, size);
    store.put(Spawner.ORIGIN + first, request.origin().encode());
    try {
      for (RankCommand command : commands) {
        ranks.startMore(command);
      }
    } catch (IOException e) {
      giveUp(world, "a rank can't be started: " + e.getMessage());
    }
    // While their JVMs start: looking for devices may take a while.
    placement.publish((key, value) -> store.put(first + "/" + key, value));
  }

  private void check(SpawnRequest request) {
    if (specification.trace().isPresent()) {
      throw new LaunchException("ranks can't be started later in a job with --trace");
    }
    if (specification.placement().topology().isPresent()) {
      throw new LaunchException("ranks can't be started later in a job with --topology");
    }
    List<String> hosts = hosts(request);
    if (request.programs().stream().anyMatch(program -> !program.hosts().equals(hosts))) {
      throw new LaunchException(
          "the programs of one call name different hosts; call once for each");
    }
    int capacity = ranks.command().numbers().capacity();
    int before = ranks.residences().size();
    if (request.ranks() > capacity - before) {
      throw new LaunchException(
          "the job has no room for %d more: it can have %d ranks in all, %d were started, and their numbers are not used again; start it with a larger --room"
              .formatted(request.ranks(), capacity, before));
    }
  }

  private List<RankCommand> commands(SpawnRequest request, int first, JobPlacement placement) {
    Set<Integer> crowded = crowded(placement);
    List<RankCommand> commands = new ArrayList<>();
    int from = 0;
    for (SpawnRequest.Program program : request.programs()) {
      commands.add(ranks.command().more(program, first, from, placement, crowded));
      from += program.ranks();
    }
    return commands;
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(specification.environment());
    return environment;
  }

  /** How many ranks run on each host. */
  private int[] living() {
    return IntStream.range(0, ranks.residences().hosts())
        .map(host -> (int) ranks.residences().on(host).stream().filter(ends::isRunning).count())
        .toArray();
  }

  /** The hosts that have fewer processors than ranks, with the new ones. */
  private Set<Integer> crowded(JobPlacement placement) {
    int[] living = living();
    return IntStream.range(0, living.length)
        .filter(
            host ->
                living[host] + placement.shares().get(host).locations().size()
                    > placement.processors(host))
        .boxed()
        .collect(Collectors.toSet());
  }

  /** All ranks of a world have joined. */
  void cameUp(int first) {
    World world = worlds.get(first);
    if (world != null && !world.isGivenUp && !world.hasComeUp) {
      world.hasComeUp = true;
      answer(world.request, new SpawnAnswer(first, ""));
    }
  }

  /** A host takes no ranks any more. */
  void lost(int host) {
    lost.set(host);
  }

  /** A host can't start its ranks of a world. */
  void notStarted(Event.NotStarted event) {
    World world = worlds.get(event.first());
    if (world != null) {
      giveUp(world, "a rank can't be started: " + event.reason());
    }
  }

  /**
   * A rank has ended.
   *
   * @return whether that is settled: its world had not come up, and is given up
   */
  boolean ended(int rank, int status) {
    Map.Entry<Integer, World> entry = worlds.floorEntry(rank);
    if (entry == null || entry.getValue().hasComeUp) {
      return false;
    }
    giveUp(
        entry.getValue(),
        "rank %d of the new ones, process %d on %s, %s before all had joined; its last output says more"
            .formatted(
                rank - entry.getKey(),
                rank,
                ranks.residences().host(rank),
                ExitStatus.describe(status)));
    return true;
  }

  private void giveUp(World world, String reason) {
    if (!world.isGivenUp && !world.hasComeUp) {
      world.isGivenUp = true;
      ranks.kill(world.ranks());
      for (int rank : world.ranks()) {
        ends.dismiss(rank);
        store.failed(rank, "was given up, as not all of its world have joined");
      }
      answer(world.request, new SpawnAnswer(world.first, reason));
    }
  }

  private void answer(String request, SpawnAnswer answer) {
    store.put(SpawnAnswer.key(request), answer.encode());
  }
}
