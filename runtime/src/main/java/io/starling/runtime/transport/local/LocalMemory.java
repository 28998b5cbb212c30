package io.starling.runtime.transport.local;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.ExposedMemory;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.MappedMemory;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The memory that ranks of one JVM expose to each other. Their threads reach it by loads and
 * stores. An adversary instead delays each access and carries them out in random order, as a
 * network may: the bytes of a put are taken when it is posted, or later.
 */
final class LocalMemory {

  private static final byte MARK = 'L';
  private static final int KEY_BYTES = Byte.BYTES + 2 * Long.BYTES;
  private static final int ONE_IN = 3;

  /** An access that is on its way. */
  private record Open(
      RemoteMemory.Access access,
      int transfer,
      int peer,
      MemorySegment local,
      long offset,
      long address,
      long length,
      boolean isReported) {}

  private final ExposedMemory exposed = new ExposedMemory();

  private final List<Open> open = new ArrayList<>();
  private final SplittableRandom adversary;
  private Completions completions;

  /** An adversary's if that is not null. */
  LocalMemory(SplittableRandom adversary) {
    this.adversary = adversary;
  }

  void reportTo(Completions itsCompletions) {
    completions = itsCompletions;
  }

  Exposure expose(MemorySegment memory) {
    byte[] key =
        ByteBuffer.allocate(KEY_BYTES)
            .put(MARK)
            .putLong(memory.address())
            .putLong(memory.byteSize())
            .array();
    Exposure exposure =
        new Exposure() {
          @Override
          public byte[] key() {
            return key.clone();
          }

          @Override
          public void close() {
            exposed.remove(this);
          }
        };
    exposed.add(exposure, memory);
    return exposure;
  }

  /** Reaches what {@code owner} has exposed, which may be this one. */
  RemoteMemory reach(int peer, LocalMemory owner, byte... key) {
    ByteBuffer words = ByteBuffer.wrap(key, Byte.BYTES, KEY_BYTES - Byte.BYTES);
    long address = words.getLong();
    MemorySegment memory = MemorySegment.ofAddress(address).reinterpret(words.getLong());
    MemorySegment.Scope scope = owner.exposed.scope(address, memory.byteSize());
    return adversary == null
        ? new MappedMemory(memory, scope, completions)
        : new Reached(peer, owner == this, memory, scope);
  }

  /** Memory that a rank has exposed, which accesses of this one reach late. */
  private final class Reached implements RemoteMemory {

    private final int peer;
    private final boolean isOwn;
    private final MemorySegment memory;
    private final MemorySegment.Scope scope;

    Reached(int peer, boolean isOwn, MemorySegment memory, MemorySegment.Scope scope) {
      this.peer = peer;
      this.isOwn = isOwn;
      this.memory = memory;
      this.scope = scope;
    }

    @Override
    public MemorySegment direct() {
      return isOwn ? memory : null;
    }

    @Override
    public boolean needsFlush() {
      return true;
    }

    @Override
    public boolean hasWords() {
      return true;
    }

    @Override
    public MemorySegment mapped() {
      return memory;
    }

    @Override
    public MemorySegment.Scope scope() {
      return scope;
    }

    @Override
    public void access(
        Access access,
        int transfer,
        MemorySegment local,
        long localOffset,
        long offset,
        long length) {
      long place = memory.address() + offset;
      if (access == Access.PUT && adversary.nextInt(ONE_IN) == 0) {
        byte[] copy = local.asSlice(localOffset, length).toArray(JAVA_BYTE);
        open.add(
            new Open(access, transfer, peer, MemorySegment.ofArray(copy), 0, place, length, true));
        completions.completed(transfer, 0, length);
      } else {
        open.add(new Open(access, transfer, peer, local, localOffset, place, length, false));
      }
    }
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** Carries out some accesses in random order; returns how many. */
  int progress() {
    int ended = 0;
    while (!open.isEmpty() && adversary.nextInt(ONE_IN) != 0) {
      int index = adversary.nextInt(open.size());
      Open chosen = open.get(index);
      if (chosen.access == RemoteMemory.Access.FLUSH && hasEarlier(index, chosen.peer)) {
        continue;
      }
      open.remove(index);
      carryOut(chosen);
      ended++;
    }
    return ended;
  }

  private boolean hasEarlier(int index, int peer) {
    return open.subList(0, index).stream().anyMatch(earlier -> earlier.peer == peer);
  }

  private void carryOut(Open it) {
    it.access.carryOut(it.local, it.offset, it.address, it.length);
    if (!it.isReported) {
      completions.completed(it.transfer, 0, it.length);
    }
  }

  /** A peer has failed: what is open to it never takes effect. */
  void peerFailed(int peer) {
    for (Open it : List.copyOf(open)) {
      if (it.peer == peer) {
        open.remove(it);
        if (!it.isReported) {
          completions.failed(it.transfer, Completions.Failure.UNREACHABLE, "the rank has failed");
        }
      }
    }
  }
}
