package io.starling.examples.training;

import io.starling.examples.learning.Digits;
import io.starling.examples.learning.Network;
import io.starling.examples.objects.Worker;
import io.starling.objects.ObjectStore;
import io.starling.runtime.Buffer;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/**
 * Gets a model, puts the gradient of some images, gets the next model. Every worker draws from all
 * images, so that none is lost with a worker.
 */
public final class GradientWorker {

  private final Worker worker;
  private final Digits digits = Digits.training();
  private final SplittableRandom random;
  private final int images;

  /**
   * A worker that is ready.
   *
   * @param number 1 to the number of workers
   * @param images how many images a gradient is the mean of
   */
  public GradientWorker(ObjectStore store, int number, int images, long seed) {
    this.worker = new Worker(store, GradientServer.PROGRAM, number);
    this.random = new SplittableRandom(seed + number);
    this.images = images;
  }

  /**
   * Works until the server says that it is over.
   *
   * @param goesOn is asked before each gradient, with the number of those that were put
   */
  public void run(IntPredicate goesOn) {
    Optional<float[]> model = worker.next();
    for (int done = 0; model.isPresent() && goesOn.test(done); done++) {
      Network network = Network.of(model.get());
      worker.answer(Buffer.of(network.gradient(digits, Network.draw(random, digits, images))));
      model = worker.next();
    }
  }
}
