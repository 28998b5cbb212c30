package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.SpawnAnswer;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What the store of a job that has joined another one does not tell the other launcher: aborts, and
 * reports of threads. Its ranks can't start others.
 */
final class OwnAffairs implements UplinkFilter {

  private static final String NO_SPAWN =
      "a rank of a job that has joined another one can't start ranks";

  private final Reports reports = new Reports();
  private final BiConsumer<Integer, Integer> aborted;

  /**
   * Those of one launcher.
   *
   * @param aborted takes a rank that ends its job and the status; must not wait
   */
  OwnAffairs(BiConsumer<Integer, Integer> aborted) {
    this.aborted = aborted;
  }

  @Override
  public Frame up(Frame frame) {
    return switch (frame.type()) {
      case ABORT -> {
        aborted.accept(frame.number(), Reports.count(frame.name()));
        yield null;
      }
      case REPORTING -> {
        reports.expect(frame.number(), 1, Reports.count(frame.name()));
        yield null;
      }
      case REPORTED -> {
        reports.arrived(frame.number(), Reports.count(frame.name()));
        yield null;
      }
      case SPAWN ->
          new Frame(
              FrameType.PUT,
              0,
              SpawnAnswer.key(frame.name()),
              new SpawnAnswer(0, NO_SPAWN).encode());
      default -> frame;
    };
  }

  /** The other launcher asks for reports of its own ranks. */
  @Override
  public Frame answer(Frame frame) {
    return frame.type() == FrameType.REPORT
        ? Frame.of(FrameType.REPORTING, frame.number(), "0")
        : null;
  }

  int started() {
    return reports.started();
  }

  /** Begins a round of reports; returns its number. */
  int begin() {
    return reports.begin();
  }

  Set<Integer> await(Duration patience) throws InterruptedException {
    return reports.await(patience);
  }
}
