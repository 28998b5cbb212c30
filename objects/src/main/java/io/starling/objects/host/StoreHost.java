package io.starling.objects.host;

import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreLostException;
import io.starling.objects.copy.Space;
import io.starling.objects.door.DoorFile;
import io.starling.objects.network.NetworkOptions;
import io.starling.objects.network.TcpNetwork;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.store.Store;
import io.starling.objects.store.StoreOptions;
import io.starling.runtime.os.FileMapping;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * A store of a process.
 *
 * <pre>
 *   start ---> first of all, or joins ---> member ---> close: leaves, and ends
 *                     '--- no answer: fails    '----> the others go on without it: ends
 * </pre>
 *
 * <p>Any thread calls it; what runs by {@link #execute} runs in a turn of the store.
 */
public final class StoreHost implements AutoCloseable {

  private static final Duration LEAVE = Duration.ofSeconds(3);

  private final StoreConfiguration configuration;
  private final Notes notes;
  private final Reactor reactor = new Reactor();
  private final StoreThread thread;
  private final MemoryFile memory;
  private final TcpNetwork network;
  private final Member member;
  private final CompletableFuture<Store> joined = new CompletableFuture<>();
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private Store store;

  /** Why the store ends; known in its turns. */
  private String reason = "the store was closed";

  private StoreHost(StoreConfiguration configuration, Notes notes) {
    this.configuration = configuration;
    this.notes = notes;
    this.memory = openMemory();
    this.thread = new StoreThread(reactor, configuration.spins(), this::release);
    this.member = new Member(configuration, reactor.deadlines(), this::begin, this::end, notes);
    this.network = openNetwork();
  }

  private MemoryFile openMemory() {
    try {
      return new MemoryFile(Space.offsets(configuration.memory()));
    } catch (RuntimeException e) {
      reactor.close();
      throw e;
    }
  }

  private TcpNetwork openNetwork() {
    try {
      return new TcpNetwork(
          configuration.address(),
          new NetworkOptions(configuration.secret().bytes()),
          reactor,
          member,
          member);
    } catch (RuntimeException e) {
      memory.close();
      reactor.close();
      throw e;
    }
  }

  /**
   * Starts a store, and waits until it is a member.
   *
   * @param notes hears what people should know, in a turn of the store
   * @throws StoreLostException if it can't join
   * @throws io.starling.runtime.StarlingException if it can't listen, or has no memory
   */
  public static StoreHost start(StoreConfiguration configuration, Notes notes) {
    StoreHost host = new StoreHost(configuration, notes);
    host.thread.start();
    host.execute(() -> host.member.start(host.network));
    host.awaitMembership();
    return host;
  }

  private void awaitMembership() {
    try {
      store = joined.get(configuration.silence().toMillis(), TimeUnit.MILLISECONDS);
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      // The member knows why.
    }
    thread.stop();
    thread.join();
    throw new StoreLostException(
        "the store could not join those at %s: %s"
            .formatted(
                configuration.contact().map(StoreHost::text).orElse("its own address"),
                member.trouble()));
  }

  private static String text(InetSocketAddress place) {
    return place.getHostString() + ":" + place.getPort();
  }

  /** The store, for who has a turn of it. */
  public Store store() {
    return store;
  }

  /** The turns of its thread. */
  public Reactor reactor() {
    return reactor;
  }

  /** Where other stores reach it. */
  public InetSocketAddress address() {
    return new InetSocketAddress(configuration.address().getAddress(), network.port());
  }

  /** Where programs of this host find its memory. */
  public Path memoryPath() {
    return memory.path();
  }

  /** The bytes of {@link #memoryPath}. */
  public long memoryLength() {
    return memory.length();
  }

  /** The memory itself, for programs in this process. */
  public MemorySegment memory() {
    return memory.at(0, memory.length());
  }

  /** Maps the memory of a store of another process. */
  public static MemorySegment map(DoorFile file, FileChannel.MapMode mode, Arena arena)
      throws IOException {
    return FileMapping.map(file.memory(), mode, file.length(), arena);
  }

  /** What the user chose. */
  public StoreConfiguration configuration() {
    return configuration;
  }

  /** Runs something in a turn of the store; returns false if the store has ended. */
  public boolean execute(Runnable task) {
    return thread.execute(task);
  }

  /**
   * Runs the store on the calling thread until it is enough, the time is over, or the thread is
   * interrupted. It returns at once where another thread does all.
   */
  public void runUntil(BooleanSupplier enough, long nanoseconds) {
    thread.runUntil(enough, nanoseconds);
  }

  /** There is something to do for which no thread comes by {@link #runUntil}. */
  public void call() {
    thread.call();
  }

  /** Is done with the reason when the store ends. */
  public CompletableFuture<String> ended() {
    return ended;
  }

  /**
   * Leaves the other stores, and ends. What only this store has is lost. In a turn of the store it
   * does not wait until that is done.
   */
  @Override
  public void close() {
    if (thread.isCurrent()) {
      member.leave();
      reactor.deadlines().after(LEAVE, thread::stop);
      return;
    }
    if (execute(member::leave)) {
      try {
        ended.get(LEAVE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (TimeoutException | ExecutionException e) {
        // The others find out.
      }
    }
    thread.stop();
    thread.join();
  }

  /** Ends at once, and tells no store. */
  void kill() {
    thread.stop();
    thread.join();
  }

  /** The store is a member: its machines begin. */
  private Store begin(int slot) {
    Store begun =
        new Store(
            slot,
            new StoreOptions(configuration.memory(), configuration.patience()),
            memory,
            network,
            reactor.deadlines()::after);
    network.start(slot, new Mail(begun, member));
    joined.complete(begun);
    return begun;
  }

  private void end(String why) {
    reason = why;
    thread.stop();
  }

  private void release() {
    Throwable failure = thread.failure();
    try {
      network.close();
      reactor.close();
      memory.close();
    } finally {
      // Programs wait for it, whatever could not be closed.
      ended.complete(failure == null ? reason : "the store failed: " + failure);
      if (failure != null) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        notes.accept("the store failed: " + trace);
      }
    }
  }
}
