package io.starling.objects.copy;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.Holdings.Holding;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.View;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A copy of an object in a store.
 *
 * <pre>
 * PROPOSED --accept--> PARTIAL --complete--> COMPLETE --withdraw--> WITHDRAWING
 *   put only             | ^                     ^--------stay----------'
 *                     restart                any --drop--> DROPPED --last reader leaves--> memory is free
 * </pre>
 *
 * <p>Invariants: the bytes below the watermarks are the object's; nothing that is PROPOSED leaves
 * the store; only a COMPLETE copy counts; memory with a reader is never free. A put or a fold
 * writes {@link Lane#ALL}; a fetch brings each half by a stream of its own.
 */
public final class Copy {

  /** The states. */
  public enum State {
    PROPOSED,
    PARTIAL,
    COMPLETE,
    WITHDRAWING,
    DROPPED
  }

  private final ObjectId id;
  private final ObjectType type;
  private final long size;
  private final Space space;
  private final long offset;
  private final MemorySegment memory;
  private final List<CopyReader> readers = new ArrayList<>();
  private final long put;
  private final Progress progress;
  private final int[] sources = {View.NO_STORE, View.NO_STORE};
  private State state;
  private boolean original;
  private boolean free;

  private Copy(
      ObjectId id,
      ObjectType type,
      long size,
      Space space,
      long offset,
      MemorySegment memory,
      State state,
      long stamp) {
    this.id = id;
    this.type = type;
    this.size = size;
    this.space = space;
    this.offset = offset;
    this.memory = memory;
    this.state = state;
    this.put = stamp;
    this.progress = new Progress(size, stamp);
    this.original = state == State.PROPOSED;
  }

  /**
   * The copy of a put.
   *
   * @param offset memory of the space
   * @param stamp names the content
   */
  public static Copy proposed(
      ObjectId id, ObjectType type, long size, Space space, long offset, long stamp) {
    MemorySegment memory = space.memory(offset, size);
    return new Copy(id, type, size, space, offset, memory, State.PROPOSED, stamp);
  }

  /** A copy that is fetched. */
  public static Copy fetched(ObjectId id, ObjectType type, long size, Space space, long offset) {
    return new Copy(id, type, size, space, offset, space.memory(offset, size), State.PARTIAL, 0);
  }

  /** What is fetched into the memory of another copy, to be folded in place; it is not dropped. */
  public static Copy inPlace(ObjectId id, Copy into) {
    return new Copy(id, into.type, into.size, null, into.offset, into.memory, State.PARTIAL, 0);
  }

  public ObjectId id() {
    return id;
  }

  public ObjectType type() {
    return type;
  }

  /** The bytes of the object. */
  public long size() {
    return size;
  }

  public State state() {
    return state;
  }

  /** Names the content; 0 as long as there is none, or the halves are of different ones. */
  public long stamp() {
    return progress.stamp(Lane.ALL);
  }

  /** Names the content of a lane. */
  public long stamp(Lane lane) {
    return progress.stamp(lane);
  }

  /** Names the put of which this is the copy: its first stamp; 0 for a copy that is fetched. */
  public long put() {
    return put;
  }

  /** The bytes that are there, from the first. */
  public long watermark() {
    return progress.watermark(Lane.ALL);
  }

  /** The bytes of a lane that are there, from its first. */
  public long watermark(Lane lane) {
    return progress.watermark(lane);
  }

  /** Whether all bytes are there and are the object. */
  public boolean isComplete() {
    return state == State.COMPLETE || state == State.WITHDRAWING;
  }

  /** Whether the copy stays until the object is deleted. */
  public boolean isOriginal() {
    return original;
  }

  /** Whether the store may ask to drop it: complete, not the original, without a reader. */
  public boolean isSpare() {
    return state == State.COMPLETE && !original && readers.isEmpty();
  }

  /** Where it lies in the region. */
  public long offset() {
    return offset;
  }

  /** Its memory; null in a study that carries no contents. */
  public MemorySegment memory() {
    return memory;
  }

  /**
   * The memory of some bytes of a lane, in one stripe; null in a study that carries no contents.
   *
   * @throws IndexOutOfBoundsException if they are not in one stripe
   */
  public MemorySegment slice(Lane lane, long position, long length) {
    if (memory == null) {
      return null;
    }
    long stripe = Lane.stripe(size);
    Objects.checkFromIndexSize(position % stripe, length, stripe);
    return memory.asSlice(lane.offset(position, stripe), length);
  }

  /** From which store a half is fetched; {@link View#NO_STORE} while it is not. */
  public int source(Lane half) {
    return sources[half.ordinal()];
  }

  public void fetchFrom(Lane half, int slot) {
    sources[half.ordinal()] = slot;
  }

  /** What the directory has to know. */
  public Holding holding() {
    return new Holding(id, type, size, put, isComplete(), original, sources[0], sources[1]);
  }

  /** The directory has taken the put: the bytes may leave the store. */
  public void accept() {
    require(State.PROPOSED);
    state = State.PARTIAL;
    tellProgress();
  }

  /** More bytes are there, behind those that are. */
  public void advance(long bytes) {
    advance(Lane.ALL, bytes);
  }

  /** More bytes of a lane are there. */
  public void advance(Lane lane, long bytes) {
    long there = watermark(lane) + bytes;
    if (there > lane.within(size, Lane.stripe(size))) {
      throw new IllegalStateException(
          "object %s has %d bytes, and %d have come in lane %s".formatted(id, size, there, lane));
    }
    progress.advance(lane, bytes);
    tellProgress();
  }

  /** What follows in a lane is another content, from its first byte. */
  public void restart(Lane lane, long newStamp) {
    if (state != State.PROPOSED) {
      require(State.PARTIAL);
    }
    progress.restart(lane, newStamp);
    for (int i = readers.size() - 1; i >= 0; i--) {
      readers.get(i).onRestart();
    }
  }

  /** All bytes are there, and are the object. */
  public void complete() {
    require(State.PARTIAL);
    if (watermark() < size) {
      throw new IllegalStateException(
          "object %s ended at byte %d of %d".formatted(id, watermark(), size));
    }
    state = State.COMPLETE;
    Lane.HALVES.forEach(half -> fetchFrom(half, View.NO_STORE));
    tellProgress();
  }

  /** It stays until the object is deleted. */
  public void pin() {
    original = true;
  }

  /** The directory is asked whether the copy may go. */
  public void withdraw() {
    require(State.COMPLETE);
    state = State.WITHDRAWING;
  }

  /** The copy has to stay. */
  public void stay() {
    require(State.WITHDRAWING);
    state = State.COMPLETE;
  }

  /** Ends the copy; an ended one stays ended. */
  public void drop(Departure departure) {
    if (state == State.DROPPED) {
      return;
    }
    boolean complete = isComplete();
    state = State.DROPPED;
    for (int i = readers.size() - 1; i >= 0; i--) {
      readers.get(i).onGone(departure, complete);
    }
    freeIfUnused();
  }

  /** The reader gets all events from now on, and looks itself at what is there. */
  public void add(CopyReader reader) {
    readers.add(reader);
  }

  /** The reader leaves. */
  public void remove(CopyReader reader) {
    if (readers.remove(reader)) {
      freeIfUnused();
    }
  }

  public int readers() {
    return readers.size();
  }

  private void freeIfUnused() {
    if (readers.isEmpty() && state == State.DROPPED && !free) {
      free = true;
      space.free(offset, size);
    }
  }

  private void tellProgress() {
    for (int i = readers.size() - 1; i >= 0; i--) {
      readers.get(i).onProgress();
    }
  }

  private void require(State expected) {
    if (state != expected) {
      throw new IllegalStateException("object %s is %s and not %s".formatted(id, state, expected));
    }
  }
}
