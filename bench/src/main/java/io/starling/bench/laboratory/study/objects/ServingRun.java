package io.starling.bench.laboratory.study.objects;

import io.starling.objects.ObjectId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An ensemble of models that serves queries, one after the other (Hoplite, sections 5.4 and 5.5).
 * Host 0 has the door and a model, each other host a model.
 *
 * <pre>
 *   door    put(query) ...................................... all answers of hosts that live: next
 *   model      get(query) -> computes -> put(answer) ---> get(answer)
 * </pre>
 */
final class ServingRun {

  /** 64 images of 256 by 256 pixels of 3 bytes. */
  static final long QUERY = 64L * 256 * 256 * 3;

  private static final long ANSWER = 1 << 10;

  private final Hosts hosts;
  private final boolean star;
  private final long computing;
  private final int queries;
  private final Failure failure;
  private final List<Double> latencies = new ArrayList<>();
  private final List<Integer> models = new ArrayList<>();
  private final Set<Integer> awaited = new HashSet<>();
  private long began;

  private ServingRun(int count, int queries, double computing, boolean star, Failure failure) {
    hosts = new Hosts(count, 1);
    this.star = star;
    this.computing = (long) (computing * 1e9);
    this.queries = queries;
    this.failure = failure;
    for (int host = 0; host < count; host++) {
      models.add(host);
    }
  }

  /**
   * The seconds that each query takes.
   *
   * @param failure or null
   */
  static List<Double> latencies(
      int count, int queries, double computing, boolean star, Failure failure) {
    ServingRun run = new ServingRun(count, queries, computing, star, failure);
    run.next();
    run.hosts.run(() -> run.latencies.size() == queries);
    return run.latencies;
  }

  private void next() {
    int number = latencies.size();
    if (number == queries) {
      return;
    }
    began = hosts.now();
    awaited.addAll(models);
    for (int host : star ? models : List.of(0)) {
      hosts.put(0, query(number, host), QUERY, () -> {});
    }
    models.forEach(host -> hosts.tell(() -> serve(number, host)));
    if (failure != null && number + 1 == failure.number()) {
      hosts.after((long) (1e9 * Optimum.transfer((double) QUERY) / 2), this::fail);
    }
  }

  private ObjectId query(int number, int host) {
    return ObjectId.of("query %d for %d".formatted(number, star ? host : 0));
  }

  private void serve(int number, int host) {
    ObjectId answer = ObjectId.of("answer to %d of %d".formatted(number, host));
    hosts.get(0, answer, () -> onAnswer(host));
    hosts.get(
        host,
        query(number, host),
        () -> hosts.after(computing, () -> hosts.put(host, answer, ANSWER, () -> {})));
  }

  private void onAnswer(int host) {
    if (awaited.remove(host) && awaited.isEmpty()) {
      latencies.add(Hosts.seconds(hosts.now() - began));
      next();
    }
  }

  /** The host in the middle of those that fetch dies. */
  private void fail() {
    int host = models.get(models.size() / 2);
    hosts.fail(
        host,
        failure.lasts(),
        () -> {
          models.removeIf(model -> model == host);
          onAnswer(host);
        },
        models::add);
  }
}
