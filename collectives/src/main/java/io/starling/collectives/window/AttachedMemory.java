package io.starling.collectives.window;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.collectives.operation.Context;
import io.starling.runtime.datatype.Block;
import io.starling.runtime.memory.Bytes;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.NativeWords;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds memory that a target has attached to a dynamic window. Each access looks at the version of
 * the target's {@link Attachments}; if that has changed, it reads the table again.
 */
final class AttachedMemory implements Target.Finder {

  private record Entry(long address, long bytes, byte[] key, Part part) {

    boolean isSame(long otherAddress, long otherBytes, byte... otherKey) {
      return address == otherAddress && bytes == otherBytes && Arrays.equals(key, otherKey);
    }
  }

  private final Context context;
  private final Engine engine;
  private final Transfers transfers;
  private List<Entry> entries = List.of();
  private long version;

  AttachedMemory(Context context, Transfers transfers) {
    this.context = context;
    engine = context.engine();
    this.transfers = transfers;
  }

  @Override
  public Part find(Target target, long displacement, long start, long end) {
    long now = version(target);
    while (now != version) {
      if ((now & 1) == 0) {
        MemorySegment table = engine.pool().acquire(Attachments.BYTES);
        read(target, Control.ATTACHMENTS, table, Attachments.BYTES);
        VarHandle.acquireFence();
        long after = version(target);
        if (after == now) {
          use(target, table);
          version = now;
        }
        engine.pool().release(table);
        now = after;
      } else {
        awaitChange(target);
        now = version(target);
      }
    }
    for (Entry entry : entries) {
      if (entry.part.contains(displacement, start, end)) {
        return entry.part;
      }
    }
    return null;
  }

  /** The target changes its table, or has died doing so. */
  private void awaitChange(Target target) {
    Supplier<String> what = () -> "attach or detach of rank " + target.process();
    long address = target.controlAddress() + Control.ATTACHMENTS;
    if (target.controlAddress() != 0) {
      context
          .engine()
          .waits()
          .awaitUnannounced(
              () -> (NativeWords.acquire(address) & 1) == 0 || !context.health().isSound(), what);
    }
    if (!context.health().isSound()) {
      throw context.health().obstacle(what);
    }
  }

  private long version(Target target) {
    if (target.controlAddress() != 0) {
      return NativeWords.acquire(target.controlAddress() + Control.ATTACHMENTS);
    }
    MemorySegment word = engine.pool().acquire(Long.BYTES);
    read(target, Control.ATTACHMENTS, word, Long.BYTES);
    long result = word.get(JAVA_LONG_UNALIGNED, 0);
    engine.pool().release(word);
    return result;
  }

  private void read(Target target, long offset, MemorySegment into, long bytes) {
    RemoteMemory control = target.control();
    if (control.direct() != null) {
      Bytes.copy(control.direct(), offset, into, 0, bytes);
      return;
    }
    Part part = new Part(control, 0, offset + bytes, 0, 1);
    Memory room = Memory.of(into.asSlice(0, bytes));
    transfers.run(target, part, RemoteMemory.Access.GET, room, new Block(0, bytes), offset);
  }

  private void use(Target target, MemorySegment table) {
    List<Entry> next = new ArrayList<>();
    List<Entry> former = new ArrayList<>(entries);
    for (int i = 0; i < Attachments.MOST; i++) {
      long at = Attachments.ENTRIES + i * Attachments.ENTRY_BYTES;
      long bytes = table.get(JAVA_LONG_UNALIGNED, at + Attachments.LENGTH);
      if (bytes > 0) {
        long address = table.get(JAVA_LONG_UNALIGNED, at + Attachments.ADDRESS);
        int length = table.get(JAVA_INT, at + Attachments.KEY_LENGTH);
        byte[] key = table.asSlice(at + Attachments.KEY, length).toArray(JAVA_BYTE);
        next.add(keepOrReach(former, target, address, bytes, key));
      }
    }
    former.forEach(entry -> entry.part.remote().close());
    entries = next;
  }

  private Entry keepOrReach(
      List<Entry> former, Target target, long address, long bytes, byte... key) {
    for (Entry entry : former) {
      if (entry.isSame(address, bytes, key) && !entry.part.isFreed()) {
        former.remove(entry);
        return entry;
      }
    }
    RemoteMemory remote = engine.reach(target.process(), key);
    return new Entry(address, bytes, key, new Part(remote, 0, bytes, address, 1));
  }

  @Override
  public Iterable<Part> parts() {
    return entries.stream().map(Entry::part).toList();
  }

  @Override
  public void close() {
    entries.forEach(entry -> entry.part.remote().close());
    entries = List.of();
  }
}
