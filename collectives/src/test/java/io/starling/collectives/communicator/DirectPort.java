package io.starling.collectives.communicator;

import io.starling.runtime.TransportException;
import io.starling.runtime.memory.Device;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A port that goes to the memory of an {@link AdversarialDevice} by itself, and counts. */
final class DirectPort extends ForwardingPort {

  /** Nothing is wrong. */
  private static final int NOBODY = -1;

  private final List<Integer> cancels = new ArrayList<>();
  private Completions completions;
  private int messages;
  private int messagesOfHost;
  private int unreachable = NOBODY;
  private String failure;
  private boolean keepsCancels;

  DirectPort(Port port) {
    super(port);
  }

  /** How many messages have gone from or to a device past the host. */
  int messages() {
    return messages;
  }

  /** How many messages, but those of collectives, have gone from or to memory of the host. */
  int messagesOfHost() {
    return messagesOfHost;
  }

  /** Lets direct sends to a peer be refused. */
  void lose(int peer) {
    unreachable = peer;
  }

  /** Lets direct messages end with a failure. */
  void fail(String why) {
    failure = why;
  }

  /** Lets cancelled receives stay open until {@link #cancelNow}. */
  void keepCancels() {
    keepsCancels = true;
  }

  void cancelNow() {
    cancels.forEach(super::cancel);
  }

  @Override
  public void cancel(int transfer) {
    if (keepsCancels) {
      cancels.add(transfer);
    } else {
      super.cancel(transfer);
    }
  }

  @Override
  public void attach(Completions itsCompletions) {
    completions = itsCompletions;
    super.attach(itsCompletions);
  }

  @Override
  public Messages direct(Device device, int peer) {
    return new Direct((AdversarialDevice) device);
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
    count(tag);
    super.send(transfer, peer, tag, data, offset, length, synchronous);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    count(tag);
    super.receive(transfer, tag, mask, into, offset, length);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    messagesOfHost++;
    super.receiveMatched(transfer, handle, into, offset, length);
  }

  private void count(long tag) {
    if (!Tags.isCollective(tag)) {
      messagesOfHost++;
    }
  }

  /** The same with what the device's addresses stand for. */
  private final class Direct implements Messages {

    private final AdversarialDevice device;

    Direct(AdversarialDevice device) {
      this.device = device;
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
      messages++;
      if (peer == unreachable) {
        throw new TransportException("the cable is out");
      }
      if (failure != null) {
        completions.failed(transfer, Completions.Failure.BROKEN, failure);
        return;
      }
      MemorySegment near = device.near(data);
      DirectPort.super.send(transfer, peer, tag, near, offset, length, synchronous);
    }

    @Override
    public void receive(
        int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
      messages++;
      MemorySegment near = device.near(into);
      DirectPort.super.receive(transfer, tag, mask, near, offset, length);
    }

    @Override
    public void receiveMatched(
        int transfer, long handle, MemorySegment into, long offset, long length) {
      messages++;
      MemorySegment near = device.near(into);
      DirectPort.super.receiveMatched(transfer, handle, near, offset, length);
    }
  }
}
