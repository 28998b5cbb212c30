package io.starling.runtime.transport.ucx;

import io.starling.runtime.error.StarlingException;
import io.starling.runtime.memory.CudaAccess;
import io.starling.runtime.memory.Device;
import io.starling.runtime.progress.Messages;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/**
 * Messages from and to the memory of a CUDA device, where UCX was built with CUDA and the user's
 * variables leave it that.
 *
 * <p>UCX works with the context of the thread that calls it, so that is made the device's before
 * each call in which UCX may touch its memory. What UCX makes stays in the first context that it
 * finds, so there is one device for the life of a port, and its context lives as long.
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
   * @param messages what posts them; null where UCX can't
   * @param open how many of them are open
   */
  CudaMemory(Messages messages, IntSupplier open) {
    this.messages = messages;
    this.open = open;
  }

  /** Messages of this device's memory, or null. */
  Messages of(Device its) {
    return messages != null && (its == device || accepts(its)) ? this : null;
  }

  /** Another device is one of the same context: the first one, opened again. */
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

  /** Gets this thread ready for calls in which UCX may go on with messages that are open. */
  void enter() {
    if (open.getAsInt() > 0) {
      access.enter();
    }
  }

  /** The same; returns false where the device has failed. */
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

  /** Before the worker ends, which then gives back what it has in the context. */
  void enterForLast() {
    if (access != null) {
      try {
        access.enter();
      } catch (StarlingException e) {
        // Of a device that has failed nothing can be given back; those who use it have heard of it.
      }
    }
  }

  /** After the worker has ended. */
  @Override
  public void close() {
    if (access != null) {
      access.close();
    }
  }
}
