package io.starling.examples.training;

import io.starling.examples.learning.Network;
import io.starling.examples.objects.Workers;
import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.Reduction;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The asynchronous parameter server (Hoplite, figure 1b): it sums the first gradients that come,
 * takes a step, and gives the workers of these gradients the next model.
 *
 * <pre>{@code
 * worker 1  --gradient--.              .--> model 2
 * worker 2  --gradient--+--> sum, step-+--> model 2
 * worker 3  ----------------gradient------------------> in the next sum
 * }</pre>
 */
public final class GradientServer {

  static final String PROGRAM = "parameter server";

  /**
   * How it learns.
   *
   * @param first how many gradients are summed
   * @param rate the length of a step
   * @param hidden the width of the network's hidden layer
   * @param patience how long a gradient may take before its worker is given up
   */
  public record Settings(
      int iterations, int first, float rate, int hidden, Duration patience, long seed) {}

  /**
   * What an iteration gave.
   *
   * @param loss the mean over the images of the gradients
   * @param gradients how many were summed
   */
  public record Iteration(int number, double loss, int gradients, int living) {}

  private final ObjectStore store;
  private final Settings settings;
  private final Workers workers;
  private final Network network;
  private final List<Double> losses = new ArrayList<>();
  private final Map<Integer, String> events = new TreeMap<>();

  /**
   * A server of workers 1 to {@code count}.
   *
   * @param news gets a sentence when a worker falls silent or is back
   */
  public GradientServer(ObjectStore store, int count, Settings settings, Consumer<String> news) {
    this.store = store;
    this.settings = settings;
    this.network = Network.random(settings.hidden(), settings.seed());
    this.workers =
        new Workers(
            store,
            PROGRAM,
            count,
            settings.patience(),
            event -> {
              events.put(losses.size(), event);
              news.accept(event);
            });
  }

  /** Learns; {@code reader} gets each iteration. */
  public Network run(Consumer<Iteration> reader) {
    Buffer model = Buffer.of(network.parameters());
    workers.start(model);
    for (int number = 1; number <= settings.iterations(); number++) {
      Set<ObjectId> taken = step();
      workers.proceed(taken, model);
      workers.listen();
      reader.accept(new Iteration(number, losses.getLast(), taken.size(), workers.living()));
    }
    workers.dismiss();
    return network;
  }

  /** Returns the gradients that it has used. */
  private Set<ObjectId> step() {
    while (true) {
      int wanted = Math.min(settings.first(), workers.living());
      Reduction sum =
          store.reduce(ObjectId.random(), workers.pending(), wanted, ReductionOperator.SUM);
      boolean came = store.await(List.of(sum.target()), 1, settings.patience()).enough();
      if (came) {
        try (ObjectView view = store.get(sum.target())) {
          float[] gradient = view.floats();
          losses.add((double) gradient[gradient.length - 1] / wanted);
          network.descend(gradient, settings.rate() / wanted);
        }
      }
      store.delete(sum.target());
      if (came) {
        return sum.members().join();
      }
      workers.listen();
    }
  }

  /** The losses of all iterations. */
  public List<Double> losses() {
    return List.copyOf(losses);
  }

  /** What happened to workers, by the number of iterations before. */
  public Map<Integer, String> events() {
    return Map.copyOf(events);
  }
}
