package io.starling.objects.client;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectWriter;
import io.starling.objects.protocol.ObjectType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** An object that the program writes in the memory of the store. */
final class Writer implements ObjectWriter {

  private final ObjectId id;

  /** Null if an object with this id was there first: then the program writes for nothing. */
  private final PutCall put;

  private final long size;
  private final Access access;
  private final Arena arena;
  private final MemorySegment segment;
  private long written;
  private boolean over;

  private Writer(ObjectId id, PutCall put, MemorySegment place, long size, Access access) {
    this.id = id;
    this.put = put;
    this.size = size;
    this.access = access;
    this.arena = access.open();
    this.segment = place == null ? arena.allocate(size) : place.reinterpret(size, arena, null);
  }

  static Writer open(Calls calls, MemorySegment memory, ObjectId id, ObjectType type, long size) {
    PutCall put = PutCall.create(calls);
    MemorySegment place = put.create(memory, id, type, size);
    return new Writer(id, place == null ? null : put, place, size, calls.access());
  }

  @Override
  public ObjectId id() {
    return id;
  }

  @Override
  public MemorySegment segment() {
    return segment;
  }

  @Override
  public void written(long bytes) {
    if (bytes < 0 || bytes > size - written) {
      throw new IllegalArgumentException(
          "object %s has %d bytes; %d were written, and %d more can't be"
              .formatted(id, size, written, bytes));
    }
    requireOpen();
    written += bytes;
    if (put != null) {
      put.written(bytes);
    }
  }

  @Override
  public boolean seal() {
    requireOpen();
    if (written < size) {
      throw new IllegalStateException(
          "object %s has %d bytes, of which %d were written; it can't be sealed"
              .formatted(id, size, written));
    }
    end();
    return put != null && put.seal();
  }

  @Override
  public void close() {
    if (!over) {
      end();
      if (put != null) {
        put.abort();
      }
    }
  }

  private void requireOpen() {
    if (over) {
      throw new IllegalStateException("object %s was sealed or closed".formatted(id));
    }
  }

  private void end() {
    over = true;
    access.close(arena);
  }
}
