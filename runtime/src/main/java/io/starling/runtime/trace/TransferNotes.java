package io.starling.runtime.trace;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Tags;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Records the begin and end of a port's transfers, and passes on their completions. */
final class TransferNotes implements Completions {

  private static final long SOURCE = Tags.source(Tags.MAX_RANKS - 1);

  private final TraceLog log;
  private final LongSupplier clock;
  private final MessageCounter sent = new MessageCounter();
  private final MessageCounter received = new MessageCounter();
  // Indexed by transfer.
  private EventKind[] kind = new EventKind[0];
  private long[] event = new long[0];
  private long[] tag = new long[0];
  private int[] number = new int[0];
  private Completions next;

  TransferNotes(TraceLog log, LongSupplier clock) {
    this.log = log;
    this.clock = clock;
  }

  void forwardTo(Completions completions) {
    next = completions;
  }

  /** These notes, with the completions to pass on to. */
  Completions before(Completions completions) {
    if (completions != next) {
      throw new IllegalArgumentException("a fold must report to the completions of its port");
    }
    return this;
  }

  void send(int transfer, int peer, long itsTag, long bytes) {
    int itsNumber = sent.next((itsTag & ~SOURCE) | Tags.source(peer));
    begin(transfer, EventKind.SEND, peer, itsTag, bytes, itsNumber);
  }

  void receive(int transfer, long itsTag, long bytes) {
    int itsNumber = received.next(itsTag);
    begin(transfer, EventKind.RECEIVE, Tags.sourceOf(itsTag), itsTag, bytes, itsNumber);
  }

  /** A receive whose message will set the tag. */
  void receiveAny(int transfer, int peer, long bytes) {
    begin(transfer, EventKind.RECEIVE, peer, 0, bytes, MessageCounter.UNKNOWN);
  }

  void fold(int transfer, long bytes) {
    begin(transfer, EventKind.FOLD, -1, 0, bytes, MessageCounter.UNKNOWN);
  }

  /** Work of a device has been posted. */
  void work(int work, EventKind itsKind, long bytes) {
    begin(work, itsKind, -1, 0, bytes, MessageCounter.UNKNOWN);
  }

  void workEnded(int work, boolean well) {
    end(work, well ? Ending.COMPLETE : Ending.BROKEN);
  }

  void disturbed(long begin, long end) {
    long noise = log.begin(EventKind.NOISE, begin, -1, 0, 0, MessageCounter.UNKNOWN);
    log.end(noise, end, Ending.COMPLETE);
  }

  private void begin(
      int transfer, EventKind itsKind, int peer, long itsTag, long bytes, int itsNumber) {
    if (transfer >= event.length) {
      grow(transfer);
    }
    kind[transfer] = itsKind;
    tag[transfer] = itsTag;
    number[transfer] = itsNumber;
    event[transfer] = log.begin(itsKind, clock.getAsLong(), peer, itsTag, bytes, itsNumber);
  }

  private void grow(int transfer) {
    int old = event.length;
    int rows = Math.max(2 * old, transfer + 64);
    kind = Arrays.copyOf(kind, rows);
    event = Arrays.copyOf(event, rows);
    tag = Arrays.copyOf(tag, rows);
    number = Arrays.copyOf(number, rows);
    Arrays.fill(event, old, rows, TraceLog.NONE);
  }

  /** The port has thrown an exception instead of beginning a transfer. */
  void refused(int transfer) {
    end(transfer, Ending.BROKEN);
  }

  @Override
  public void completed(int transfer, long itsTag, long bytes) {
    if (kind[transfer] == EventKind.RECEIVE) {
      if (number[transfer] == MessageCounter.UNKNOWN) {
        number[transfer] = received.next(itsTag);
      }
      log.found(event[transfer], Tags.sourceOf(itsTag), itsTag, bytes, number[transfer]);
    }
    end(transfer, Ending.COMPLETE);
    next.completed(transfer, itsTag, bytes);
  }

  @Override
  public void failed(int transfer, Failure failure, String detail) {
    boolean exact = number[transfer] != MessageCounter.UNKNOWN;
    if (failure == Failure.CANCELLED && kind[transfer] == EventKind.RECEIVE && exact) {
      // The next receive gets the message.
      received.giveBack(tag[transfer]);
    }
    end(transfer, Ending.of(failure));
    next.failed(transfer, failure, detail);
  }

  private void end(int transfer, Ending ending) {
    log.end(event[transfer], clock.getAsLong(), ending);
    event[transfer] = TraceLog.NONE;
  }
}
