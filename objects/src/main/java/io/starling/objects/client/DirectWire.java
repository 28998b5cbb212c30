package io.starling.objects.client;

import io.starling.objects.door.DirectDoor;
import io.starling.objects.door.ToStore;
import io.starling.objects.host.StoreHost;
import java.util.concurrent.Future;

/** The way to a store on another thread of this process. */
final class DirectWire implements Wire {

  private final StoreHost host;
  private final DirectDoor door;

  DirectWire(StoreHost host, Calls calls) {
    this.host = host;
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

  /** The thread of the store does all. */
  @Override
  public void await(Future<?> answer, long nanoseconds) {}

  @Override
  public void letOthersRead() {}

  @Override
  public void close() {
    host.execute(door::close);
    host.close();
  }
}
