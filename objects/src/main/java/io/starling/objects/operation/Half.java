package io.starling.objects.operation;

import io.starling.objects.copy.Copy;
import io.starling.objects.protocol.FromPrimary.Source;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.View;
import io.starling.objects.transfer.Incoming;
import io.starling.objects.transfer.Streams;

/**
 * Half of a fetch: a lane, with its own source and stream.
 *
 * <pre>
 * LOCATING --granted--> STREAMING --End--> ENDED
 *     ^------ lost ---------'                |
 *     '-------- the other half is of another content
 * </pre>
 */
final class Half implements Incoming {

  private enum State {
    LOCATING,
    STREAMING,
    ENDED
  }

  private final Lane lane;
  private final Streams streams;
  private final Fetch fetch;
  private State state = State.LOCATING;
  private Copy copy;
  private long stream;

  Half(Lane lane, Streams streams, Fetch fetch) {
    this.lane = lane;
    this.streams = streams;
    this.fetch = fetch;
  }

  Lane lane() {
    return lane;
  }

  boolean isLocating() {
    return state == State.LOCATING;
  }

  boolean isEnded() {
    return state == State.ENDED;
  }

  /** Goes on at the watermark, from this source. */
  void stream(Copy into, Source source) {
    streams.stop(stream);
    state = State.STREAMING;
    copy = into;
    copy.fetchFrom(lane, source.store());
    stream = streams.fetch(source.store(), source.stamp(), copy, lane, this);
  }

  /** Needs a source again, or none any more. */
  void stop() {
    streams.stop(stream);
    state = State.LOCATING;
    if (copy != null) {
      copy.fetchFrom(lane, View.NO_STORE);
    }
  }

  @Override
  public void onBytes(long length) {
    copy.advance(lane, length);
    fetch.onProgress();
  }

  @Override
  public void onRestart(long stamp) {
    copy.restart(lane, stamp);
    fetch.onProgress();
  }

  @Override
  public void onEnd() {
    state = State.ENDED;
    fetch.onProgress();
  }

  @Override
  public void onLost() {
    int lost = copy.source(lane);
    stop();
    fetch.onLost(lost);
  }

  @Override
  public String toString() {
    String from = isLocating() ? "no store" : "store " + copy.source(lane);
    return "%s from %s".formatted(lane, from);
  }
}
