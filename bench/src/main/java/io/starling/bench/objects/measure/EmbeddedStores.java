package io.starling.bench.objects.measure;

import io.starling.objects.ObjectStore;
import io.starling.objects.Secret;
import io.starling.objects.StoreConfiguration;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A store in the process of each of the first two ranks, beside those of the job. */
final class EmbeddedStores implements Trial {

  private final ObjectStore store;
  private final RoundTripTrial roundTrip;
  private final int rank;

  private EmbeddedStores(ObjectStore store, RoundTripTrial roundTrip, int rank) {
    this.store = store;
    this.roundTrip = roundTrip;
    this.rank = rank;
  }

  /**
   * Starts them, and makes a trial of round trips between them.
   *
   * @param spins whether their threads never sleep
   */
  static EmbeddedStores open(Scene scene, long memory, long bytes, boolean spins)
      throws IOException {
    Secret secret = Secret.parse(scene.meeting().tell(Secret.random().digits()).getFirst());
    int port = (int) scene.meeting().agree(scene.rank() == 0 ? ServerProcess.freePort(scene) : 0);
    ObjectStore store = null;
    for (int turn = 0; turn < 2; turn++) {
      if (scene.rank() == turn) {
        StoreConfiguration first = StoreConfiguration.first(memory);
        var contact = new InetSocketAddress(scene.addresses().getFirst(), port);
        StoreConfiguration own =
            turn == 0
                ? new StoreConfiguration(
                    memory,
                    first.patience(),
                    first.silence(),
                    contact,
                    secret,
                    first.contact(),
                    false)
                : first.joining(contact, secret).at(new InetSocketAddress(scene.address(), 0));
        store = ObjectStore.embedded(spins ? own.spinning() : own);
      }
      scene.meeting().await();
    }
    Payload payload = scene.payload(bytes);
    return new EmbeddedStores(
        store, new RoundTripTrial(store, scene.rank(), payload), scene.rank());
  }

  @Override
  public boolean meets() {
    return false;
  }

  @Override
  public long run(long iteration) {
    return rank > 1 ? 0 : roundTrip.run(iteration);
  }

  @Override
  public void clean(long iteration) {
    if (rank == 0) {
      roundTrip.clean(iteration);
    }
  }

  @Override
  public void close() {
    roundTrip.close();
    if (store != null) {
      store.close();
    }
  }
}
