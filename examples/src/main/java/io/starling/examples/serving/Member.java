package io.starling.examples.serving;

import io.starling.examples.learning.Digits;
import io.starling.examples.learning.Network;
import io.starling.examples.objects.Arrivals;
import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.runtime.Buffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;

/**
 * A model that answers queries. Members differ in the images that they have learned from; their
 * models are objects, so a spare can take the place of a member that died.
 *
 * <p>Of one thread.
 */
public final class Member {

  private static final int HIDDEN = 16;
  private static final int IMAGES = 250;
  private static final int STEPS = 400;
  private static final int BATCH = 32;
  private static final float RATE = 0.5f;

  private final ObjectStore store;
  private final int number;
  private final long first;
  private final Network network;

  private Member(ObjectStore store, int number, long first, Network network) {
    this.store = store;
    this.number = number;
    this.first = first;
    this.network = network;
  }

  /** Learns, and puts its model. Each member sees 250 images, which it draws by its number. */
  public static Member trained(ObjectStore store, int number) {
    SplittableRandom random = new SplittableRandom(number);
    Network network = Network.random(HIDDEN, number);
    Digits digits = Digits.training();
    int[] own = Network.draw(random, digits, IMAGES);
    for (int step = 0; step < STEPS; step++) {
      int[] rows = random.ints(BATCH, 0, IMAGES).map(i -> own[i]).toArray();
      network.descend(network.gradient(digits, rows), RATE);
    }
    store.put(ServingNames.model(number), Buffer.of(network.parameters()));
    return new Member(store, number, 1, network);
  }

  /**
   * Waits for a place, gets the model that belongs there, and says that it is ready.
   *
   * @return the member that it is now, or nothing if it was not needed
   */
  public static Optional<Member> spare(ObjectStore store, int spare) {
    long[] place;
    try (ObjectView view = store.get(ServingNames.place(spare))) {
      place = view.longs();
    }
    if (place[1] == ServingNames.NO_QUERY) {
      return Optional.empty();
    }
    int number = (int) place[0];
    try (ObjectView model = Arrivals.get(store, ServingNames.model(number))) {
      Network network = Network.of(model.floats());
      store.put(ServingNames.ready(spare), Buffer.of(1));
      return Optional.of(new Member(store, number, place[1], network));
    }
  }

  /**
   * Answers until the front end says that it is over.
   *
   * @param goesOn is asked before each answer, with the number of the query
   */
  public void run(LongPredicate goesOn) {
    boolean open = true;
    for (long query = first; open; query++) {
      try {
        open = answer(query, goesOn);
      } catch (ObjectDeletedException _) {
        // Too late: the front end has gone on without this answer.
      }
    }
  }

  private boolean answer(long query, LongPredicate goesOn) {
    float[] pixels;
    try (ObjectView view = Arrivals.get(store, ServingNames.query(query))) {
      pixels = view.floats();
    }
    if (pixels.length < Digits.PIXELS || !goesOn.test(query)) {
      return false;
    }
    int[] classes = new int[pixels.length / Digits.PIXELS];
    Arrays.setAll(
        classes,
        i ->
            network.classify(
                Arrays.copyOfRange(pixels, i * Digits.PIXELS, (i + 1) * Digits.PIXELS)));
    store.put(ServingNames.answer(query, number), Buffer.of(classes));
    return true;
  }
}
