package io.starling.launcher.placing;

import io.starling.launcher.agent.HostReport;
import io.starling.launcher.exit.LaunchException;
import io.starling.topology.layout.HostIdentity;
import io.starling.topology.layout.LayoutBuilder;
import io.starling.topology.layout.LayoutExchange;
import io.starling.topology.layout.NodeGroups;
import io.starling.topology.layout.SharedCores;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.BindingPicture;
import io.starling.topology.placement.ClusterAllocation;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.PlacementPolicy;
import io.starling.topology.placement.RankLocation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where the ranks of a job run, in the request's world and on its hosts. */
public final class JobPlacement {

  private final PlacementRequest request;
  private final ClusterAllocation allocation;
  private final Placement placement;
  private final GpuAssignment gpus;
  private final String whoHasGpus;
  private final List<HostShare> shares;

  /** What hosts say of themselves; none where all ranks run on this one. */
  private final List<HostReport> hosts;

  private final CommonMachines machines;
  private final NodeGroups groups;

  private JobPlacement(
      PlacementRequest request,
      ClusterAllocation allocation,
      int ranks,
      Map<String, String> environment,
      List<HostReport> hosts,
      HostLocality locality) {
    int[] order = locality.order();
    this.request = request;
    this.groups = locality.groups();
    this.allocation = allocation;
    this.placement =
        order.length == 0
            ? request.place(allocation, ranks)
            : request
                .place(allocation.inOrder(order), ranks)
                .renumbered(allocation.cluster(), order);
    this.gpus = RankGpus.choose(request, placement, environment);
    this.whoHasGpus = RankGpus.whoHasOne(gpus, request.gpuMap(), ranks, environment);
    this.hosts = hosts;
    List<Integer> used = placement.locations().stream().map(RankLocation::node).distinct().toList();
    this.machines = CommonMachines.among(hosts, hosts.isEmpty() ? List.of() : used);
    this.shares =
        hosts.isEmpty()
            ? List.of(shareOfThisHost())
            : IntStream.range(0, hosts.size()).mapToObj(this::share).toList();
  }

  private HostShare shareOfThisHost() {
    List<RankLocation> locations = placement.locations();
    int there = isPretended() ? slots(PlacementRequest.here()) : coresInUse(0, locations);
    int cores = Math.min(there, Runtime.getRuntime().availableProcessors());
    boolean shared = locations.size() > cores || (placement.oversubscribed() && !isPretended());
    return new HostShare(locations, cores, shared);
  }

  private HostShare share(int host) {
    List<RankLocation> locations =
        placement.locations().stream().filter(location -> location.node() == host).toList();
    int cores = Math.min(coresInUse(host, locations), hosts.get(host).processors());
    boolean shared =
        locations.size() > cores
            || (request.policy().rankfile().isPresent() && placement.oversubscribed())
            || sharesWithOthers(host);
    return new HostShare(locations, cores, shared);
  }

  private boolean sharesWithOthers(int host) {
    List<Integer> together = machines.with(host);
    if (together.size() == 1) {
      return false;
    }
    List<CpuSet> cpus =
        placement.locations().stream()
            .filter(location -> together.contains(location.node()))
            .map(RankLocation::cpus)
            .toList();
    return SharedCores.among(hosts.get(host).machine(), cpus);
  }

  private static int slots(ClusterAllocation here) {
    return here.cluster().nodes().getFirst().slots(here.allowed().getFirst());
  }

  private int coresInUse(int host, List<RankLocation> locations) {
    CpuSet homes =
        locations.stream().map(RankLocation::home).distinct().reduce(CpuSet.EMPTY, CpuSet::or);
    return allocation.cluster().nodes().get(host).slots(homes);
  }

  /**
   * Finds the placement on this host in the background: looking at the machine takes a while.
   *
   * @param allocation what of it the job may use
   * @param environment the variables that ranks have but for those that tell them their places
   */
  public static FutureTask<JobPlacement> begin(
      PlacementRequest request,
      Supplier<ClusterAllocation> allocation,
      int ranks,
      Map<String, String> environment) {
    FutureTask<JobPlacement> task =
        new FutureTask<>(
            () ->
                new JobPlacement(
                    request,
                    allocation.get(),
                    ranks,
                    environment,
                    List.of(),
                    HostLocality.UNKNOWN));
    Thread.ofPlatform().daemon().name("placement").start(task);
    return task;
  }

