package io.starling.runtime.bootstrap;

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

  /** An agent has joined below a neighbour; one of a host that has an agent is not listened to. */
  boolean add(int host, StoreConnection over) {
    boolean free = objection(host).isEmpty();
    if (free) {
      routes.put(host, over);
    }
    return free;
  }

  /** Whether what comes over a connection may be of that host. */
  boolean isBelow(int host, StoreConnection over) {
    return over.equals(routes.get(host));
  }

  /** Forgets a host; false where it was not below that connection. */
  boolean remove(int host, StoreConnection over) {
    return routes.remove(host, over);
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
          if (over.equals(neighbour)) {
            lost.add(host);
          }
        });
    routes.values().removeIf(neighbour::equals);
    return lost;
  }
}
