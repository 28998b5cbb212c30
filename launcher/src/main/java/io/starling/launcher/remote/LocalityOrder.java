package io.starling.launcher.remote;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.placing.HostLocality;
import io.starling.launcher.placing.OrderRequest;
import io.starling.launcher.remote.HostProbing.Plan;
import io.starling.topology.layout.NodeGroups;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.MatrixFile;
import io.starling.topology.locality.RankOrder;
import io.starling.topology.locality.RankOrderSearch;
import io.starling.topology.locality.probe.ProbedMatrix;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The order of hosts that suits their network: from a file of round-trip times, from those that
 * were kept of these hosts, or from a measurement.
 */
public final class LocalityOrder {

  private static final Plan QUICK_PLAN = new Plan(400, false, true, Duration.ofSeconds(30));
  private static final Plan ADAPTIVE_PLAN = new Plan(400, true, true, Duration.ofSeconds(30));

  /** With more hosts, not all pairs are measured. */
  private static final int MOST_FOR_ALL_PAIRS = 16;

  /** For less, hosts do not change places. */
  private static final double LEAST_GAIN = 1.02;

  private static final long SEED = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final OrderRequest request;
  private final List<String> names;
  private final MatrixCache cache;
  private final Consumer<String> tell;

  public LocalityOrder(
      OrderRequest request,
      List<String> names,
      Map<String, String> environment,
      String network,
      Consumer<String> tell) {
    this.request = request;
    this.names = names;
    this.tell = tell;
    cache = new MatrixCache(environment, network);
  }

  /**
   * The order of the hosts, and which are near each other.
   *
   * @param probing measures, if that is needed
   * @throws LaunchException if a host does not answer, or the file is wrong
   */
  public HostLocality find(Supplier<HostProbing> probing)
      throws InterruptedException, SignalledException {
    try {
      CommunicationPattern pattern = request.objective().pattern(names.size());
      LatencyMatrix matrix = matrix(probing);
      RankOrder order =
          new RankOrderSearch(SEED, PATIENCE, LIMIT, Runtime.getRuntime().availableProcessors())
              .search(pattern, LinkCosts.of(matrix));
      if (order.costBefore() < LEAST_GAIN * order.cost()) {
        tell.accept("the given order of hosts is as good for " + request.objective().describe());
        return new HostLocality(new int[0], groups(matrix));
      }
      tell.accept(describe(order));
      int[] hosts = order.hosts().stream().mapToInt(names::indexOf).toArray();
      return new HostLocality(hosts, groups(matrix));
    } catch (IllegalArgumentException e) {
      throw new LaunchException(e.getMessage(), e);
    }
  }

  private NodeGroups groups(LatencyMatrix matrix) {
    NodeGroups groups = NodeGroups.of(matrix);
    if (groups.rackCount() > 0) {
      tell.accept(
          "trees follow %s%d racks that the times between hosts tell"
              .formatted(
                  groups.zoneCount() > 0 ? groups.zoneCount() + " zones and " : "",
                  groups.rackCount()));
    }
    return groups;
  }

  private String describe(RankOrder order) {
    return "the hosts take the order %s: %s is expected to be %s"
        .formatted(shown(order.hosts()), request.objective().describe(), order.describe());
  }

  private static String shown(List<String> hosts) {
    int most = 8;
    return hosts.size() <= most
        ? String.join(", ", hosts)
        : String.join(", ", hosts.subList(0, most)) + ", ...";
  }

  private LatencyMatrix matrix(Supplier<HostProbing> probing)
      throws InterruptedException, SignalledException {
    if (request.matrix().isPresent()) {
      return MatrixFile.read("--rank-by locality", request.matrix().get()).select(names);
    }
    Optional<LatencyMatrix> known = request.anew() ? Optional.empty() : cache.find(names);
    if (known.isPresent()) {
      tell.accept(
          "the round-trip times are those of %s; --probe-again measures"
              .formatted(cache.file(names).orElseThrow()));
      return known.get();
    }
    try (HostProbing hosts = probing.get()) {
      boolean isLarge = names.size() > MOST_FOR_ALL_PAIRS;
      ProbedMatrix probed = hosts.run(isLarge ? ADAPTIVE_PLAN : QUICK_PLAN, _ -> {});
      probed.describe().forEach(tell);
      cache.keep(names, probed, tell);
      return probed.matrix(names);
    } catch (IOException e) {
      throw new LaunchException("cannot measure the links between hosts: " + e.getMessage(), e);
    }
  }
}
