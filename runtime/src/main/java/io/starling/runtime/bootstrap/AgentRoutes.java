package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which connection leads to the agent of which host. For one thread. */
final class AgentRoutes {

  private static final int MAXIMUM_HOSTS = 1 << 16;

  private final Map<Integer, StoreConnection> routes = new HashMap<>();
  private final Set<StoreConnection> neighbours = new LinkedHashSet<>();

  /** The agents that are connected to this store itself. */
  Set<StoreConnection> neighbours() {
    return neighbours;
  }

  int hosts() {
    return routes.size();
  }

  /** Null where there is no such agent. */
  StoreConnection to(int host) {
    return routes.get(host);
  }

  /** Why a host can't have an agent there, or nothing. */
  String objection(int host) {
    if (host < 0 || host >= MAXIMUM_HOSTS) {
      return "a host has a number from 0 to " + (MAXIMUM_HOSTS - 1) + ", not " + host;
    }
    return routes.containsKey(host) ? "host " + host + " has an agent already" : "";
  }

  void addNeighbour(int host, StoreConnection agent) {
    neighbours.add(agent);
    routes.put(host, agent);
  }

  /** An agent has joined below a neighbour. */
  void add(int host, StoreConnection over) throws IOException {
    String objection = objection(host);
    if (!objection.isEmpty()) {
      throw new IOException(objection);
    }
    routes.put(host, over);
  }

  void check(int host, StoreConnection over) throws IOException {
    if (routes.get(host) != over) {
      throw new IOException("an agent spoke for host " + host + ", which is not below it");
    }
  }

  void remove(int host) {
    routes.remove(host);
  }

  /** The hosts whose agents are out of reach now, that of the neighbour first. */
  List<Integer> removeAll(StoreConnection neighbour) {
    neighbours.remove(neighbour);
    List<Integer> lost = new ArrayList<>();
    int own = neighbour.peer().number();
    if (routes.remove(own, neighbour)) {
      lost.add(own);
    }
    routes.forEach(
        (host, over) -> {
          if (over == neighbour) {
            lost.add(host);
          }
        });
    routes.values().removeIf(over -> over == neighbour);
    return lost;
  }
}
