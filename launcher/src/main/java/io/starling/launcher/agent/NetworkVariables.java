package io.starling.launcher.agent;

import io.starling.launcher.hosts.HostInterface;
import io.starling.launcher.process.HostPlan;
import io.starling.runtime.transport.ucx.RdmaAdapters;
import java.util.HashMap;
import java.util.Map;

/** Tells UCX which interface the job uses, and what suits it, unless the user has. */
public final class NetworkVariables {

  private static final String DEVICES = "UCX_NET_DEVICES";

  /**
   * Else UCX waits in connect(2), for minutes where a host has fallen silent, and the rank hears of
   * nothing meanwhile.
   */
  private static final String CONNECT_WITHOUT_WAITING = "UCX_TCP_CONN_NB";

  /** UCX 1.16 and later leave bridges alone unless they hear this; before, it is unknown. */
  private static final String BRIDGE = "UCX_TCP_BRIDGE_ENABLE";

  /**
   * From how many bytes on UCX asks before it sends. By itself it does so from some KiB on, which
   * over TCP costs two round trips where one would do: 64 KiB to three hosts took 230 us, and 80
   * so.
   */
  private static final String RENDEZVOUS = "UCX_RNDV_THRESH";

  private static final String RENDEZVOUS_OVER_TCP = "256K";

  private NetworkVariables() {}

  /**
   * The plan of a host with this.
   *
   * @param chosen whether the user has chosen the network; if not, UCX may prefer an InfiniBand
   *     adapter where there is one, and ranks that are all on one host need no network
   * @param environment what ranks inherit
   */
  public static HostPlan add(
      HostPlan plan, HostInterface network, boolean chosen, Map<String, String> environment) {
    Map<String, String> variables = new HashMap<>(plan.variables());
    set(variables, environment, CONNECT_WITHOUT_WAITING, "y");
    boolean users = environment.containsKey(DEVICES) || variables.containsKey(DEVICES);
    boolean othersMayCome =
        plan.numbers().severalHosts() && plan.numbers().capacity() > plan.size();
    boolean severalHosts = othersMayCome || plan.ranks().size() < plan.size();
    if (!users && (chosen || (severalHosts && !RdmaAdapters.exist()))) {
      variables.put(DEVICES, network.device());
      if (network.isBridge()) {
        set(variables, environment, BRIDGE, "y");
      }
      if (severalHosts) {
        set(variables, environment, RENDEZVOUS, RENDEZVOUS_OVER_TCP);
      }
    }
    return plan.with(variables);
  }

  private static void set(
      Map<String, String> variables, Map<String, String> environment, String name, String value) {
    if (!environment.containsKey(name)) {
      variables.putIfAbsent(name, value);
    }
  }
}
