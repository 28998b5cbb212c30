package io.starling.launcher.agent;

import io.starling.launcher.hosts.Network;
import io.starling.launcher.process.HostPlan;
import java.util.HashMap;
import java.util.Map;

/** Tells UCX which interface the job uses, unless the user has. */
public final class NetworkVariables {

  private static final String DEVICES = "UCX_NET_DEVICES";

  /**
   * Else UCX waits in connect(2), for minutes where a host has fallen silent, and the rank hears of
   * nothing meanwhile.
   */
  private static final String CONNECT_WITHOUT_WAITING = "UCX_TCP_CONN_NB";

  private NetworkVariables() {}

  /**
   * The plan of a host with this.
   *
   * @param chosen whether the user has chosen the network; if not, UCX may prefer an InfiniBand
   *     adapter where there is one
   * @param environment what ranks inherit
   */
  public static HostPlan add(
      HostPlan plan, Network network, boolean chosen, Map<String, String> environment) {
    Map<String, String> variables = new HashMap<>(plan.variables());
    if (!environment.containsKey(CONNECT_WITHOUT_WAITING)) {
      variables.putIfAbsent(CONNECT_WITHOUT_WAITING, "y");
    }
    if (!environment.containsKey(DEVICES) && (chosen || !Network.hasInfiniband())) {
      variables.putIfAbsent(DEVICES, network.device());
    }
    return plan.with(variables);
  }
}
