package io.starling.bench.laboratory.study.objects;

import io.starling.objects.ObjectId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A trainer, which is host 0, and its workers (Hoplite, figure 1).
 *
 * <pre>
 *   worker    get(policy) -> computes -> put(answer) ----.                    .--> get(policy) ...
 *   trainer   the first batch of answers, reduced or got one by one -> learns -> put(policy)
 * </pre>
 *
 * <p>Only the workers of a batch get the next policy, the others still compute or wait with their
 * answer.
 */
final class TrainingRun {

  private static final int WARM_UP = 4;
  private static final int MEASURED = 8;

  /**
   * Each computation takes up to this much more or less, so that workers come in no fixed order.
   */
  private static final double SPREAD = 0.1;

  private final Workload workload;
  private final Gets gets;
  private final Hosts hosts;
  private final Random random = new Random(1);
  private final InTurn incoming = new InTurn();
  private final InTurn outgoing = new InTurn();

  /** Who owes which answer. */
  private final Map<ObjectId, Integer> owed = new LinkedHashMap<>();

  /** The answers that are there and not taken. */
  private final Queue<ObjectId> ready = new ArrayDeque<>();

  /** The answers of this batch. */
  private final List<ObjectId> taken = new ArrayList<>();

  private final List<Long> policies = new ArrayList<>();
  private final Optional<Failure> failure;

  /** The last policy. */
  private ObjectId policy;

  private int got;
  private boolean collecting;

  private TrainingRun(Workload workload, Gets gets, Optional<Failure> failure) {
    this.workload = workload;
    this.gets = gets;
    this.failure = failure;
    hosts = new Hosts(workload.hosts(), 1);
  }

  /** Answers that the trainer uses in a second. */
  static double answersPerSecond(Workload workload, Gets gets) {
    List<Double> seconds =
        new TrainingRun(workload, gets, Optional.empty()).run(WARM_UP + MEASURED);
    double measured = seconds.stream().skip(WARM_UP).mapToDouble(Double::doubleValue).sum();
    return MEASURED * workload.batch() / measured;
  }

  /** The seconds that each iteration takes through a failure of a worker. */
  static List<Double> iterations(Workload workload, int iterations, Failure failure) {
    return new TrainingRun(workload, Gets.OBJECTS, Optional.of(failure)).run(iterations);
  }

  private List<Double> run(int iterations) {
    for (int worker = 1; worker < workload.hosts(); worker++) {
      compute(worker, order(worker));
    }
    collect();
    hosts.run(() -> policies.size() > iterations);
    return IntStream.range(0, iterations)
        .mapToObj(i -> Hosts.seconds(policies.get(i + 1) - policies.get(i)))
        .toList();
  }

  private ObjectId order(int worker) {
    ObjectId answer = id("answer", worker);
    owed.put(answer, worker);
    return answer;
  }

  private ObjectId id(String what, int worker) {
    return ObjectId.of("%s %d of %d".formatted(what, policies.size(), worker));
  }

  private void compute(int worker, ObjectId answer) {
    hosts.after(
        (long) (1e9 * workload.computing() * (1 - SPREAD + 2 * SPREAD * random.nextDouble())),
        () ->
            hosts.put(worker, answer, workload.answer(), () -> hosts.tell(() -> onReady(answer))));
  }

  private void onReady(ObjectId answer) {
    if (!isReduced()) {
      ready.add(answer);
      take();
    }
  }

  private void collect() {
    collecting = true;
    got = 0;
    taken.clear();
    if (isReduced()) {
      ObjectId sum = id("sum", 0);
      hosts.reduce(
          0,
          sum,
          List.copyOf(owed.keySet()),
          workload.batch(),
          members -> {
            taken.addAll(members);
            onGot();
          });
      hosts.get(0, sum, () -> onGot());
    } else {
      take();
    }
  }

  private boolean isReduced() {
    return workload.reduced() && gets == Gets.OBJECTS;
  }

  /** Gets what is there, as far as it belongs to this batch. */
  private void take() {
    while (collecting && taken.size() < workload.batch() && !ready.isEmpty()) {
      ObjectId answer = ready.remove();
      taken.add(answer);
      if (gets == Gets.OBJECTS) {
        hosts.get(0, answer, () -> onGot());
      } else {
        incoming.add(
            next ->
                hosts.get(
                    0,
                    answer,
                    () -> {
                      next.run();
                      onGot();
                    }));
      }
    }
  }

  private void onGot() {
    got++;
    // A reduce gives a result and its members.
    if (got == (isReduced() ? 2 : workload.batch())) {
      collecting = false;
      hosts.after((long) (1e9 * workload.learning() * workload.batch()), this::publish);
    }
  }

  private void publish() {
    policies.add(hosts.now());
    List<Integer> workers = taken.stream().map(owed::remove).filter(Objects::nonNull).toList();
    if (gets == Gets.OBJECTS) {
      policy = id("policy", 0);
      failure
          .filter(planned -> planned.number() == policies.size())
          .ifPresent(planned -> fail(workers.get(workers.size() / 2), planned.lasts()));
      hosts.put(
          0,
          policy,
          workload.policy(),
          () -> {
            workers.forEach(worker -> begin(worker, policy, () -> {}));
            collect();
          });
    } else {
      send(workers);
    }
  }

  private void send(List<Integer> workers) {
    int[] left = {workers.size()};
    for (int worker : workers) {
      ObjectId own = id("policy", worker);
      hosts.put(
          0,
          own,
          workload.policy(),
          () ->
              outgoing.add(
                  next ->
                      begin(
                          worker,
                          own,
                          () -> {
                            next.run();
                            if (--left[0] == 0 && gets == Gets.STAR_IN_TURN) {
                              collect();
                            }
                          })));
    }
    if (gets == Gets.STAR) {
      collect();
    }
  }

  /** A worker begins anew. */
  private void begin(int worker, ObjectId from, Runnable got) {
    ObjectId answer = order(worker);
    hosts.tell(
        () ->
            hosts.get(
                worker,
                from,
                () -> {
                  got.run();
                  compute(worker, answer);
                }));
  }

  /** A worker dies while the next policy comes to it. */
  private void fail(int worker, long lasts) {
    hosts.after(
        (long) (1e9 * Optimum.transfer((double) workload.policy()) / 2),
        () ->
            hosts.fail(
                worker,
                lasts,
                () -> owed.values().removeIf(dead -> dead == worker),
                another -> begin(another, policy, () -> {})));
  }

  /** Does one thing at a time, in order; each says when it is done. */
  private static final class InTurn {

    private final Queue<Consumer<Runnable>> waiting = new ArrayDeque<>();
    private boolean busy;

    /** Begins something when all before it are done. */
    void add(Consumer<Runnable> work) {
      waiting.add(work);
      if (!busy) {
        next();
      }
    }

    private void next() {
      Consumer<Runnable> work = waiting.poll();
      busy = work != null;
      if (busy) {
        work.accept(this::next);
      }
    }
  }
}
