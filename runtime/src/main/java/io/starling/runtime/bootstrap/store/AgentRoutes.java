package io.starling.runtime.bootstrap.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Maps hosts to the connections that lead to their agents. For one thread. */
final class AgentRoutes {

  private static final int MAXIMUM_HOSTS = 1 << 16;

  private final Map<Integer, StoreConnection> routes = new HashMap<>();
  private final Set<StoreConnection> neighbours = new LinkedHashSet<>();

  /** The agents that are connected directly to this store. */
  Set<StoreConnection> neighbours() {
    return neighbours;
  }

  int hosts() {
    return routes.size();
  }

  /** The connection to a host's agent, or null. */
  StoreConnection to(int host) {
    return routes.get(host);
  }

  /** Why a host can't have an agent there; empty if it can. */
  String objection(int host) {
    if (host < 0 || host >= MAXIMUM_HOSTS) {
      return "a host number is between 0 and " + (MAXIMUM_HOSTS - 1) + ", not " + host;
    }
    return routes.containsKey(host) ? "host " + host + " already has an agent" : "";
  }

  void addNeighbour(int host, StoreConnection agent) {
    neighbours.add(agent);
    routes.put(host, agent);
  }

  /** An agent has joined below a neighbour. It is ignored if its host already has an agent. */
  boolean add(int host, StoreConnection over) {
    boolean free = objection(host).isEmpty();
    if (free) {
      routes.put(host, over);
    }
    return free;
  }

  /** Whether messages of a connection may come from that host. */
  boolean isBelow(int host, StoreConnection over) {
    return over.equals(routes.get(host));
  }

  /** Forgets a host; returns false if it was not below that connection. */
  boolean remove(int host, StoreConnection over) {
    return routes.remove(host, over);
  }

  /** The hosts whose agents are now unreachable, the neighbour's first. */
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
