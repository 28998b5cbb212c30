package io.starling.examples.balance;

import io.starling.examples.objects.Worker;
import io.starling.objects.ObjectStore;
import io.starling.runtime.Buffer;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/** Gets a policy, plays some episodes by it, puts what it saw, gets the next policy. */
public final class Actor {

  private final Worker worker;
  private final SplittableRandom random;
  private final int episodes;

  /**
   * An actor that is ready.
   *
   * @param number 1 to the number of actors
   * @param episodes how many are played by one policy
   */
  public Actor(ObjectStore store, int number, int episodes, long seed) {
    this.worker = new Worker(store, Learner.PROGRAM, number);
    this.random = new SplittableRandom(seed + number);
    this.episodes = episodes;
  }

  /**
   * Plays until the learner says that it is over.
   *
   * @param goesOn is asked before each batch of episodes, with the number of those that were put
   */
  public void run(IntPredicate goesOn) {
    Optional<float[]> weights = worker.next();
    for (int done = 0; weights.isPresent() && goesOn.test(done); done++) {
      Policy policy = new Policy(weights.get());
      worker.answer(Buffer.of(Samples.play(policy, episodes, random)));
      weights = worker.next();
    }
  }
}
