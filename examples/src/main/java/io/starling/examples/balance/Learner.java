package io.starling.examples.balance;

import io.starling.examples.objects.Workers;
import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.runtime.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reinforcement learning from samples (IMPALA; Hoplite, section 5.3): the learner takes the samples
 * that come first, improves the policy, and gives it to the actors that these samples are from. The
 * other actors go on with older policies.
 *
 * <pre>{@code
 * actor 1  --samples--.                 .--> policy 2
 * actor 2  --samples--+--> get, learn --+--> policy 2
 * actor 3  ----------------samples--------------------> in the next round
 * }</pre>
 */
public final class Learner {

  static final String PROGRAM = "reinforcement learner";

  /**
   * How it learns.
   *
   * @param first how many actors' samples are enough for a round
   * @param rate the length of the first step; the steps shrink to none, so that the end is steady
   * @param patience how long samples may take before their actor is given up
   */
  public record Settings(int rounds, int first, float rate, Duration patience) {}

  /**
   * What a round gave.
   *
   * @param meanReturn the mean number of steps for which the pole stood
   * @param living the number of actors
   */
  public record Round(int number, double meanReturn, int living) {}

  private final ObjectStore store;
  private final Settings settings;
  private final Workers actors;
  private final Policy policy = Policy.even();

  /**
   * A learner with actors 1 to {@code count}.
   *
   * @param news gets a sentence when an actor falls silent or is back
   */
  public Learner(ObjectStore store, int count, Settings settings, Consumer<String> news) {
    this.store = store;
    this.settings = settings;
    this.actors = new Workers(store, PROGRAM, count, settings.patience(), news);
  }

  /** Learns; {@code reader} gets each round. */
  public Policy run(Consumer<Round> reader) {
    Buffer weights = Buffer.of(policy.weights());
    actors.start(weights);
    for (int number = 1; number <= settings.rounds(); number++) {
      List<ObjectId> taken = actors.first(settings.first());
      List<float[]> batches = new ArrayList<>();
      for (ObjectId samples : taken) {
        try (ObjectView view = store.get(samples)) {
          batches.add(view.floats());
        }
      }
      policy.learn(batches, settings.rate() * (settings.rounds() - number) / settings.rounds());
      actors.proceed(taken, weights);
      actors.listen();
      double mean = batches.stream().mapToDouble(Samples::meanReturn).average().orElseThrow();
      reader.accept(new Round(number, mean, actors.living()));
    }
    actors.dismiss();
    return policy;
  }
}
