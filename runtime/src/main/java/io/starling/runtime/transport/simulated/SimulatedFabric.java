package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.MessageMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The ports of ranks in virtual time, the hardware between them, and what is going to happen there.
 * Everything runs on one thread at a time.
 */
public final class SimulatedFabric {

  /** Looks after the ranks. */
  @FunctionalInterface
  public interface Host {

    /**
     * A rank's processor is free and something waits for it: lets the rank make progress until it
     * finds nothing more to do. What it does moves the rank's own clock.
     */
    void wake(int rank);
  }

  static final int WAKE = 0;
  static final int HOP = 1;
  static final int ENVELOPE = 2;
  static final int DATA = 3;
  static final int ANSWER = 4;
  static final int END = 5;

  /** No event of the fabric's: a rank's processor is to copy a message. */
  static final int COPY = 6;

  /** Nor is this: a rank's processor is to hear that its device has done something. */
  static final int WORK = 7;

  /** How long scratch is at most that is never shared beside devices. */
  static final long OWN_SCRATCH = 1 << 20;

  private static final long SHORT_MESSAGE = 256;

  private final Network network;
  private final Noise noise;
  private final boolean carriesData;
  private final EventQueue events = new EventQueue();
  private final Flights flights = new Flights();
  private final Lanes lanes;
  private final SimulatedPort[] ports;
  private final int[] path = new int[Network.LONGEST_PATH];
  private MemorySegment blank = MemorySegment.NULL;
  private long now;

  /**
   * A fabric at time 0.
   *
   * @param carriesData whether messages have contents; without, all scratch memory is the same, so
   *     that many ranks and long messages fit into little memory
   */
  public SimulatedFabric(Network network, Noise noise, boolean carriesData) {
    this.network = network;
    this.noise = noise;
    this.carriesData = carriesData;
    lanes = new Lanes(network);
    ports = new SimulatedPort[network.ranks()];
    for (int rank = 0; rank < ports.length; rank++) {
      ports[rank] = new SimulatedPort(this, rank);
    }
  }

  /** How many ranks there are. */
  public int size() {
    return ports.length;
  }

  /** The port of a rank. */
  public SimulatedPort port(int rank) {
    return ports[rank];
  }

  /** When what happens now happens, in picoseconds; a rank's own clock may be ahead. */
  public long now() {
    return now;
  }

  /** How many events there have been and will be, as far as is known. */
  public long events() {
    return events.added();
  }

  /** How many bytes a lane has carried. */
  public long carried(int lane) {
    return lanes.carried(lane);
  }

  /** Lets the next thing happen; returns whether there was one. */
  public boolean step(Host host) {
    if (events.isEmpty()) {
      return false;
    }
    now = events.time();
    int kind = events.kind();
    int subject = events.subject();
    events.remove();
    switch (kind) {
      case WAKE -> ports[subject].processor().wake(host);
      case HOP -> hop(subject);
      case ENVELOPE -> ports[flights.target[subject]].processor().come(ENVELOPE, subject);
      case DATA -> land(subject);
      default -> ports[flights.source[subject]].processor().come(kind, subject);
    }
    return true;
  }

  /** A flight's first byte is at its next lane. */
  private void hop(int flight) {
    int hop = flights.hop[flight]++;
    int lane = flights.path[flight * Network.LONGEST_PATH + hop];
    long bytes = flights.length[flight];
    long start = lanes.enter(lane, now, bytes);
    long latency = lanes.latency(lane);
    long tail = Math.max(flights.tail[flight], start + lanes.occupancy(lane, bytes)) + latency;
    flights.tail[flight] = tail;
    if (hop + 1 == flights.hops[flight]) {
      events.add(tail, DATA, flight);
    } else {
      events.add(start + latency, HOP, flight);
    }
  }

  /** A flight's last byte is there. */
  private void land(int flight) {
    if (flights.work[flight] != null) {
      ports[flights.source[flight]].device().land(flight);
      return;
    }
    if (flights.protocol[flight].mover() == Protocol.Mover.WRITE && !flights.eager[flight]) {
      events.add(now + flights.latency[flight], END, flight);
    }
    ports[flights.target[flight]].reception().land(flight);
  }

  /** Finds the lanes of a message. */
  void findPath(int flight, int from, int to) {
    setPath(flight, from == to ? 0 : network.path(from, to, path));
  }

  /** Finds the lanes of a device's work. */
  void findDevicePath(int flight, DeviceWork work) {
    setPath(flight, work.isPause() ? 0 : devicePath(flights.source[flight], work));
  }

  private int devicePath(int rank, DeviceWork work) {
    int peer = work.peer();
    return peer != DeviceWork.NONE && work.way() == Network.DeviceWay.WITHIN
        ? network.peerPath(peer, rank, path)
        : network.devicePath(peer == DeviceWork.NONE ? rank : peer, work.way(), path);
  }

  private void setPath(int flight, int hops) {
    long latency = 0;
    for (int hop = 0; hop < hops; hop++) {
      flights.path[flight * Network.LONGEST_PATH + hop] = path[hop];
      latency += lanes.latency(path[hop]);
    }
    flights.hops[flight] = (byte) hops;
    flights.latency[flight] = latency;
  }

  /** Sends a flight on its way. */
  void launch(int flight, long time) {
    flights.hop[flight] = 0;
    flights.tail[flight] = time;
    events.add(time, flights.hops[flight] == 0 ? DATA : HOP, flight);
  }

  void schedule(long time, int kind, int subject) {
    events.add(time, kind, subject);
  }

  Network network() {
    return network;
  }

  Noise noise() {
    return noise;
  }

  boolean carriesData() {
    return carriesData;
  }

  /**
   * Whether a message has contents. Where devices reach each other's memory short ones always do:
   * what engines tell each other of that memory is one.
   */
  boolean carries(int flight) {
    return carriesData
        || (flights.length[flight] <= SHORT_MESSAGE
            && network.isNear(flights.source[flight], flights.target[flight]));
  }

  Flights flights() {
    return flights;
  }

  /** Memory for scratch: one for all where it has no contents. */
  MessageMemory memory() {
    return carriesData ? MessageMemory.ORDINARY : (bytes, _) -> blank(bytes);
  }

  /**
   * Memory for scratch beside a device: short pieces are of their own, for messages that have
   * contents always.
   */
  MessageMemory memoryBesideDevice() {
    MessageMemory shared = memory();
    return (bytes, arena) ->
        (bytes <= OWN_SCRATCH ? MessageMemory.ORDINARY : shared).allocate(bytes, arena);
  }

  private MemorySegment blank(long bytes) {
    if (blank.byteSize() < bytes) {
      blank = Arena.ofAuto().allocate(bytes, MessageMemory.ALIGNMENT);
    }
    return blank.asSlice(0, bytes);
  }
}
