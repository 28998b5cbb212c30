package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.operation.PutListener;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.View;
import io.starling.objects.reactor.Deadlines;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.store.Store;
import io.starling.objects.store.StoreOptions;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A store over TCP with a thread of its own, as a process has it. Its methods may be called by any
 * thread.
 */
final class TcpHost implements Reachability, Strangers, AutoCloseable {

  private static final long IDLE = 5_000_000;
  private static final long PATIENCE = 60_000_000_000L;

  final int slot;
  private final Reactor reactor = new Reactor();
  final TcpNetwork network;
  final Store store;
  private final Thread thread;
  final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
  private final Deadlines deadlines = new Deadlines(System::nanoTime);
  private final boolean spins;
  private volatile boolean alive = true;
  private volatile Throwable failure;
  final Queue<Integer> unreachable = new ConcurrentLinkedQueue<>();
  final Queue<String> errors = new ConcurrentLinkedQueue<>();

  /**
   * @param spins whether the thread never sleeps
   */
  TcpHost(int slot, long memory, boolean spins) {
    this.slot = slot;
    this.spins = spins;
    this.network =
        new TcpNetwork(new InetSocketAddress(Peer.HOST, 0), Peer.options(), reactor, this, this);
    this.store =
        new Store(
            slot, new StoreOptions(memory), new Peer.NativeRegion(), network, deadlines::after);
    network.start(slot, store);
    thread = Thread.ofPlatform().name("store " + slot).unstarted(this::run);
    thread.start();
  }

  static TcpHost[] cluster(int stores, long memory, boolean spins) {
    TcpHost[] hosts = new TcpHost[stores];
    for (int slot = 0; slot < stores; slot++) {
      hosts[slot] = new TcpHost(slot, memory, spins);
    }
    enter(1, stores, hosts);
    return hosts;
  }

  static void enter(long number, int nextSlot, TcpHost... hosts) {
    View view = new View(number, nextSlot, Arrays.stream(hosts).map(TcpHost::member).toList());
    for (TcpHost host : hosts) {
      host.enter(view);
    }
  }

  void enter(View view) {
    execute(
        () -> {
          network.enter(view);
          store.enter(view);
        });
  }

  Member member() {
    return new Member(slot, Peer.HOST, network.port());
  }

  /** The memory of a store is looked at by its own thread only. */
  void execute(Runnable event) {
    events.add(event);
    if (!spins) {
      reactor.wakeup();
    }
  }

  Writing put(ObjectId id, byte[] contents) {
    return put(id, contents, contents.length);
  }

  /**
   * @param size of the object, whose contents are repeated
   */
  Writing put(ObjectId id, byte[] contents, long size) {
    Writing writing = new Writing(this, contents, size);
    execute(
        () -> {
          if (size < Store.SMALL) {
            store.putValue(id, ObjectType.BYTES, contents, writing);
          } else {
            writing.put = store.create(id, ObjectType.BYTES, size, writing);
          }
        });
    return writing;
  }

  /** Begins to put an object whose contents are repeated; {@link Writing#write} goes on. */
  Writing create(ObjectId id, byte[] contents, long size) {
    Writing writing = new Writing(this, contents, size);
    writing.byHand = true;
    execute(() -> writing.put = store.create(id, ObjectType.BYTES, size, writing));
    return writing;
  }

  void delete(ObjectId id) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    execute(() -> store.delete(id, answer -> done.complete(true)));
    done.join();
  }

  /** Puts a value and gets it again, on the thread of the store; the nanoseconds of both. */
  double[] putAndGet(ObjectId id, byte[] value) {
    CompletableFuture<double[]> times = new CompletableFuture<>();
    execute(() -> store.putValue(id, ObjectType.BYTES, value, new PutThenGet(id, times)));
    return times.join();
  }

  private final class PutThenGet extends Reading implements PutListener {
    private final ObjectId id;
    private final CompletableFuture<double[]> times;
    private final long began = System.nanoTime();
    private long put;

    PutThenGet(ObjectId id, CompletableFuture<double[]> times) {
      this.id = id;
      this.times = times;
    }

    @Override
    public void onWritable(Copy copy) {}

    @Override
    public void onDone(boolean created) {
      put = System.nanoTime();
      events.add(() -> store.get(id, this));
    }

    @Override
    public void onValue(ObjectType type, byte[] bytes) {
      times.complete(new double[] {put - began, System.nanoTime() - put});
    }
  }

  /** The streams that go out. */
  int serving() {
    CompletableFuture<Integer> serving = new CompletableFuture<>();
    execute(() -> serving.complete(store.streams().serving()));
    return serving.join();
  }

  Reading get(ObjectId id) {
    Reading reading = new Reading();
    execute(() -> reading.get = store.get(id, reading));
    return reading;
  }

  void close(Reading reading) {
    execute(() -> store.close(reading.get));
  }

  /** The store dies: connections end, and nothing is said. */
  void kill() {
    alive = false;
    reactor.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
    assertThat(failure).isNull();
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
  public void onMessageFromStranger(Stranger stranger, Message message) {
    throw new AssertionError("there is no stranger");
  }

  @Override
  public void onLost(Stranger stranger, String reason) {
    throw new AssertionError("there is no stranger");
  }

  private void run() {
    try {
      while (alive) {
        int work = deadlines.run();
        Runnable event = events.poll();
        while (event != null) {
          event.run();
          work++;
          event = events.poll();
        }
        reactor.poll(spins || work > 0 || !events.isEmpty() ? 0 : deadlines.untilNext(IDLE));
      }
    } catch (Throwable e) {
      failure = e;
    } finally {
      network.close();
      reactor.close();
    }
  }

  /** Waits without load. */
  void await(BooleanSupplier what) {
    long end = System.nanoTime() + PATIENCE;
    while (!what.getAsBoolean()) {
      if (failure != null) {
        throw new AssertionError("store " + slot, failure);
      }
      assertThat(System.nanoTime()).as("store %d takes too long", slot).isLessThan(end);
      LockSupport.parkNanos(200_000);
    }
  }
}
