package io.starling.runtime.transport.ucx;

import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.CudaAccess;
import io.starling.runtime.memory.Device;
import io.starling.runtime.progress.Messages;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/**
 * Messages from and to the memory of a CUDA device, if UCX was built with CUDA and the user's
 * variables do not disable it.
 *
 * <p>UCX uses the CUDA context of the calling thread. The device's context is therefore made
 * current before each call in which UCX may access its memory. UCX keeps resources in the first
 * context that it finds, so a port uses one device for its whole life, and that context lives as
 * long.
 */
final class CudaMemory implements Messages, AutoCloseable {

  private final Messages messages;
  private final IntSupplier open;
  private Device device;
  private Device refused;
  private CudaAccess access;

  /**
   * A port's messages of CUDA memory.
   *
   * @param messages posts them; null if UCX can't
   * @param open returns how many of them are open
   */
  CudaMemory(Messages messages, IntSupplier open) {
    this.messages = messages;
    this.open = open;
  }

  /** The messages of this device's memory, or null. */
  Messages of(Device its) {
    return messages != null && (its == device || accepts(its)) ? this : null;
  }

  /**
   * Another device object is accepted if it has the same context: the first device, opened again.
   */
  private boolean accepts(Device its) {
    CudaAccess itsAccess = its == refused ? null : its.cudaAccess();
    if (itsAccess == null) {
      return false;
    }
    if (access == null) {
      access = itsAccess;
    } else {
      itsAccess.close();
    }
    boolean isTheSame = access.context() == itsAccess.context();
    if (isTheSame) {
      device = its;
    } else {
      refused = its;
    }
    return isTheSame;
  }

  /** Prepares this thread for calls in which UCX may process open messages. */
  void enter() {
    if (open.getAsInt() > 0) {
      access.enter();
    }
  }

  /** Prepares this thread; returns false if the device has failed. */
  boolean tryEnter() {
    try {
      enter();
      return true;
    } catch (StarlingException e) {
      return false;
    }
  }

  @Override
  public void send(
      int transfer,
      int peer,
      long tag,
      MemorySegment data,
      long offset,
      long length,
      boolean synchronous) {
    access.enter();
    messages.send(transfer, peer, tag, data, offset, length, synchronous);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    access.enter();
    messages.receive(transfer, tag, mask, into, offset, length);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    access.enter();
    messages.receiveMatched(transfer, handle, into, offset, length);
  }

  /** Called before the worker ends, which then frees its resources in the context. */
  void enterForLast() {
    if (access != null) {
      try {
        access.enter();
      } catch (StarlingException e) {
        // A failed device can't free resources; its users have been notified.
      }
    }
  }

  /** Called after the worker has ended. */
  @Override
  public void close() {
    if (access != null) {
      access.close();
    }
  }
}
