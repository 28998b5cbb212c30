package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.Bytes;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.transport.simulated.ProcessorObserver.Work;
import io.starling.runtime.transport.simulated.SimulatedNetwork.DeviceWay;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The device of a rank in virtual time, such as a GPU.
 *
 * <pre>
 *   post     the rank's processor is busy with a call
 *   order    copies in one direction run one after the other, as in a stream, folds as in many
 *            streams; and all work waits for earlier conflicting work
 *   links    a copy from or to the host takes the device's link in or out, work inside takes
 *            the link of the device's memory; each carries one piece of work at a time. A copy from
 *            the memory of a peer's device takes that one's links out and this one's in; such run in
 *            many streams, too
 *   end      is put into the rank's inbox, and the processor handles it in {@link #progress}
 * </pre>
 *
 * Work on different links overlaps. With data, the device's memory is host memory, which changes at
 * the end of the work; without, it consists of addresses only.
 */
public final class SimulatedDevice implements Device {

  private final SimulatedFabric fabric;
  private final Processor processor;
  private final DeviceFigures figures;
  private final int rank;

  /** In the order of the posts. */
  private final List<DeviceWork> open = new ArrayList<>();

  private DeviceUse use = DeviceUse.FULL;
  private Listener listener;
  private long nextAddress = PeerAddresses.FIRST;

  SimulatedDevice(SimulatedFabric fabric, int rank, Processor processor, DeviceFigures figures) {
    this.fabric = fabric;
    this.rank = rank;
    this.processor = processor;
    this.figures = figures;
  }

  /** Sets what the engine may use of it, before the engine is made. */
  public void allow(DeviceUse itsUse) {
    use = itsUse;
  }

  /** Whether it has no work. */
  public boolean isIdle() {
    return open.isEmpty();
  }

  @Override
  public String name() {
    return "simulated device of rank " + rank;
  }

  @Override
  public void attach(Listener itsListener) {
    if (listener != null) {
      throw new IllegalStateException(name() + " has been attached before");
    }
    listener = itsListener;
  }

  @Override
  public MessageMemory memory() {
    return fabric.carriesData() ? MessageMemory.ORDINARY : this::addresses;
  }

  private MemorySegment addresses(long bytes, Arena arena) {
    MemorySegment segment = MemorySegment.ofAddress(nextAddress).reinterpret(bytes, arena, null);
    nextAddress +=
        Math.ceilDiv(Math.max(1, bytes), MessageMemory.ALIGNMENT) * MessageMemory.ALIGNMENT;
    return segment;
  }

  /** Memory of this device, as messages see it. */
  public DeviceRegion allocate(long bytes, Arena arena) {
    return new Region(this, memory().allocate(bytes, arena));
  }

  private record Region(Device device, MemorySegment segment) implements DeviceRegion {}

  @Override
  public MessageMemory staging(MessageMemory under) {
    return under;
  }

  @Override
  public long hostCopyBytes() {
    return use.hostCopyBytes();
  }

  @Override
  public void copyIn(
      int work, MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    processor.work(Work.POST, figures.post());
    MemorySegment there = bytes(into, offset, length);
    begin(
        DeviceWork.copy(
            work, DeviceWay.IN, bytes(host, hostOffset, length), there, processor.clock()));
  }

  @Override
  public void copyOut(
      int work, MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    copy(work, DeviceWay.OUT, from, offset, bytes(host, hostOffset, length));
  }

  @Override
  public void copyWithin(
      int work, MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    copy(work, DeviceWay.WITHIN, from, offset, bytes(into, intoOffset, length));
  }

  /** Copies from the memory of this device, or of an opened one. */
  private void copy(int work, DeviceWay way, MemorySegment from, long offset, MemorySegment into) {
    processor.work(Work.POST, figures.post());
    long address = from.address() + offset;
    boolean isPeers = from.isNative() && PeerAddresses.isPeers(address);
    MemorySegment there =
        isPeers
            ? MessageReception.memory(PeerAddresses.own(address), into.byteSize())
            : bytes(from, offset, into.byteSize());
    DeviceWork copy = DeviceWork.copy(work, way, there, into, processor.clock());
    begin(isPeers ? copy.from(PeerAddresses.peer(address)) : copy);
  }

