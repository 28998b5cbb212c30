package io.starling.runtime.progress;

import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/** Forwards all calls to another port; subclasses add to some of them. */
public abstract class ForwardingPort implements Port {

  private final Port port;

  /** Forwards to {@code port}. */
  protected ForwardingPort(Port port) {
    this.port = port;
  }

  @Override
  public int rank() {
    return port.rank();
  }

  @Override
  public int size() {
    return port.size();
  }

  @Override
  public int capacity() {
    return port.capacity();
  }

  @Override
  public void connect(int peer, byte[] address) {
    port.connect(peer, address);
  }

  @Override
  public void skip(int peer) {
    port.skip(peer);
  }

  @Override
  public void disconnect(int peer) {
    port.disconnect(peer);
  }

  @Override
  public MessageMemory memory() {
    return port.memory();
  }

  @Override
  public MessageMemory words() {
    return port.words();
  }

  @Override
  public boolean accessesNeedOwner() {
    return port.accessesNeedOwner();
  }

  @Override
  public boolean sharesMemory(int peer) {
    return port.sharesMemory(peer);
  }

  @Override
  public long placeOf(MemorySegment memory) {
    return port.placeOf(memory);
  }

  @Override
  public MemorySegment at(int peer, long place, long bytes) {
    return port.at(peer, place, bytes);
  }

  @Override
  public Board board(int group, int[] ranks) {
    return port.board(group, ranks);
  }

  @Override
  public Exposure expose(MemorySegment memory) {
    return port.expose(memory);
  }

  @Override
  public RemoteMemory reach(int peer, byte[] key) {
    return port.reach(peer, key);
  }

  @Override
  public void share() {
    port.share();
  }

  @Override
  public boolean takesHeap(int peer) {
    return port.takesHeap(peer);
  }

  @Override
  public boolean isNear(int peer) {
    return port.isNear(peer);
  }

  @Override
  public Device watched(Device device) {
    return port.watched(device);
  }

  @Override
  public Messages direct(Device device, int peer) {
    return port.direct(device, peer);
  }

  @Override
  public void attach(Completions completions) {
    port.attach(completions);
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
    port.send(transfer, peer, tag, data, offset, length, synchronous);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    port.receive(transfer, tag, mask, into, offset, length);
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return port.probe(tag, mask, remove, found);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    port.receiveMatched(transfer, handle, into, offset, length);
  }

  @Override
  public void fold(
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length,
      int transfer,
      Completions completions) {
    port.fold(
        fold,
        left,
        leftOffset,
        right,
        rightOffset,
        into,
        intoOffset,
        length,
        transfer,
        completions);
  }

  @Override
  public void cancel(int transfer) {
    port.cancel(transfer);
  }

  @Override
  public long longestSleep() {
    return port.longestSleep();
  }

  @Override
  public void wake() {
    port.wake();
  }

  @Override
  public void wake(int peer) {
    port.wake(peer);
  }

  @Override
  public boolean settle() {
    return port.settle();
  }

  @Override
  public void takeOver() {
    port.takeOver();
  }

  @Override
  public void drain() {
    port.drain();
  }

  @Override
  public void flush() {
    port.flush();
  }

  @Override
  public void peerFailed(int peer) {
    port.peerFailed(peer);
  }

  @Override
  public int progress() {
    return port.progress();
  }

  @Override
  public void paused() {
    port.paused();
  }

  @Override
  public boolean arm() {
    return port.arm();
  }

  @Override
  public void sleep(long nanoseconds) {
    port.sleep(nanoseconds);
  }

  @Override
  public int descriptor() {
    return port.descriptor();
  }

  @Override
  public void disarm() {
    port.disarm();
  }

  @Override
  public void close() {
    port.close();
  }
}
