package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.MessageMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The ports of ranks in virtual time, the hardware between them, and its future events. Everything
 * runs on one thread at a time.
 */
public final class SimulatedFabric {

  /** Runs the ranks. */
  @FunctionalInterface
  public interface Host {

    /**
     * A rank's processor is free and an event waits for it: lets the rank make progress until it
     * has nothing more to do. Its work advances the rank's clock.
     */
    void wake(int rank);
  }

  static final int WAKE = 0;
  static final int HOP = 1;
  static final int ENVELOPE = 2;
  static final int DATA = 3;
  static final int ANSWER = 4;
  static final int END = 5;

  /** Not an event of the fabric: a rank's processor must copy a message. */
  static final int COPY = 6;

  /** Not an event of the fabric: a rank's processor must handle the end of device work. */
  static final int WORK = 7;

  /** The largest scratch memory beside devices that is never shared. */
  static final long OWN_SCRATCH = 1 << 20;

  private static final long SHORT_MESSAGE = 4096;

  private final SimulatedNetwork network;
  private final int size;
  private final Noise noise;
  private final boolean carriesData;
  private final EventQueue events = new EventQueue();
  private final MessagesInFlight flights = new MessagesInFlight();
  private final Links links;
  private final SimulatedPort[] ports;
  private final int[] path = new int[SimulatedNetwork.LONGEST_PATH];
  private MemorySegment blank = MemorySegment.NULL;
  private long now;

  /**
   * A fabric at time 0.
   *
   * @param carriesData whether messages have contents; if not, all scratch memory is shared, so
   *     that many ranks and long messages fit into little memory
   */
  public SimulatedFabric(SimulatedNetwork network, Noise noise, boolean carriesData) {
    this(network, network.ranks(), noise, carriesData);
  }

  /**
   * The same, of which the first {@code size} ranks are there at the start. A later one knows all
   * before it, and they learn of it by {@link SimulatedPort#connect}.
   */
  public SimulatedFabric(SimulatedNetwork network, int size, Noise noise, boolean carriesData) {
    this.network = network;
    this.size = size;
    this.noise = noise;
    this.carriesData = carriesData;
    links = new Links(network);
    ports = new SimulatedPort[network.ranks()];
    for (int rank = 0; rank < ports.length; rank++) {
      ports[rank] = new SimulatedPort(this, rank);
    }
  }

  /** The number of ranks at the start. */
  public int size() {
    return size;
  }

  /** The number of ranks that there are or that may join. */
  public int capacity() {
    return ports.length;
  }

  /** The port of a rank. */
  public SimulatedPort port(int rank) {
    return ports[rank];
  }

  /**
   * Disconnects a rank at a time in picoseconds, as if its process ended then: its program ends, it
   * sends and receives nothing more, and data that moves to or from its memory never arrives. Only
   * messages whose data it has copied before still do. {@link SimulatedSupervision#fail} notifies
   * the others.
   */
  public void silence(int rank, long time) {
    ports[rank].processor().stopAt(time);
  }

  boolean isSilent(int rank) {
    return ports[rank].processor().hasStopped();
  }

  /** The time of the current event, in picoseconds; a rank's own clock may be ahead. */
  public long now() {
    return now;
  }

  /** The number of past events and known future ones. */
  public long events() {
    return events.added();
  }

  /** The bytes that a link has carried. */
  public long carried(int link) {
    return links.carried(link);
  }

  /** Runs the next event; returns whether there was one. */
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

  /** The first byte of a message or copy is at its next link. */
  private void hop(int flight) {
    int hop = flights.hop[flight]++;
    int link = flights.path[flight * SimulatedNetwork.LONGEST_PATH + hop];
    long bytes = flights.length[flight];
    long start = links.enter(link, now, bytes);
    long latency = links.latency(link);
    long tail = Math.max(flights.tail[flight], start + links.occupancy(link, bytes)) + latency;
    flights.tail[flight] = tail;
    if (hop + 1 == flights.hops[flight]) {
      events.add(tail, DATA, flight);
    } else {
      events.add(start + latency, HOP, flight);
    }
  }

