package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.Region;
import io.starling.objects.copy.Space;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary.Retracted;
import io.starling.objects.protocol.Transfer;
import io.starling.objects.protocol.View;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.transfer.Arrivals;
import io.starling.objects.transfer.Incoming;
import io.starling.objects.transfer.Streams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A network with streams and no store, which notes all that arrives. The thread of the test runs
 * it.
 */
final class Peer implements Arrivals, Reachability, Strangers, AutoCloseable {

  static final byte[] SECRET = "secret of this test".getBytes(StandardCharsets.UTF_8);
  static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

  private static final long MEMORY = 256 << 20;
  private static final long PATIENCE = 20_000_000_000L;

  final int slot;
  final Reactor reactor = new Reactor();
  final TcpNetwork network;
  final Streams streams;
  final List<String> errors = new ArrayList<>();
  final List<Integer> unreachable = new ArrayList<>();

  /** What came from each slot, and a null for each broken connection. */
  final Map<Integer, List<Message>> messages = new HashMap<>();

  final List<Message> fromStrangers = new ArrayList<>();
  final List<String> lostStrangers = new ArrayList<>();
  Stranger stranger;
  int breaks;
  private long lying;
  long bytes;

  private final Space space = new Space(MEMORY, new NativeRegion());
  private final Map<ObjectId, Copy> copies = new HashMap<>();

  Peer(int slot) {
    this(slot, options());
  }

  Peer(int slot, NetworkOptions options) {
    this(slot, options, 0);
  }

  Peer(int slot, NetworkOptions options, long edition) {
    this.slot = slot;
    this.network =
        new TcpNetwork(new InetSocketAddress(HOST, 0), options, reactor, this, this, edition);
    this.streams =
        new Streams(
            (to, message) -> network.send(to, 1, lie(message)),
            network::ready,
            fetch -> copies.get(fetch.id()));
    if (slot >= 0) {
      network.start(slot, this);
    }
  }

  static NetworkOptions options() {
    return new NetworkOptions(SECRET);
  }

  private Message lie(Message message) {
    return lying > 0 && message instanceof Transfer.Fetch fetch
        ? new Transfer.Fetch(fetch.stream(), fetch.id(), lying, 0, 0, 0)
        : message;
  }

  Member member() {
    return new Member(slot, HOST, network.port());
  }

  /** All enter a view of all. */
  static void meet(Peer... peers) {
    View view = new View(1, 100, Arrays.stream(peers).map(Peer::member).toList());
    Arrays.stream(peers).forEach(peer -> peer.network.enter(view));
  }

  static void await(List<Peer> peers, BooleanSupplier what) {
    long end = System.nanoTime() + PATIENCE;
    while (!what.getAsBoolean()) {
      assertThat(System.nanoTime()).as("it takes too long").isLessThan(end);
      turn(peers);
    }
  }

  /** Runs for some time. */
  static void run(List<Peer> peers, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      turn(peers);
    }
  }

  private static void turn(List<Peer> peers) {
    int work = 0;
    for (Peer peer : peers) {
      work += peer.reactor.poll(0);
    }
    if (work == 0) {
      peers.getFirst().reactor.poll(1_000_000);
    }
  }

  /** A message that is recognised by its number. */
  static Message message(long number) {
    return new Retracted(new ObjectId(0, 0), number);
  }

  /** The numbers of the messages from a slot. */
  List<Long> numbers(int from) {
    return messages.getOrDefault(from, List.of()).stream()
        .filter(Retracted.class::isInstance)
        .map(message -> ((Retracted) message).stamp())
        .toList();
  }

  /** A complete copy that others can fetch. */
  Copy offer(ObjectId id, byte[] contents) {
    Copy copy =
        Copy.proposed(id, ObjectType.BYTES, contents.length, space, space.take(contents.length), 1);
    MemorySegment.copy(MemorySegment.ofArray(contents), 0, copy.memory(), 0, contents.length);
    copy.accept();
    copy.advance(contents.length);
    copy.complete();
    copies.put(id, copy);
    return copy;
  }

  /** Fetches an object, as often as it takes. */
  Copy fetch(int source, ObjectId id, long size) {
    Copy copy = Copy.fetched(id, ObjectType.BYTES, size, space, space.take(size));
    copies.put(id, copy);
    new Fetching(source, copy).fetch();
    return copy;
  }

  /** Fetches an object into a copy that is too small, with the right size in the message only. */
  Copy fetchLess(int source, Copy whole, long size) {
    Copy copy = Copy.fetched(whole.id(), ObjectType.BYTES, size, space, space.take(size));
    lying = whole.size();
    new Fetching(source, copy).fetch();
    lying = 0;
    return copy;
  }

  @Override
  public void onMessage(int from, long viewOfSender, Message message) {
    messages.computeIfAbsent(from, key -> new ArrayList<>()).add(message);
    if (message instanceof Transfer transfer) {
      streams.onMessage(from, transfer);
    }
  }

  @Override
  public void onBroken(int broken) {
    breaks++;
    streams.onLost(broken);
  }

  @Override
  public Streams streams() {
    return streams;
  }

  @Override
  public void onBytes(long stream, long length) {
    bytes += length;
    streams.onBytes(stream, length);
  }

  @Override
  public void onUnreachable(int other) {
    unreachable.add(other);
  }

  @Override
  public void onPeerError(int other, String text) {
    errors.add(text);
  }

  @Override
  public void onMessageFromStranger(Stranger from, Message message) {
    stranger = from;
    fromStrangers.add(message);
  }

  @Override
  public void onLost(Stranger lost, String reason) {
    lostStrangers.add(reason);
  }

  @Override
  public void close() {
    network.close();
    reactor.close();
  }

  private final class Fetching implements Incoming {
    private final int source;
    private final Copy copy;

    Fetching(int source, Copy copy) {
      this.source = source;
      this.copy = copy;
    }

    void fetch() {
      streams.fetch(source, 0, copy, this);
    }

    @Override
    public void onBytes(long length) {
      copy.advance(length);
    }

    @Override
    public void onRestart(long stamp) {
      copy.restart(stamp);
    }

    @Override
    public void onEnd() {
      copy.complete();
    }

    @Override
    public void onLost() {
      fetch();
    }
  }

  /** Memory outside the heap. */
  static final class NativeRegion implements Region {

    @Override
    public boolean prepare(long offset, long length) {
      return true;
    }

    @Override
    public MemorySegment at(long offset, long length) {
      return Arena.ofAuto().allocate(length);
    }

    @Override
    public void punch(long offset, long length) {}
  }
}
