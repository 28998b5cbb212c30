package io.starling.bench.laboratory.study.objects;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.protocol.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A host dies while it passes an object on (Hoplite, section 3.5): one in the middle of those that
 * do.
 *
 * <pre>
 *   broadcast   0 -> 1 -> 2 -> X    4 -> ...      in each half 4 goes on at its byte, from another
 *   reduce      0 <- 1 <- 2 <- X <- 4 <- ...      the source that is left over takes the place of X;
 *                                                 2, 1 and 0 begin anew
 * </pre>
 */
final class RecoveryRun {

  private static final ObjectId OBJECT = ObjectId.of("object");
  private static final long NEVER = -1;

  /**
   * What happened.
   *
   * @param source the seconds from the death to the first byte of another source, or of a sum
   *     without the dead one
   * @param end the seconds from the beginning to the last end
   */
  record Outcome(double source, double end) {}

  private final Hosts hosts;
  private final int count;
  private final List<Copy> copies = new ArrayList<>();
  private final long began;
  private int ended;
  private int expected;
  private long died = NEVER;
  private long recovered = NEVER;

  /** Whether a sum began anew. */
  private boolean restarted;

  private RecoveryRun(int count, long bytes, boolean reduced) {
    hosts = new Hosts(count, 1);
    this.count = count;
    int[] put = {0};
    int sources = reduced ? count : 1;
    for (int i = 0; i < sources; i++) {
      hosts.put(i, source(i), bytes, () -> put[0]++);
    }
    hosts.run(() -> put[0] == sources);
    began = hosts.now();
  }

  /**
   * A broadcast.
   *
   * @param death the seconds until then; infinite for none
   */
  static Outcome broadcast(int count, long bytes, double death) {
    RecoveryRun run = new RecoveryRun(count, bytes, false);
    for (int i = 1; i < count; i++) {
      int host = i;
      run.copies.add(null);
      run.hosts.get(host, source(0), copy -> run.copies.set(host - 1, copy), () -> run.ended++);
    }
    run.expected = count - 1;
    return run.finish(death, run::killRelay);
  }

  /** A reduce of all sources but one. */
  static Outcome reduce(int count, long bytes, double death) {
    RecoveryRun run = new RecoveryRun(count, bytes, true);
    List<ObjectId> sources = IntStream.range(0, count).mapToObj(RecoveryRun::source).toList();
    run.hosts.reduce(0, OBJECT, sources, count - 1, _ -> {});
    long[] had = {0};
    run.hosts.get(
        0,
        OBJECT,
        copy -> {
          run.onSum(had[0], copy.watermark());
          had[0] = copy.watermark();
        },
        () -> run.ended++);
    run.expected = 1;
    return run.finish(death, run::killNode);
  }

  private void onSum(long had, long has) {
    restarted |= died != NEVER && has < had;
    if (restarted && has > 0 && recovered == NEVER) {
      recovered = hosts.now();
    }
  }

  private Outcome finish(double death, Runnable killer) {
    if (Double.isFinite(death)) {
      hosts.after((long) (1e9 * death), killer);
    }
    hosts.run(() -> ended >= expected);
    return new Outcome(Hosts.seconds(recovered - died), Hosts.seconds(hosts.now() - began));
  }

  /** The one in the middle from which another one fetches. */
  private void killRelay() {
    List<Integer> relays =
        IntStream.range(1, count)
            .filter(host -> copies.stream().anyMatch(copy -> laneFrom(copy, host).isPresent()))
            .boxed()
            .toList();
    int victim = relays.get(relays.size() / 2);
    Copy orphan =
        copies.stream()
            .filter(copy -> laneFrom(copy, victim).isPresent())
            .findFirst()
            .orElseThrow();
    Lane lane = laneFrom(orphan, victim).orElseThrow();
    long had = orphan.watermark(lane);
    kill(victim);
    expected--;
    watch(orphan, lane, had);
  }

  /** What a copy fetches from a host. */
  private static Optional<Lane> laneFrom(Copy copy, int host) {
    return Lane.HALVES.stream().filter(lane -> copy.source(lane) == host).findFirst();
  }

  /** Looks each microsecond. */
  private void watch(Copy orphan, Lane lane, long had) {
    if (orphan.watermark(lane) > had) {
      recovered = hosts.now();
    } else {
      hosts.after(1000, () -> watch(orphan, lane, had));
    }
  }

  /** The one in the middle of those that fold. */
  private void killNode() {
    List<Integer> nodes =
        IntStream.range(1, count)
            .filter(host -> !hosts.cluster().store(host).accumulators().isEmpty())
            .boxed()
            .toList();
    kill(nodes.get(nodes.size() / 2));
  }

  private void kill(int host) {
    died = hosts.now();
    hosts.cluster().kill(host);
  }

  private static ObjectId source(int host) {
    return ObjectId.of("source " + host);
  }
}
