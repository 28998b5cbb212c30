package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.objects.ObjectId;
import java.util.List;

/** An object there and another one back, between two hosts (Hoplite, figure 6). */
final class PointToPoint {

  private static final double[] SIZES = {1 << 10, 32 << 10, 1 << 20, 32 << 20, 1 << 30};
  private static final double[] FEW_SIZES = {1 << 10, 1 << 20, 1 << 30};

  private PointToPoint() {}

  static void run(Laboratory laboratory, boolean quick, Findings findings) {
    double[] sizes = quick ? FEW_SIZES : SIZES;
    Panel panel =
        findings.add(
            Curve.measure(
                laboratory,
                "Round trip (figure 6)",
                Axis.SIZE,
                Axis.TIME,
                List.of(
                    new Curve("objects", sizes, bytes -> seconds((long) bytes)),
                    new Curve(
                        "2 x size / bandwidth", sizes, bytes -> 2 * Optimum.transfer(bytes)))));
    double last = panel.series().getFirst().points().getLast().y();
    findings.say(
        "Round trip of 1 GiB: %.4f times what the bandwidth allows (the paper: 0.2 %% more than"
            + " with Open MPI); of 1 KiB: %.0f us, %.1f latencies of the link.",
        last / (2 * Optimum.transfer(1 << 30)),
        panel.series().getFirst().points().getFirst().y() * 1e6,
        panel.series().getFirst().points().getFirst().y() / Hosts.seconds(Hosts.LINKS.latency()));
  }

  /** The program on host 1 waits for the first object before it puts the second one. */
  static double seconds(long bytes) {
    Hosts hosts = new Hosts(2, 1);
    ObjectId there = ObjectId.of("there");
    ObjectId back = ObjectId.of("back");
    boolean[] over = {false};
    long began = hosts.now();
    hosts.put(0, there, bytes, () -> {});
    hosts.get(1, there, () -> hosts.put(1, back, bytes, () -> {}));
    hosts.get(0, back, () -> over[0] = true);
    hosts.run(() -> over[0]);
    return Hosts.seconds(hosts.now() - began);
  }
}
