package io.starling.collectives.window;

import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/** What one rank makes for a window, step by step, until it is a {@link WindowMemory}. */
final class WindowParts implements AutoCloseable {

  private static final byte[] NO_KEY = {};

  private final Engine engine;
  private final MessageMemory memory;
  private final Arena arena;
  private final Runnable free;
  private MemorySegment block;
  private MemorySegment own;
  private Exposure control;
  private Exposure exposure;
  private RemoteMemory remote;
  private Target[] targets = {};

  private WindowParts(Engine engine, Arena arena, Runnable free) {
    this.engine = engine;
    this.arena = arena;
    this.free = free;
    memory = engine.pool().memory();
  }

  /** Parts that live until a window is closed. */
  static WindowParts ofWindow(Engine engine) {
    Arena arena = Arena.ofShared();
    return new WindowParts(engine, arena, arena::close);
  }

  /** Parts that live as long as the port. */
  static WindowParts ofPort(Engine engine) {
    return new WindowParts(engine, Arena.ofAuto(), () -> {});
  }

  /** Allocates and exposes the control block; returns its key. */
  byte[] exposeControl(long bytes) {
    block = memory.allocate(bytes, arena);
    control = engine.expose(block);
    return control.key();
  }

  MemorySegment block() {
    return block;
  }

  /** Memory that lives as long as the parts. */
  MemorySegment allocate(long bytes) {
    try {
      return memory.allocate(bytes, arena);
    } catch (OutOfMemoryError e) {
      if (e.getMessage() != null) {
        throw e;
      }
      throw new OutOfMemoryError("%d bytes can't be allocated".formatted(bytes));
    }
  }

  /** The same that the ranks of this host can map. */
  MemorySegment allocateToShare(long bytes) {
    if (!memory.hasRoom(bytes)) {
      throw new OutOfMemoryError(
          "%d bytes do not fit into the memory that it shares with its host".formatted(bytes));
    }
    return allocate(bytes);
  }

  /** Exposes this rank's memory; returns its key. */
  byte[] expose(MemorySegment itsMemory) {
    own = itsMemory;
    exposure = engine.expose(own);
    return exposure.key();
  }

  /** This rank's memory, which it has exposed. */
  MemorySegment own() {
    return own;
  }

  /** Reaches the one piece of memory that all ranks use. */
  RemoteMemory reach(int process, byte[] key) {
    remote = engine.reach(process, key);
    return remote;
  }

  /** That memory, after {@link #reach}. */
  RemoteMemory remote() {
    return remote;
  }

  /** Reaches all ranks; returns an empty message to them. */
  byte[] reachAll(int ranks, IntFunction<Target> maker) {
    targets = new Target[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      targets[rank] = maker.apply(rank);
    }
    return NO_KEY;
  }

  Target[] targets() {
    return targets;
  }

  /** What stays while the window is open. */
  WindowMemory toMemory(MemorySegment mine, MemorySegment all, Attachments attachments) {
    return new WindowMemory(mine, all, attachments, control, exposure, arena);
  }

  /** Frees all, as the window has not come about. */
  @Override
  public void close() {
    for (Target target : targets) {
      if (target != null) {
        target.close();
      }
    }
    if (remote != null) {
      remote.close();
    }
    if (exposure != null) {
      exposure.close();
    }
    if (control != null) {
      control.close();
    }
    free.run();
  }
}