  /** The last byte of a message or copy has arrived. */
  private void land(int flight) {
    if (flights.work[flight] != null) {
      if (!isSilent(flights.source[flight])) {
        ports[flights.source[flight]].device().land(flight);
      }
      return;
    }
    if (isLost(flight)) {
      endCopy(flight);
      return;
    }
    if (flights.access[flight] != null) {
      ports[flights.source[flight]].accesses().land(flight);
      return;
    }
    if (flights.protocol[flight].mover() == Protocol.Mover.WRITE && !flights.eager[flight]) {
      events.add(now + flights.latency[flight], END, flight);
    }
    ports[flights.target[flight]].reception().land(flight);
  }

  /** Whether a rank has failed whose memory a message or an access needs. */
  boolean isLost(int flight) {
    boolean needsBoth = flights.access[flight] != null || !flights.eager[flight];
    return needsBoth && (isSilent(flights.source[flight]) || isSilent(flights.target[flight]));
  }

  /** Frees the processor that copies what is lost, if one does. */
  private void endCopy(int flight) {
    Protocol protocol = flights.protocol[flight];
    if (protocol != null && protocol.mover() == Protocol.Mover.COPY) {
      boolean isAccess = flights.access[flight] != null;
      int copier = isAccess ? flights.source[flight] : flights.target[flight];
      ports[copier].processor().endCopy();
    }
  }

  /** Finds the links of a message. */
  void findPath(int flight, int from, int to) {
    setPath(flight, from == to ? 0 : network.path(from, to, path));
  }

  /** Finds the links between memory that the ranks of a node share and one of them. */
  void findMemoryPath(int flight, int near, int to) {
    setPath(flight, network.memoryPath(near, to, path));
  }

  /** Finds the links of a device's work. */
  void findDevicePath(int flight, DeviceWork work) {
    setPath(flight, work.isPause() ? 0 : devicePath(flights.source[flight], work));
  }

  private int devicePath(int rank, DeviceWork work) {
    int peer = work.peer();
    return peer != DeviceWork.NONE && work.way() == SimulatedNetwork.DeviceWay.WITHIN
        ? network.peerPath(peer, rank, path)
        : network.devicePath(peer == DeviceWork.NONE ? rank : peer, work.way(), path);
  }

  private void setPath(int flight, int hops) {
    long latency = 0;
    for (int hop = 0; hop < hops; hop++) {
      flights.path[flight * SimulatedNetwork.LONGEST_PATH + hop] = path[hop];
      latency += links.latency(path[hop]);
    }
    flights.hops[flight] = (byte) hops;
    flights.latency[flight] = latency;
  }

  /** Starts a message or copy over its links. */
  void launch(int flight, long time) {
    flights.hop[flight] = 0;
    flights.tail[flight] = time;
    events.add(time, flights.hops[flight] == 0 ? DATA : HOP, flight);
  }

  void schedule(long time, int kind, int subject) {
    events.add(time, kind, subject);
  }

  SimulatedNetwork network() {
    return network;
  }

  Noise noise() {
    return noise;
  }

  boolean carriesData() {
    return carriesData;
  }

  /**
   * Whether a message has contents. Short ones always have: the headers of engines are among them,
   * and the keys of memory.
   */
  boolean carries(int flight) {
    return carries(flights.length[flight]);
  }

  /** The same for a message of this length. */
  boolean carries(long length) {
    return carriesData || length <= SHORT_MESSAGE;
  }

  MessagesInFlight flights() {
    return flights;
  }

  /** Scratch memory; shared by all if messages have no contents. */
  MessageMemory memory() {
    return carriesData ? MessageMemory.ORDINARY : (bytes, _) -> blank(bytes);
  }

  /**
   * Scratch memory beside a device. Short pieces are not shared, because they hold messages that
   * always have contents.
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
