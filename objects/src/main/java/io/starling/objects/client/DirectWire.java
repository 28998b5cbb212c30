package io.starling.objects.client;

import io.starling.objects.door.DirectDoor;
import io.starling.objects.door.ToStore;
import io.starling.objects.host.StoreHost;
import java.util.concurrent.Future;

/**
 * The way to a store of this process, which callers run while they wait.
 *
 * <p>Invariant: while a call is open, a thread runs the store, or is on its way to.
 */
final class DirectWire implements Wire {

  private final StoreHost host;
  private final Calls calls;
  private final DirectDoor door;

  DirectWire(StoreHost host, Calls calls) {
    this.host = host;
    this.calls = calls;
    this.door = new DirectDoor(host.store(), host.reactor(), calls::onMessage);
    var _ =
        host.ended()
            .thenAccept(
                reason ->
                    calls.onLost("the store of this program has ended: %s".formatted(reason)));
  }

  @Override
  public void send(ToStore message) {
    host.execute(() -> door.take(message));
  }

  @Override
  public void await(Future<?> answer, long nanoseconds) {
    host.runUntil(answer::isDone, nanoseconds);
    if (!calls.isIdle()) {
      host.call();
    }
  }

  @Override
  public void letOthersRead() {
    host.call();
  }

  @Override
  public void close() {
    host.execute(door::close);
    host.close();
  }
}
