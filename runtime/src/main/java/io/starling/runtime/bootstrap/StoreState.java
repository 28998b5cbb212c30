package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the launcher's store knows and decides, without any network: keys and values, fences and
 * exchanges, failures, revocations and agreements. Messages come from the relay and go back to it.
 * For one thread.
 */
final class StoreState implements Superior {

  private final Superior down;
  private final Absent absent = new Absent();
  private final BitSet failed = new BitSet();
  private final Rounds rounds;
  private final Agreements agreements;
  private final Map<String, byte[]> values = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private final RecentNames revoked = new RecentNames();

  /**
   * The state of a job that begins.
   *
   * @param down takes messages for those below
   */
  StoreState(int size, Superior down) {
    this.down = down;
    rounds = new Rounds(size, absent, down);
    agreements = new Agreements(size, absent, down);
  }

  void surviveFailures(boolean survives) {
    rounds.surviveFailures(survives);
  }

  @Override
  public void accept(Frame frame) throws IOException {
    switch (frame.type()) {
      case PUT -> put(frame.name(), frame.value());
      case GET -> get(frame.name());
      case FENCE, EXCHANGE -> rounds.enter(frame);
      case AGREE -> agreements.enter(frame);
      case MISSING -> down.accept(rounds.missing(frame.name()));
      case REVOKE -> revoke(frame.name());
      case LEFT -> left(frame.number());
      default -> throw new IOException("the launcher's store was sent " + frame.type());
    }
  }

  void put(String key, byte[] value) throws IOException {
    if (values.put(key, value) != null) {
      down.accept(Frame.of(FrameType.FORGET, 0, key));
    }
    if (asked.remove(key)) {
      down.accept(new Frame(FrameType.VALUE, 0, key, value));
    }
  }

  private void get(String key) throws IOException {
    byte[] value = values.get(key);
    if (value == null) {
      asked.add(key);
    } else {
      down.accept(new Frame(FrameType.VALUE, 0, key, value));
    }
  }

  private void revoke(String communicator) throws IOException {
    if (revoked.add(communicator)) {
      down.accept(Frame.of(FrameType.REVOKED, 0, communicator));
    }
  }

  /** How many fences and exchanges are not over. */
  int open() {
    return rounds.open();
  }

  /** The rank will bring nothing any more. */
  void left(int rank) throws IOException {
    if (!absent.ranks().get(rank)) {
      absent.add(rank, "has left the job");
      look();
    }
  }

  /** The rank has failed, for good; tells all others. Its first reason stays. */
  void failed(int rank, String reason) throws IOException {
    if (failed.get(rank)) {
      return;
    }
    failed.set(rank);
    absent.add(rank, "has failed: " + reason);
    down.accept(Frame.of(FrameType.FAILED, rank, Texts.asName(reason)));
    look();
  }

  /** The ranks below an agent that is lost. */
  void left(BitSet ranks) throws IOException {
    for (int rank = ranks.nextSetBit(0); rank >= 0; rank = ranks.nextSetBit(rank + 1)) {
      left(rank);
    }
  }

  private void look() throws IOException {
    rounds.look();
    agreements.look();
  }
}
