package io.starling.objects.operation;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyReader;
import io.starling.objects.copy.Departure;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.ToPrimary;
import io.starling.runtime.StarlingException;
import java.util.function.Consumer;

/**
 * The put of a large object by a local program, which writes while the object is already fetched.
 *
 * <pre>
 * RESERVING --memory--> WRITING ------seal------> SEALED ---> done
 *                        Publish --Accepted--> the copy may leave the store
 *                           '-----Exists-----> the writer writes for nothing, and hears it when it seals
 * </pre>
 */
public final class Put implements CopyReader {

  private enum State {
    RESERVING,
    WRITING,
    SEALED,
    OVER
  }

  private enum Answer {
    NONE,
    ACCEPTED,
    EXISTS,
    GONE
  }

  private final ToPrimary.Publish question;
  private final PutListener listener;
  private final Tools tools;
  private final Consumer<Put> whenOver;
  private State state = State.RESERVING;
  private Answer answer = Answer.NONE;
  private StarlingException gone;
  private Reservations.Reservation reservation;
  private Copy copy;

  /**
   * @param question what it asks the directory
   * @param whenOver hears that another put of the object may begin in this store
   */
  Put(ToPrimary.Publish question, PutListener listener, Tools tools, Consumer<Put> whenOver) {
    this.question = question;
    this.listener = listener;
    this.tools = tools;
    this.whenOver = whenOver;
  }

  public ObjectId id() {
    return question.id();
  }

  long stamp() {
    return question.stamp();
  }

  void start() {
    reservation =
        tools
            .reservations()
            .reserve(
                question.size(),
                this::begin,
                full -> {
                  end();
                  listener.onFailed(full);
                });
  }

  /** The program has written more bytes. */
  public void write(long bytes) {
    if (state != State.WRITING) {
      throw new IllegalStateException("object %s can't be written: %s".formatted(id(), state));
    }
    copy.advance(bytes);
  }

  /** What the program writes from now on is another content, from its first byte. */
  public void restart() {
    if (copy.state() != Copy.State.DROPPED) {
      copy.restart(Lane.ALL, tools.stamps().next());
    }
  }

  /** The program has written all bytes. */
  public void seal() {
    if (state != State.WRITING) {
      throw new IllegalStateException("object %s can't be sealed: %s".formatted(id(), state));
    }
    if (copy.watermark() < question.size()) {
      throw new IllegalStateException(
          "object %s has %d bytes, of which %d were written; it can't be sealed"
              .formatted(id(), question.size(), copy.watermark()));
    }
    state = State.SEALED;
    finish();
  }

  /** The program gave up, or is no more. */
  public void abort() {
    if (state == State.OVER) {
      return;
    }
    if (reservation != null) {
      reservation.cancel();
    }
    if (answer == Answer.NONE || answer == Answer.ACCEPTED) {
      tools.requests().tell(new ToPrimary.Retracted(id(), stamp()));
      // The directory has forgotten what gets of this store ask, as they would have found the put.
      tools.requests().askAgain(id(), ToPrimary.Locate.class);
    }
    end();
    if (copy != null) {
      tools.copies().drop(copy, Departure.Moved.REPLACED);
    }
  }

  /** The directory has taken this put; the store has no other copy of the object. */
  public void onAccepted() {
    answer = Answer.ACCEPTED;
    tools.requests().close(id(), ToPrimary.Publish.class);
    tools.copies().add(copy);
    copy.accept();
    listener.onAnswered(true);
    finish();
  }

  /** Whether the directory has answered; it may do so again. */
  public boolean isAnswered() {
    return answer != Answer.NONE;
  }

  /** The copy as long as the directory has not answered. */
  Copy proposed() {
    return answer == Answer.NONE ? copy : null;
  }

  void onExists() {
    refuse(Answer.EXISTS);
  }

  void onGone(StarlingException reason) {
    gone = reason;
    refuse(Answer.GONE);
  }

  @Override
  public void onProgress() {}

  @Override
  public void onRestart() {}

  @Override
  public void onGone(Departure departure, boolean complete) {
    if (departure instanceof Departure.Gone end) {
      gone = end.reason();
      answer = Answer.GONE;
    }
  }

  @Override
  public String toString() {
    return copy == null
        ? "waits for memory"
        : "wrote %d of %d bytes, %s".formatted(copy.watermark(), question.size(), answer);
  }

  private void begin(long offset) {
    state = State.WRITING;
    copy =
        Copy.proposed(
            id(), question.type(), question.size(), tools.space(), offset, question.stamp());
    copy.add(this);
    tools.requests().ask(question);
    listener.onWritable(copy);
  }

  private void refuse(Answer reason) {
    if (answer != Answer.NONE || state == State.RESERVING) {
      return;
    }
    answer = reason;
    tools.requests().close(id(), ToPrimary.Publish.class);
    whenOver.accept(this); // What is written is never seen.
    copy.drop(Departure.Moved.REPLACED);
    if (reason == Answer.EXISTS) {
      listener.onAnswered(false);
    }
    finish();
  }

  private void finish() {
    if (state != State.SEALED || answer == Answer.NONE) {
      return;
    }
    end();
    switch (answer) {
      case ACCEPTED -> {
        copy.complete();
        tools.requests().tell(new ToPrimary.Completed(id()));
        listener.onDone(true);
      }
      case EXISTS -> listener.onDone(false);
      case GONE -> listener.onFailed(gone);
      case NONE -> throw new AssertionError("looked at before");
    }
  }

  private void end() {
    state = State.OVER;
    if (answer == Answer.NONE) { // Else the question may be that of a later put.
      tools.requests().close(id(), ToPrimary.Publish.class);
    }
    whenOver.accept(this);
    if (copy != null) {
      copy.remove(this);
    }
  }
}
