package io.starling.launcher;

import io.starling.topology.CpuSet;
import io.starling.topology.layout.LayoutExchange;
import io.starling.topology.layout.Survey;
import io.starling.topology.placement.Allotment;
import io.starling.topology.placement.BindingPicture;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.Seat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;

/** Where the ranks of a job run, in the request's world and on this machine. */
final class JobPlacement {

  private final PlacementRequest request;
  private final Allotment allotment;
  private final Placement placement;
  private final GpuAssignment gpus;

  /** How many cores of this machine the ranks have, or processors where a quota leaves fewer. */
  private final int cores;

  private final boolean oversubscribed;

  private JobPlacement(PlacementRequest request, int ranks, Map<String, String> environment) {
    this.request = request;
    this.allotment = request.allotment();
    this.placement = request.place(allotment, ranks);
    this.gpus = RankGpus.choose(request, placement, environment);
    int there = isPretended() ? cores(PlacementRequest.here()) : coresInUse();
    cores = Math.min(there, Runtime.getRuntime().availableProcessors());
    oversubscribed = ranks > cores || (placement.oversubscribed() && !isPretended());
  }

  private static int cores(Allotment here) {
    return here.cluster().nodes().getFirst().slots(here.allowed().getFirst());
  }

  private int coresInUse() {
    CpuSet homes =
        placement.seats().stream().map(Seat::home).distinct().reduce(CpuSet.EMPTY, CpuSet::or);
    return allotment.cluster().nodes().getFirst().slots(homes);
  }

  /**
   * Finds the placement in the background: looking at the machine takes a while.
   *
   * @param environment the variables that ranks have but for those that tell them their places
   */
  static FutureTask<JobPlacement> begin(
      PlacementRequest request, int ranks, Map<String, String> environment) {
    FutureTask<JobPlacement> task =
        new FutureTask<>(() -> new JobPlacement(request, ranks, environment));
    Thread.ofPlatform().daemon().name("placement").start(task);
    return task;
  }

  /**
   * What {@link #begin} has found.
   *
   * @throws LaunchException if the ranks can't be placed as wished; the message names the culprit
   */
  static JobPlacement await(FutureTask<JobPlacement> begun) throws InterruptedException {
    try {
      return begun.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case LaunchException wrong -> throw wrong;
        case Throwable cause -> throw new IllegalStateException("can't place the ranks", cause);
      }
    }
  }

  private boolean isPretended() {
    return request.topology().isPresent();
  }

  /** Whether ranks share cores of this machine. */
  boolean isOversubscribed() {
    return oversubscribed;
  }

  /** What a rank is to be bound to; empty if it is not, or only in a pretended world. */
  Optional<CpuSet> binding(int rank) {
    return placement.bound() && !isPretended()
        ? Optional.of(placement.seats().get(rank).cpus())
        : Optional.empty();
  }

  /** Tells a rank its GPU, unless that is only pretended. */
  void setVariables(int rank, Map<String, String> variables) {
    if (!isPretended()) {
      RankGpus.tell(gpus, request.gpuMap(), rank, variables);
    }
  }

  /** Tells the ranks who is near whom; looking for devices may take a while. */
  void publish(BiConsumer<String, byte[]> put) {
    LayoutExchange.publish(new Survey(placement), allotment::name, put);
  }

  /** A line for each rank. */
  List<String> report() {
    return new BindingPicture(allotment).lines(placement, gpus).toList();
  }

  /** What the user should know although it is no error. */
  Optional<String> notice() {
    if (isPretended()) {
      return Optional.of(
          "ranks are mapped on '%s' but not bound, as this machine is another%s"
              .formatted(request.topology().get(), oversubscribed ? "; here " + sharing() : ""));
    }
    return oversubscribed ? Optional.of(sharing()) : Optional.empty();
  }

  private String sharing() {
    boolean chosen = request.wishes().bindTo().isPresent() || isPretended();
    return "%d ranks share %d %s%s (%s%s)"
        .formatted(
            placement.seats().size(),
            cores,
            cores == 1 ? "core" : "cores",
            placement.bound() || isPretended() ? "" : " and are not bound",
            request.wishes().rankfile().isPresent() && !isPretended()
                ? "as the rankfile says"
                : "more ranks than cores",
            placement.bound() || chosen ? "" : "; --bind-to core binds them all the same");
  }
}
