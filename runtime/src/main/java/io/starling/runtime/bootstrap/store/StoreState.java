package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * The state and the decisions of the launcher's store, without any network: keys and values, fences
 * and exchanges, failures, revocations and agreements. Messages come from the relay and go back to
 * it. For one thread.
 */
final class StoreState implements StoreAuthority {

  private final StoreAuthority down;
  private final DepartedRanks departed = new DepartedRanks();
  private final BitSet failed = new BitSet();
  private final Worlds worlds;
  private final Rounds rounds;
  private final Agreements agreements;
  private final Map<String, byte[]> values = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private final RecentNames revoked = new RecentNames();

  /**
   * The state of a new job.
   *
   * @param size how many ranks it begins with
   * @param down takes messages for the clients below
   */
  StoreState(int size, StoreAuthority down) {
    this.down = down;
    worlds = new Worlds(size);
    rounds = new Rounds(worlds, departed, down);
    agreements = new Agreements(worlds, departed, down);
  }

  void surviveFailures(boolean survives) {
    rounds.surviveFailures(survives);
  }

  /** More ranks are about to be started, as a world of their own. */
  void admit(int first, int count) {
    worlds.add(first, count);
  }

  /** Sets what happens after an exchange, given the first rank of its world. */
  void onExchange(IntConsumer action) {
    rounds.onExchange(action);
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

  /** The number of open fences and exchanges. */
  int open() {
    return rounds.open();
  }

  /** The rank will contribute nothing more. */
  void left(int rank) throws IOException {
    if (!departed.ranks().get(rank)) {
      departed.add(rank, "has left the job");
      look();
    }
  }

  /** The rank has failed for good; notifies all others. Its first reason stays. */
  void failed(int rank, String reason) throws IOException {
    if (failed.get(rank)) {
      return;
    }
    failed.set(rank);
    departed.add(rank, "has failed: " + reason);
    down.accept(Frame.of(FrameType.FAILED, rank, Texts.asName(reason)));
    look();
  }

  /** The ranks below a lost agent. */
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
