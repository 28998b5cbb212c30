package io.starling.objects.transfer;

import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyReader;
import io.starling.objects.copy.Departure;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.Transfer;
import java.lang.foreign.MemorySegment;

/**
 * Sends a lane of a copy to one reader, while the copy itself may still grow.
 *
 * <pre>
 *   0 ............ sent ====== watermark ------ end        next: the bytes marked =, a stripe at most
 * </pre>
 *
 * <p>Invariant: a reader gets the bytes of one content only, from the first it lacks on; Restart
 * comes between two contents; End comes after all bytes, and only from a complete copy.
 */
public final class Outgoing implements CopyReader {

  /** What is sent next. */
  enum Step {
    NOTHING,
    /** {@link #length} bytes of {@link #bytes}; {@link #onSent} follows. */
    BYTES,
    /** {@link #message}. */
    MESSAGE,
    /** {@link #message}, and the stream is over. */
    LAST_MESSAGE
  }

  private final long stream;
  private final Copy copy;
  private final Lane lane;
  private final Runnable ready;
  private final long stripe;
  private final long end;

  /** The content of which the reader has a part. */
  private long stamp;

  private long sent;
  private long length;
  private boolean gone;

  /**
   * @param ready tells the network that there is something to send
   */
  Outgoing(Transfer.Fetch fetch, Copy copy, Runnable ready) {
    this.stream = fetch.stream();
    this.copy = copy;
    this.lane = fetch.lane();
    this.ready = ready;
    this.stripe = Lane.stripe(copy.size());
    this.end = lane.within(copy.size(), stripe);
    this.stamp = fetch.stamp();
    this.sent = fetch.from();
    copy.add(this);
  }

  public long stream() {
    return stream;
  }

  Copy copy() {
    return copy;
  }

  /** Decides what is sent next. */
  Step next() {
    if (gone) {
      return Step.LAST_MESSAGE;
    }
    if (copy.state() == Copy.State.PROPOSED) {
      return Step.NOTHING;
    }
    if (copy.stamp(lane) != stamp) {
      return copy.stamp(lane) == 0 ? Step.NOTHING : Step.MESSAGE;
    }
    length = Math.min(stripe - sent % stripe, copy.watermark(lane) - sent);
    if (length > 0) {
      return Step.BYTES;
    }
    return copy.isComplete() && sent == end ? Step.LAST_MESSAGE : Step.NOTHING;
  }

  /** What a step of that kind says; the step is taken with this. */
  Transfer message() {
    if (gone) {
      return new Transfer.Gone(stream);
    }
    if (copy.stamp(lane) != stamp) {
      stamp = copy.stamp(lane);
      sent = 0;
      return new Transfer.Restart(stream, stamp);
    }
    return new Transfer.End(stream);
  }

  /** The number of bytes of a step. */
  public long length() {
    return length;
  }

  /** The bytes of a step; null where no contents are carried. */
  public MemorySegment bytes() {
    return copy.slice(lane, sent, length);
  }

  /** The bytes of the step left the memory. */
  void onSent() {
    sent += length;
  }

  /** The stream is over. */
  void close() {
    copy.remove(this);
  }

  @Override
  public void onProgress() {
    ready.run();
  }

  @Override
  public void onRestart() {
    ready.run();
  }

  @Override
  public void onGone(Departure departure, boolean complete) {
    gone = true;
    ready.run();
  }
}
