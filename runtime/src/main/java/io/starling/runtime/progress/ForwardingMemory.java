package io.starling.runtime.progress;

import java.lang.foreign.MemorySegment;

/** Remote memory that passes everything on to another one; a base for those that add something. */
public abstract class ForwardingMemory implements RemoteMemory {

  private final RemoteMemory memory;

  /** One that passes on to this memory. */
  protected ForwardingMemory(RemoteMemory memory) {
    this.memory = memory;
  }

  @Override
  public MemorySegment direct() {
    return memory.direct();
  }

  @Override
  public boolean hasWords() {
    return memory.hasWords();
  }

  @Override
  public MemorySegment mapped() {
    return memory.mapped();
  }

  @Override
  public long load(long offset) {
    return memory.load(offset);
  }

  @Override
  public void store(long offset, long value) {
    memory.store(offset, value);
  }

  @Override
  public void swap(long offset, long expected, long value) {
    memory.swap(offset, expected, value);
  }

  @Override
  public MemorySegment.Scope scope() {
    return memory.scope();
  }

  @Override
  public boolean needsFlush() {
    return memory.needsFlush();
  }

  @Override
  public boolean needsOwner() {
    return memory.needsOwner();
  }

  @Override
  public void access(
      Access access,
      int transfer,
      MemorySegment local,
      long localOffset,
      long offset,
      long length) {
    memory.access(access, transfer, local, localOffset, offset, length);
  }

  @Override
  public void close() {
    memory.close();
  }
}
