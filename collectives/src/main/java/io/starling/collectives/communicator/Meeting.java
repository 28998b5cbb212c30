package io.starling.collectives.communicator;

import io.starling.collectives.call.Member;
import io.starling.collectives.operation.Context;
import io.starling.collectives.pointtopoint.Envelope;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Status;

/**
 * The connection of two leaders that are in no communicator together: two processes of a job have
 * one that only they know, for meetings. Each meeting has a number.
 */
final class Meeting implements Leaders.Wire {

  private final RankCommunicator pair;
  private final int number;

  /**
   * A meeting.
   *
   * @param pair this rank's part in the communicator of the two
   * @param number a tag, the same at both; no other meeting of the two has it
   */
  Meeting(Member pair, Selection selection, int number) {
    this.pair = new RankCommunicator(pair, selection);
    this.number = number;
  }

  /** Of the two. */
  Context context() {
    return pair.member().context();
  }

  /** The messages of the other one. */
  Envelope envelope() {
    return new Envelope(other(), number);
  }

  /** Whether the other one lives, as far as this rank knows. */
  boolean isSound() {
    return context().health().isSound();
  }

  private int other() {
    return 1 - pair.rank();
  }

  /** The same without waiting until the other one takes it. */
  void leave(long word) {
    Request _ = pair.iSend(Buffer.of(new long[] {word}), other(), number);
  }

  /** Takes the words of the other one, which may be fewer; returns the first. */
  long take(long... theirs) {
    Status _ = pair.receive(Buffer.of(theirs), other(), number);
    return theirs[0];
  }

  /** Gives the other one some words, after it has given its own. */
  void give(long... words) {
    pair.send(Buffer.of(words), other(), number);
  }

  @Override
  public void swap(long[] words, long[] theirs) {
    int other = other();
    pair.sendReceive(Buffer.of(words), other, number, Buffer.of(theirs), other, number);
  }
}
