package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Memory that ranks of a communicator make and others reach. {@link ShelfSetUp} carries the keys at
 * its first use. It stays until the end of the job, since ranks that are late read from it after
 * others have gone on.
 *
 * <p>The first rank of a group makes the group's. All ranks of its node reach it, and all ranks if
 * the group is the first of its node.
 */
abstract class CommonMemory {

  /** The longest description of what a rank has made. */
  static final int LONGEST_KEY = 4096;

  private static final int NONE = -1;

  private final Engine engine;
  private final Context context;
  private final Groups groups;
  private boolean isBegun;
  private boolean isComplete;
  private RuntimeException failure;
  private int withoutRoom = NONE;

  CommonMemory(Context context) {
    this.context = context;
    engine = context.engine();
    groups = Groups.of(context);
  }

  /** The bytes of words of a group; negative if they are too many. */
  abstract long wordBytes();

  /** The bytes of its data, 0 if it has none; negative if they are too many. */
  abstract long dataBytes();

  /**
   * This rank reaches the memory of a group of so many members; its data is null if it has none.
   */
  abstract void reached(int owner, int members, RemoteMemory words, RemoteMemory data);

  /** What a rank has no room for. */
  abstract String whatNeedsRoom();

  final Engine engine() {
    return engine;
  }

  final Context context() {
    return context;
  }

  final Groups groups() {
    return groups;
  }

  /** Whether this rank reaches what another one makes. */
  final boolean reaches(int maker) {
    int node = groups.nodes().nodeOf(maker);
    return maker == groups.firstOf(node)
        || (node == groups.node() && groups.here().get(groups.groupOf(maker))[0] == maker);
  }

  /** Whether another rank reaches what this one makes. */
  final boolean isReachedBy(int peer) {
    return groups.firstOf(groups.node()) == groups.rank()
        || groups.nodes().nodeOf(peer) == groups.node();
  }

  /** Whether the caller is the first, who begins the set-up. */
  final boolean begin() {
    boolean isFirst = !isBegun;
    isBegun = true;
    return isFirst;
  }

  /**
   * All keys are here, or will never be.
   *
   * @param why the failure, or null
   */
  final void made(RuntimeException why) {
    failure = why;
    isComplete = why == null;
  }

  /**
   * Whether all keys are here.
   *
   * @throws RuntimeException if they will never be
   */
  final boolean isComplete() {
    if (failure != null) {
      throw failure;
    }
    return isComplete;
  }

  /** Throws if a rank had no room. All ranks that reach its memory know. */
  void checkRoom() {
    if (withoutRoom != NONE) {
      throw new StarlingException(
          "rank %d has no shared memory left for %s. Shelves stay until the end of the job; use shorter segments, or another algorithm than shelf"
              .formatted(context.process(withoutRoom), whatNeedsRoom()));
    }
  }

  /** Whether a rank whose memory this one reaches had no room. */
  final boolean lacksRoom() {
    return withoutRoom != NONE;
  }

  /** Makes the memory of this rank's group; returns its key, which has no members without room. */
  final Memory make() {
    MessageMemory memory = engine.pool().memory();
    boolean hasRoom =
        dataBytes() >= 0 && memory.hasRoom(dataBytes()) && engine.words().hasRoom(wordBytes());
    ByteBuffer key = ByteBuffer.allocate(LONGEST_KEY).putInt(hasRoom ? groups.members().length : 0);
    if (hasRoom) {
      put(key, engine.words().allocate(wordBytes(), Arena.ofAuto()));
      if (dataBytes() > 0) {
        put(key, memory.allocate(dataBytes(), Arena.ofAuto()));
      }
    }
    key.flip();
    MemorySegment copy = Arena.ofAuto().allocate(key.limit());
    copy.copyFrom(MemorySegment.ofBuffer(key));
    add(context.rank(), copy);
    return Memory.of(copy);
  }

  private void put(ByteBuffer key, MemorySegment memory) {
    byte[] exposed = engine.exposeWithin(memory).key();
    key.putInt(exposed.length).put(exposed);
  }

  /** Reaches the memory of a rank by what it has said. */
  final void add(int owner, MemorySegment said) {
    ByteBuffer key = ByteBuffer.wrap(said.toArray(ValueLayout.JAVA_BYTE));
    int members = key.getInt();
    if (members == 0) {
      withoutRoom = owner;
      return;
    }
    RemoteMemory words = reach(owner, key);
    reached(owner, members, words, dataBytes() == 0 ? null : reach(owner, key));
  }

  private RemoteMemory reach(int owner, ByteBuffer keys) {
    byte[] key = new byte[keys.getInt()];
    keys.get(key);
    return engine.reachWithin(context.process(owner), key);
  }
}
