package io.starling.launcher.job;

import io.starling.launcher.contact.JoinMessage;
import io.starling.launcher.remote.Event;
import io.starling.runtime.bootstrap.api.AgentTree;
import io.starling.runtime.bootstrap.store.SpawnListener;
import io.starling.runtime.bootstrap.store.StoreServer;
import java.util.concurrent.BlockingQueue;

/** Makes events of what a job's store hears. */
final class OwnStore {

  private OwnStore() {}

  /** To be called before the first rank is started. */
  static void attach(
      StoreServer store, JobSpecification specification, BlockingQueue<Event> events) {
    if (specification.failures().survives()) {
      store.surviveFailures();
    }
    store.onAbort((rank, status) -> events.add(new Event.Aborted(rank, status)));
    store.onSpawn(spawns(events));
    if (specification.contact().contact().isPresent()) {
      store.listen(guests(store, events));
    }
  }

  private static SpawnListener spawns(BlockingQueue<Event> events) {
    return new SpawnListener() {
      @Override
      public void asked(int rank, String name, byte[] request) {
        events.add(new Event.SpawnAsked(rank, name, request));
      }

      @Override
      public void cameUp(int first) {
        if (first > 0) {
          events.add(new Event.CameUp(first));
        }
      }
    };
  }

  private static AgentTree.Listener guests(StoreServer store, BlockingQueue<Event> events) {
    return new AgentTree.Listener() {
      @Override
      public void joined(int host) {
        // It will ask.
      }

      @Override
      public void received(int host, byte[] bytes) {
        try {
          events.add(
              new Event.GuestTold(
                  host, JoinMessage.decode(bytes), answer -> store.tell(host, answer.encode())));
        } catch (IllegalArgumentException e) {
          lost(host, "it has sent " + e.getMessage());
        }
      }

      @Override
      public void lost(int host, String reason) {
        events.add(new Event.GuestLost(host, reason));
      }
    };
  }
}
