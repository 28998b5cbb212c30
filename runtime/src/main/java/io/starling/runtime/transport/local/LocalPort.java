package io.starling.runtime.transport.local;

import io.starling.runtime.memory.Bytes;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.PeerNumbers;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** One rank's end of a {@link LocalFabric}. Other ranks access only its two mailboxes. */
public final class LocalPort implements Port {

  private record Receive(int transfer, long tag, long mask, MemorySegment into) {
    boolean matches(long messageTag) {
      return LocalPort.matches(messageTag, tag, mask);
    }
  }

  private final LocalFabric fabric;
  private final int rank;
  private final Delivery delivery;
  private final Queue<Delivery.Message> inbox = new ConcurrentLinkedQueue<>();
  private final Queue<Integer> copied = new ConcurrentLinkedQueue<>();
  private final List<Delivery.Message> arrived = new ArrayList<>();
  private final List<Delivery.Message> unexpected = new ArrayList<>();
  private final List<Receive> posted = new ArrayList<>();
  private final Map<Long, Delivery.Message> removed = new HashMap<>();

  /** The ports of the messages that their receiver copies. */
  private final Map<Integer, LocalPort> sending = new HashMap<>();

  /** Where sends go; null for a rank that has not been used, has not joined or has left. */
  private final LocalPort[] peers;

  private final PeerNumbers numbers;
  private final LocalMemory memory;
  private long lastHandle;
  private volatile Thread sleeper;
  private Completions completions;
  private volatile boolean silent;

  LocalPort(LocalFabric fabric, int rank, Delivery delivery) {
    this.fabric = fabric;
    this.rank = rank;
    this.delivery = delivery;
    this.memory = new LocalMemory(delivery.adversary());
    this.peers = new LocalPort[fabric.capacity()];
    this.numbers = new PeerNumbers(rank, Math.max(rank + 1, fabric.size()), peers.length);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return numbers.size();
  }

  @Override
  public int capacity() {
    return numbers.capacity();
  }

  /** Without an address: the fabric has the port. */
  @Override
  public void connect(int peer, byte[] address) {
    numbers.join(peer);
  }

  @Override
  public void skip(int peer) {
    numbers.join(peer);
  }

  @Override
  public void disconnect(int peer) {
    numbers.checkLeave(peer, to -> Collections.frequency(sending.values(), fabric.port(to)));
    takeIn();
    for (Delivery.Message message : List.copyOf(arrived)) {
      if (Tags.sourceOf(message.tag()) == peer) {
        arrived.remove(message);
        match(message);
      }
    }
    numbers.leave(peer);
    peers[peer] = null;
    for (Receive receive : List.copyOf(posted)) {
      if (numbers.isFromLeft(receive.tag(), receive.mask())) {
        posted.remove(receive);
        refuse(receive);
      }
    }
  }

  private void refuse(Receive receive) {
    String reason = numbers.hasLeft(Tags.sourceOf(receive.tag()));
    completions.failed(receive.transfer(), Completions.Failure.UNREACHABLE, reason);
  }

  private LocalPort peer(int number) {
    if (peers[number] == null) {
      numbers.checkReach(number);
      peers[number] = fabric.port(number);
    }
    return peers[number];
  }

  @Override
  public void attach(Completions itsCompletions) {
    completions = itsCompletions;
    memory.reportTo(itsCompletions);
  }

  @Override
  public boolean sharesMemory(int peer) {
    return true;
  }

  @Override
  public long placeOf(MemorySegment its) {
    return its.address();
  }

  @Override
  public MemorySegment at(int peer, long place, long bytes) {
    return MemorySegment.ofAddress(place).reinterpret(bytes);
  }

  @Override
  public Exposure expose(MemorySegment exposed) {
    return memory.expose(exposed);
  }

  @Override
  public RemoteMemory reach(int peer, byte[] key) {
    numbers.checkReach(peer);
    return memory.reach(peer, fabric.port(peer).memory, key);
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
    if (silent) {
      return;
    }
    LocalPort receiver = peer(peer);
    if (length <= fabric.eagerBytes() && !synchronous) {
      MemorySegment copy = MemorySegment.ofArray(new byte[(int) length]);
      Bytes.copy(data, offset, copy, 0, length);
      receiver.accept(new Delivery.Message(tag, copy, null, transfer));
      completions.completed(transfer, tag, length);
    } else {
      sending.put(transfer, receiver);
      receiver.accept(new Delivery.Message(tag, global(data, offset, length), this, transfer));
    }
  }

