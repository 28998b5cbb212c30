package io.starling.collectives.communicator;

import io.starling.collectives.call.Member;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;

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

  @Override
  public void swap(long[] words, long[] theirs) {
    int other = 1 - pair.rank();
    pair.sendReceive(Buffer.of(words), other, number, Buffer.of(theirs), other, number);
  }
}