  /** The same bytes, accessible by every thread; the poster keeps them reachable. */
  private static MemorySegment bytes(MemorySegment segment, long offset, long length) {
    MemorySegment part = segment.asSlice(offset, length);
    return part.isNative() ? MessageReception.memory(part.address(), length) : part;
  }

  @Override
  public boolean folds(Fold fold) {
    return use.folds().test(fold);
  }

  @Override
  public void fold(
      int work,
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length) {
    processor.work(Work.POST, figures.post());
    begin(
        DeviceWork.fold(
            work,
            fold,
            bytes(left, leftOffset, length),
            bytes(right, rightOffset, length),
            bytes(into, intoOffset, length),
            processor.clock()));
  }

  @Override
  public long smallestExport() {
    return use.smallestExport();
  }

  /** Without data, long ranges are not exported: headers would arrive in memory that all share. */
  @Override
  public boolean export(
      MemorySegment segment, long offset, long length, MemorySegment description) {
    return use.smallestExport() != DeviceUse.NO_PEERS
        && (fabric.carriesData() || length <= SimulatedFabric.OWN_SCRATCH)
        && PeerAddresses.describe(rank, segment.address() + offset, description);
  }

  @Override
  public MemorySegment open(MemorySegment description, long length) {
    int peer = PeerAddresses.described(description);
    return use.smallestExport() != DeviceUse.NO_PEERS
            && peer >= 0
            && peer < fabric.capacity()
            && fabric.network().isNear(peer, rank)
        ? PeerAddresses.open(description, length)
        : null;
  }

  /** Costs the processor a call if there is work to wait for. */
  @Override
  public void settle(int work, MemorySegment segment, long offset, long length) {
    DeviceWork pause = DeviceWork.settle(work, bytes(segment, offset, length), processor.clock());
    if (open.stream().anyMatch(pause::waitsFor)) {
      processor.work(Work.POST, figures.post());
    }
    begin(pause);
  }

  private void begin(DeviceWork work) {
    for (DeviceWork earlier : open) {
      if (work.waitsFor(earlier)) {
        work.addObstacle();
      }
    }
    open.add(work);
    if (work.isFree()) {
      launch(work);
    }
  }

  /** Starts work over its links, no earlier than it was posted. */
  private void launch(DeviceWork work) {
    MessagesInFlight flights = fabric.flights();
    int flight = flights.add();
    flights.source[flight] = rank;
    flights.target[flight] = rank;
    flights.length[flight] = work.traffic();
    flights.work[flight] = work;
    fabric.findDevicePath(flight, work);
    fabric.launch(flight, Math.max(fabric.now(), work.posted()));
  }

  /** Work has ended: begins the work that waited for it. */
  void land(int flight) {
    DeviceWork ended = fabric.flights().work[flight];
    if (fabric.carriesData()) {
      ended.carry();
    }
    int place = open.indexOf(ended);
    open.remove(place);
    for (DeviceWork later : open.subList(place, open.size())) {
      if (later.waitsFor(ended) && later.removeObstacle()) {
        launch(later);
      }
    }
    processor.come(SimulatedFabric.WORK, flight);
  }

  /** Reports one end, which costs the processor the time to handle an event. */
  @Override
  public int progress() {
    Inbox inbox = processor.inbox();
    if (!processor.hasMail() || inbox.kind() != SimulatedFabric.WORK) {
      return 0;
    }
    int flight = inbox.flight();
    inbox.remove();
    processor.work(Work.HANDLE, figures.handle());
    int number = fabric.flights().work[flight].number();
    fabric.flights().remove(flight);
    listener.ended(number, null);
    return 1;
  }

  @Override
  public long longestSleep() {
    return Long.MAX_VALUE;
  }

  /** The copy is complete at once: it takes no virtual time. */
  @Override
  public void copyInNow(
      MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    copyNow(host, hostOffset, into, offset, length);
  }

  /** The copy is complete at once: it takes no virtual time. */
  @Override
  public void copyOutNow(
      MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    copyNow(from, offset, host, hostOffset, length);
  }

  /** The copy is complete at once: it takes no virtual time. */
  @Override
  public void copyWithinNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    copyNow(from, offset, into, intoOffset, length);
  }

  private void copyNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    if (fabric.carriesData()) {
      open.forEach(DeviceWork::carry);
      Bytes.copy(from, offset, into, intoOffset, length);
    }
  }

  @Override
  public void close() {}
}
