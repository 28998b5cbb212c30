package io.starling.bench.laboratory.study.objects;

import io.starling.objects.ObjectId;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * A collective by puts, gets and a reduce (Hoplite, sections 5.1.2 and 5.1.3). Host 0 is the root.
 *
 * <pre>
 *   objects   put(x)        get(x), get(x), ...       the stores relay: a receiver is a source
 *   star      put(x1), ...  get(x1), get(x2), ...     an object for each receiver: none can relay,
 *                                                     and the root folds what it gets, in no time
 * </pre>
 *
 * <p>Host i comes after i intervals. Without an interval all sources are there at the beginning.
 */
final class CollectiveRun {

  private static final ObjectId RESULT = ObjectId.of("result");

  private final Hosts hosts;
  private final int count;
  private final long bytes;
  private final long interval;
  private final boolean star;

  /** What has to end before the program is over. */
  private int open;

  private CollectiveRun(int count, long bytes, long interval, boolean star) {
    this.hosts = new Hosts(count, 1);
    this.count = count;
    this.bytes = bytes;
    this.interval = interval;
    this.star = star;
  }

  /**
   * The seconds from the beginning to the last end.
   *
   * @param star whether gets are star-shaped
   */
  static double seconds(
      Collective collective, int count, long bytes, double interval, boolean star) {
    return new CollectiveRun(count, bytes, (long) (interval * 1e9), star).run(collective);
  }

  private double run(Collective collective) {
    boolean early = collective == Collective.BROADCAST || interval == 0;
    if (early) {
      prepare(collective);
    }
    long began = hosts.now();
    if (!early) {
      eachAtItsTime(0, i -> put(source(i), i, () -> {}));
    }
    switch (collective) {
      case BROADCAST -> eachAtItsTime(1, i -> get(i, given(RESULT, i)));
      case GATHER -> gather(() -> {});
      case REDUCE -> reduce(() -> {});
      case ALLREDUCE -> allreduce();
    }
    hosts.run(() -> open == 0);
    return Hosts.seconds(hosts.now() - began);
  }

  /** The objects that are there before the program begins. */
  private void prepare(Collective collective) {
    if (collective == Collective.BROADCAST) {
      give();
    } else {
      IntStream.range(0, count).forEach(i -> put(source(i), i, this::end));
      open += count;
    }
    hosts.run(() -> open == 0);
  }

  private void allreduce() {
    open += count - 1;
    eachAtItsTime(
        1,
        i -> {
          get(i, given(RESULT, i));
          end();
        });
    reduce(
        () -> {
          if (star) {
            give();
          }
        });
  }

  private void reduce(Runnable done) {
    if (star) {
      gather(done);
      return;
    }
    List<ObjectId> sources = IntStream.range(0, count).mapToObj(CollectiveRun::source).toList();
    hosts.reduce(0, RESULT, sources, count, _ -> {});
    get(0, RESULT);
  }

  private void gather(Runnable done) {
    int[] left = {count - 1};
    for (int i = 1; i < count; i++) {
      open++;
      hosts.get(
          0,
          source(i),
          () -> {
            if (--left[0] == 0) {
              done.run();
            }
            end();
          });
    }
  }

  /** Puts what all others get. */
  private void give() {
    for (int i = 1; i < (star ? count : 2); i++) {
      open++;
      put(given(RESULT, i), 0, this::end);
    }
  }

  private void put(ObjectId id, int host, Runnable done) {
    hosts.put(host, id, bytes, done);
  }

  private void get(int host, ObjectId id) {
    open++;
    hosts.get(host, id, this::end);
  }

  private void end() {
    open--;
  }

  private void eachAtItsTime(int first, IntConsumer program) {
    for (int i = first; i < count; i++) {
      int host = i;
      if (interval == 0) {
        program.accept(host);
      } else {
        open++;
        hosts.after(
            host * interval,
            () -> {
              program.accept(host);
              end();
            });
      }
    }
  }

  private ObjectId given(ObjectId id, int receiver) {
    return star ? new ObjectId(id.high(), id.low() + receiver) : id;
  }

  private static ObjectId source(int host) {
    return ObjectId.of("source " + host);
  }
}
