package io.starling.bench.laboratory.study.objects;

import io.starling.objects.ObjectId;
import java.util.stream.IntStream;

/**
 * Each host puts small objects at a steady rate; then each gets objects of others at the same rate.
 */
final class SmallObjectsRun {

  /** Objects that a host puts, or gets, in a second. */
  static final int RATE = 10_000;

  private static final long BYTES = 1 << 10;
  private static final long PAUSE = 1_000_000_000 / RATE;

  /**
   * What it took.
   *
   * @param perPut messages between hosts for a put
   * @param perGet the same for a get
   * @param mean the messages that a host takes in a second if it puts and gets at the rate
   * @param busiest the same of the host that takes most
   * @param putSeconds how long a put takes, on average
   * @param getSeconds how long a get takes, on average
   */
  record Outcome(
      double perPut,
      double perGet,
      double mean,
      double busiest,
      double putSeconds,
      double getSeconds) {}

  private final Hosts hosts;
  private final int count;
  private final int each;
  private long waited;
  private int ended;

  private SmallObjectsRun(int count, int each) {
    this.hosts = new Hosts(count, 1);
    this.count = count;
    this.each = each;
  }

  /**
   * Runs it.
   *
   * @param each how many objects a host puts
   */
  static Outcome of(int count, int each) {
    return new SmallObjectsRun(count, each).run();
  }

  private Outcome run() {
    long[] before = messages();
    double putSeconds =
        all((host, i, began) -> hosts.put(host, id(host, i), BYTES, () -> end(began)));
    long[] between = messages();
    // Each object is got by another host than put it, and each host gets objects of all others.
    double getSeconds =
        all(
            (host, i, began) ->
                hosts.get(host, id((host + 1 + i % (count - 1)) % count, i), () -> end(began)));
    long[] after = messages();
    long all = (long) count * each;
    long most = IntStream.range(0, count).mapToLong(i -> after[i] - before[i]).max().orElseThrow();
    double seconds = each / (double) RATE;
    return new Outcome(
        (sum(between) - sum(before)) / (double) all,
        (sum(after) - sum(between)) / (double) all,
        (sum(after) - sum(before)) / seconds / count,
        most / seconds,
        putSeconds,
        getSeconds);
  }

  private interface Call {
    void begin(int host, int number, long began);
  }

  /** Calls at the rate on all hosts, each a bit after the one before; the mean time of a call. */
  private double all(Call call) {
    waited = 0;
    ended = 0;
    for (int host = 0; host < count; host++) {
      int caller = host;
      hosts.after(host * PAUSE / count, () -> next(call, caller, 0));
    }
    hosts.run(() -> ended == count * each);
    return Hosts.seconds(waited) / ((double) count * each);
  }

  private void next(Call call, int host, int number) {
    if (number < each) {
      call.begin(host, number, hosts.now());
      hosts.after(PAUSE, () -> next(call, host, number + 1));
    }
  }

  private void end(long began) {
    waited += hosts.now() - began;
    ended++;
  }

  private long[] messages() {
    return IntStream.range(0, count).mapToLong(hosts.cluster()::messagesReceived).toArray();
  }

  private static long sum(long... values) {
    return IntStream.range(0, values.length).mapToLong(i -> values[i]).sum();
  }

  private static ObjectId id(int host, int number) {
    return ObjectId.of("%d of %d".formatted(number, host));
  }
}
