package io.starling.launcher.agent;

import io.starling.launcher.hosts.Network;
import io.starling.launcher.process.HostPlan;
import java.util.HashMap;
import java.util.Map;

/** Tells UCX which interface the job uses, unless the user has. */
public final class NetworkVariables {

  private static final String DEVICES = "UCX_NET_DEVICES";

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
    boolean decided = environment.containsKey(DEVICES) || plan.variables().containsKey(DEVICES);
    if (decided || (!chosen && Network.hasInfiniband())) {
      return plan;
    }
    Map<String, String> variables = new HashMap<>(plan.variables());
    variables.put(DEVICES, network.device());
    return plan.with(variables);
  }
}