  /** The same native memory, accessible by every thread; the sender's engine keeps it reachable. */
  private static MemorySegment global(MemorySegment data, long offset, long length) {
    return MemorySegment.ofAddress(data.address() + offset).reinterpret(length);
  }

  private void accept(Delivery.Message message) {
    if (!silent) {
      inbox.add(message);
      wake();
    }
  }

  void silence() {
    silent = true;
  }

  @Override
  public void wake() {
    Thread thread = sleeper;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void wake(int peer) {
    fabric.port(peer).wake();
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    Receive receive = new Receive(transfer, tag, mask, into.asSlice(offset, length));
    int index = findUnexpected(tag, mask);
    if (index >= 0) {
      finish(receive, unexpected.remove(index));
    } else if (numbers.isFromLeft(tag, mask)) {
      refuse(receive);
    } else {
      posted.add(receive);
    }
  }

  private static boolean matches(long messageTag, long tag, long mask) {
    return ((messageTag ^ tag) & mask) == 0;
  }

  /** The index of the first message that fits, or -1. */
  private int findUnexpected(long tag, long mask) {
    for (int i = 0; i < unexpected.size(); i++) {
      if (matches(unexpected.get(i).tag(), tag, mask)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    int index = findUnexpected(tag, mask);
    if (index < 0) {
      return false;
    }
    Delivery.Message message = unexpected.get(index);
    if (remove) {
      unexpected.remove(index);
      removed.put(++lastHandle, message);
    }
    found.set(message.tag(), message.data().byteSize(), lastHandle);
    return true;
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    Delivery.Message message = removed.remove(handle);
    finish(new Receive(transfer, message.tag(), Tags.EXACT, into.asSlice(offset, length)), message);
  }

  private void finish(Receive receive, Delivery.Message message) {
    long bytes = message.data().byteSize();
    if (bytes > receive.into().byteSize()) {
      completions.failed(receive.transfer(), Completions.Failure.TRUNCATED, null);
    } else {
      Bytes.copy(message.data(), 0, receive.into(), 0, bytes);
      completions.completed(receive.transfer(), message.tag(), bytes);
    }
    LocalPort sender = message.sender();
    if (sender != null && !silent) {
      sender.copied.add(message.transfer());
      sender.wake();
    }
  }

  @Override
  public void cancel(int transfer) {
    if (posted.removeIf(receive -> receive.transfer() == transfer)) {
      completions.failed(transfer, Completions.Failure.CANCELLED, null);
    }
  }

  @Override
  public int progress() {
    if (silent) {
      return 0;
    }
    int work = memory.progress();
    for (Integer transfer = copied.poll(); transfer != null; transfer = copied.poll()) {
      if (sending.remove(transfer) != null) {
        completions.completed(transfer, 0, 0);
        work++;
      }
    }
    takeIn();
    for (Delivery.Message message = delivery.next(arrived);
        message != null;
        message = delivery.next(arrived)) {
      match(message);
      work++;
    }
    return work;
  }

  private void takeIn() {
    for (Delivery.Message message = inbox.poll(); message != null; message = inbox.poll()) {
      arrived.add(message);
    }
  }

  private void match(Delivery.Message message) {
    for (int i = 0; i < posted.size(); i++) {
      if (posted.get(i).matches(message.tag())) {
        finish(posted.remove(i), message);
        return;
      }
    }
    unexpected.add(message);
  }

  @Override
  public void peerFailed(int peer) {
    LocalPort port = fabric.port(peer);
    port.silence();
    memory.peerFailed(peer);
    for (Integer transfer : List.copyOf(sending.keySet())) {
      if (sending.remove(transfer, port)) {
        completions.failed(transfer, Completions.Failure.UNREACHABLE, "the rank has failed");
      }
    }
    inbox.removeIf(message -> message.sender() == port);
    arrived.removeIf(message -> message.sender() == port);
    unexpected.removeIf(message -> message.sender() == port);
  }

  // The sleeper announces itself before it looks for messages, and a sender looks for a sleeper
  // after it has left a message; both fields are volatile, so at least one of them sees the other.
  @Override
  public boolean arm() {
    sleeper = Thread.currentThread();
    if (inbox.isEmpty() && copied.isEmpty() && arrived.isEmpty() && memory.isEmpty()) {
      return true;
    }
    sleeper = null;
    return false;
  }

  @Override
  public void sleep(long nanoseconds) {
    LockSupport.parkNanos(this, nanoseconds);
    sleeper = null;
  }

  @Override
  public void close() {
    posted.clear();
    unexpected.clear();
    removed.clear();
  }
}
