package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** Makes the {@link CommonMemory} of a communicator: sends keys to all ranks that reach it. */
final class ShelfSetUp extends CollectiveOperation {

  private final CommonMemory memory;
  private final Map<Integer, MemorySegment> keys = new HashMap<>();
  private int open;

  ShelfSetUp(Context context, CommonMemory memory) {
    super(context);
    this.memory = memory;
  }

  @Override
  public void useMemory(Memory data, Memory result) {}

  @Override
  protected void start() {
    for (int maker = 0; maker < context().size(); maker++) {
      if (maker != context().rank() && memory.reaches(maker)) {
        receiveKey(maker);
      }
    }
    if (memory.groups().isOwner()) {
      sendKey(memory.make());
    }
  }

  private void receiveKey(int maker) {
    MemorySegment key = Arena.ofAuto().allocate(CommonMemory.LONGEST_KEY);
    keys.put(maker, key);
    open++;
    receiveFrom(maker, maker, 0, Memory.of(key), 0, key.byteSize());
  }

  private void sendKey(Memory key) {
    for (int peer = 0; peer < context().size(); peer++) {
      if (peer != context().rank() && memory.isReachedBy(peer)) {
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
    memory.add(owner, keys.remove(owner));
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
      memory.checkRoom();
    }
  }

  @Override
  protected boolean finished() {
    return open == 0;
  }

  @Override
  protected void onEnd(boolean failed) {
    memory.made(failure());
  }

  @Override
  public String describe() {
    return "keys of shelves";
  }
}
