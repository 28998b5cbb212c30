package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.AgentTree;
import io.starling.runtime.bootstrap.wire.Frame;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The root of the tree: passes messages about the job to its state, and messages of agents to the
 * launcher. For one thread.
 */
final class StoreRoot implements StoreAuthority {

  private final int capacity;
  private final StoreState state;
  private final Reports reports;
  private final Map<Integer, BitSet> served = new HashMap<>();
  private StoreRelay relay;
  private volatile AgentTree.Listener listener;
  private volatile BiConsumer<Integer, Integer> aborted = (_, _) -> {};
  private volatile SpawnListener spawns;

  StoreRoot(int size, int capacity, Reports reports) {
    this.capacity = capacity;
    this.reports = reports;
    state = new StoreState(size, frame -> relay.down(frame));
    state.onExchange(
        first -> {
          if (spawns != null) {
            spawns.cameUp(first);
          }
        });
  }

  /** To be called before anything else. */
  void attach(StoreRelay below) {
    relay = below;
  }

  /** May be called by any thread, before the first agent joins. */
  void listen(AgentTree.Listener to) {
    listener = to;
  }

  /** May be called by any thread, before the first rank joins. */
  void onAbort(BiConsumer<Integer, Integer> action) {
    aborted = action;
  }

  /** May be called by any thread, before the first rank joins. */
  void onSpawn(SpawnListener to) {
    spawns = to;
  }

  StoreState state() {
    return state;
  }

  @Override
  public void accept(Frame frame) throws IOException {
    int number = frame.number();
    switch (frame.type()) {
      case AGENT_JOINED -> listener().joined(number);
      case AGENT_LOST -> {
        BitSet ranks = served.remove(number);
        if (ranks != null) {
          state.left(ranks);
        }
        listener().lost(number, frame.name());
      }
      case TELL -> listener().received(number, frame.value());
      case SERVES -> serve(number, BitSet.valueOf(frame.value()));
      case ABORT -> aborted.accept(number, Reports.count(frame.name()));
      case SPAWN -> {
        // Without a listener only a damaged rank asks; its agent is not dropped for that.
        if (spawns != null) {
          spawns.asked(number, frame.name(), frame.value());
        }
      }
      case REPORTING -> reports.expect(number, relay.hosts() + 1, Reports.count(frame.name()));
      case REPORTED -> reports.arrived(number, Reports.count(frame.name()));
      default -> state.accept(frame);
    }
  }

  /**
   * Statements of an agent about ranks that it can't have are ignored; its parent is not dropped
   * for them.
   */
  private void serve(int host, BitSet ranks) {
    if (ranks.length() <= capacity && served.values().stream().noneMatch(ranks::intersects)) {
      served.computeIfAbsent(host, ignored -> new BitSet()).or(ranks);
    }
  }

  private AgentTree.Listener listener() throws IOException {
    if (listener == null) {
      throw new IOException("this job has no other hosts");
    }
    return listener;
  }
}