  /**
   * What {@link #begin} has found.
   *
   * @throws LaunchException if the ranks can't be placed as wished; the message names the culprit
   */
  public static JobPlacement await(FutureTask<JobPlacement> begun) throws InterruptedException {
    try {
      return begun.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case LaunchException wrong -> throw wrong;
        case Throwable cause -> throw new IllegalStateException("cannot place the ranks", cause);
      }
    }
  }

  /**
   * The placement on several hosts.
   *
   * @param hosts what they say of themselves, in the order of the allocation
   * @param locality what is known of the links between them
   * @throws LaunchException if the ranks can't be placed as wished; the message names the culprit
   */
  public static JobPlacement on(
      List<HostReport> hosts,
      ClusterAllocation allocation,
      PlacementRequest request,
      int ranks,
      Map<String, String> environment,
      HostLocality locality) {
    JobPlacement placement =
        new JobPlacement(request, allocation, ranks, environment, hosts, locality);
    PlacementPolicy policy = request.policy();
    if (!placement.machines.exist()
        || policy.bindTo().isPresent()
        || policy.rankfile().isPresent()) {
      return placement;
    }
    PlacementRequest unbound =
        new PlacementRequest(request.topology(), policy.bindTo(BindTo.NONE), request.gpuMap());
    return new JobPlacement(unbound, allocation, ranks, environment, hosts, locality);
  }

  /**
   * A placement of ranks that come later, which are not bound.
   *
   * @param free how many ranks each host takes before the next is filled; empty for one on each
   *     core
   * @param order the hosts in the order in which they are filled; empty for their own
   * @throws LaunchException if a GPU is wished for that is not there
   */
  public JobPlacement more(
      int ranks, List<Integer> free, int[] order, Map<String, String> environment) {
    PlacementRequest unbound =
        new PlacementRequest(
            Optional.empty(), PlacementPolicy.NONE.bindTo(BindTo.NONE), request.gpuMap());
    ClusterAllocation left =
        new ClusterAllocation(
            allocation.cluster(),
            allocation.allowed(),
            allocation.names(),
            free.isEmpty() ? allocation.slots() : free);
    return new JobPlacement(
        unbound, left, ranks, environment, hosts, new HostLocality(order, groups));
  }

  /** Whether each rank has a GPU, as all are told; for ranks that come later, too. */
  public String whoHasGpus() {
    return whoHasGpus;
  }

  /** What a host is called. */
  public String name(int host) {
    return allocation.name(host);
  }

  /** How many ranks a host takes at a time without sharing. */
  public int slots(int host) {
    return allocation.slots(host);
  }

  /** How many processors a host has for the job. */
  public int processors(int host) {
    return hosts.isEmpty()
        ? Runtime.getRuntime().availableProcessors()
        : hosts.get(host).processors();
  }

  private boolean isPretended() {
    return request.topology().isPresent();
  }

  /** How many ranks there are. */
  public int size() {
    return placement.locations().size();
  }

  /** The host that a rank runs on. */
  public int hostOf(int rank) {
    return hosts.isEmpty() ? 0 : placement.locations().get(rank).node();
  }

  /** What each host has of the job. */
  public List<HostShare> shares() {
    return shares;
  }

  /** What a rank is to be bound to; empty if it is not, or only in a pretended world. */
  public Optional<CpuSet> binding(int rank) {
    return placement.bound() && !isPretended()
        ? Optional.of(placement.locations().get(rank).cpus())
        : Optional.empty();
  }

  /** Tells a rank its GPU, and whether all have one, unless that is only pretended. */
  public void setVariables(int rank, Map<String, String> variables) {
    if (!isPretended()) {
      variables.put(RankGpus.ALL, whoHasGpus);
      RankGpus.tell(gpus, request.gpuMap(), rank, variables);
    }
  }

  /** Tells the ranks who is near whom; looking for devices may take a while. */
  public void publish(BiConsumer<String, byte[]> put) {
    LayoutBuilder survey = new LayoutBuilder(placement, groups);
    if (hosts.isEmpty()) {
      String identity = HostIdentity.ofThisProcess();
      LayoutExchange.publish(survey, _ -> identity, allocation::name, put);
    } else {
      LayoutExchange.publish(survey, host -> hosts.get(host).identity(), allocation::name, put);
    }
  }

  /** A line for each rank. */
  public List<String> report() {
    return new BindingPicture(allocation).lines(placement, gpus).toList();
  }

  /** What the user should know although it is no error. */
  public List<String> notices() {
    if (isPretended()) {
      HostShare here = shares.getFirst();
      return List.of(
          "ranks are placed on '%s', which is not this machine, and are not bound%s"
              .formatted(
                  request.topology().get(), here.shared() ? "; here " + sharing(here, "") : ""));
    }
    Stream<String> common =
        machines.groups().stream().filter(group -> group.size() > 1).map(this::common);
    Stream<String> alone =
        IntStream.range(0, shares.size())
            .filter(host -> shares.get(host).shared() && machines.with(host).size() == 1)
            .mapToObj(
                host ->
                    sharing(
                        shares.get(host), hosts.isEmpty() ? "" : " of " + allocation.name(host)));
    return Stream.concat(common, alone).toList();
  }

  private String common(List<Integer> group) {
    int ranks = group.stream().mapToInt(host -> shares.get(host).locations().size()).sum();
    CpuSet allowed =
        group.stream().map(host -> hosts.get(host).allowed()).reduce(CpuSet.EMPTY, CpuSet::or);
    return "%s are one machine, of which %d ranks share %d cores%s%s"
        .formatted(
            group.stream().map(allocation::name).collect(Collectors.joining(", ")),
            ranks,
            group.stream()
                .mapToInt(host -> hosts.get(host).machine().slots(allowed))
                .max()
                .orElseThrow(),
            placement.bound() ? ", and are bound" : " and are not bound",
            !placement.bound() && group.stream().anyMatch(host -> shares.get(host).shared())
                ? " (more ranks than cores)"
                : "");
  }

  private String sharing(HostShare share, String place) {
    boolean chosen = request.policy().bindTo().isPresent() || isPretended();
    return "%d ranks share %d %s%s%s (%s%s)"
        .formatted(
            share.locations().size(),
            share.cores(),
            share.cores() == 1 ? "core" : "cores",
            place,
            placement.bound() || isPretended() ? "" : " and are not bound",
            request.policy().rankfile().isPresent() && !isPretended()
                ? "as the rankfile says"
                : "more ranks than cores",
            placement.bound() || chosen ? "" : "; --bind-to core binds them anyway");
  }
}
