package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes the shelves of a communicator. The first rank of a group makes its shelf and sends the key
 * to the ranks of its node; the first rank of a node sends it to all.
 */
final class ShelfSetUp extends CollectiveOperation {

  private final Shelves shelves;
  private final Groups groups;
  private final Map<Integer, MemorySegment> keys = new HashMap<>();
  private int open;

  ShelfSetUp(Context context, Shelves shelves) {
    super(context);
    this.shelves = shelves;
    groups = shelves.groups();
  }

  @Override
  public void useMemory(Memory data, Memory result) {}

  @Override
  protected void start() {
    for (int node = 0; node < groups.nodes().nodes(); node++) {
      if (node != groups.node()) {
        receiveKey(groups.firstOf(node));
      }
    }
    for (int[] group : groups.here()) {
      receiveKey(group[0]);
    }
    if (groups.isOwner()) {
      sendKey(shelves.make());
    }
  }

  private void receiveKey(int owner) {
    if (owner != groups.rank()) {
      MemorySegment key = Arena.ofAuto().allocate(Shelves.LONGEST_KEY);
      keys.put(owner, key);
      open++;
      receiveFrom(owner, owner, 0, Memory.of(key), 0, key.byteSize());
    }
  }

  private void sendKey(Memory key) {
    boolean isFirst = groups.firstOf(groups.node()) == groups.rank();
    for (int peer = 0; peer < context().size(); peer++) {
      boolean isHere = groups.nodes().nodeOf(peer) == groups.node();
      if (peer != groups.rank() && (isFirst || isHere)) {
        open++;
        sendTo(peer, peer, 0, key, 0, key.byteSize(), false);
      }
    }
  }

  /** Keys are as long as they are. */
  @Override
  protected void onMessage(int peer, long tag, long bytes, long expected) {}

  @Override
  protected void onReceived(int owner, int segment) {
    shelves.add(owner, keys.remove(owner));
    ended();
  }

  @Override
  protected void onSent(int peer, int segment) {
    ended();
  }

  /** One that has no room fails after its word is out, so that none waits for its key. */
  private void ended() {
    open--;
    if (open == 0) {
      shelves.checkRoom();
    }
  }

  @Override
  protected boolean finished() {
    return open == 0;
  }

  @Override
  protected void onEnd(boolean failed) {
    shelves.made(failure());
  }

  @Override
  public String describe() {
    return "keys of shelves";
  }
}
