package io.starling.runtime.transport.shared;

import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.progress.Completions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two ports on one thread, and what they report. */
final class SharedPair implements AutoCloseable {

  static final long EXACT = -1;
  static final SharedSettings SMALL = new SharedSettings(64 << 20, true, true);
  static final SharedSettings STAGED = new SharedSettings(64 << 20, false, true);

  private static final List<MemorySegment> IN_USE = new ArrayList<>();

  final Notes sender = new Notes();
  final Notes receiver = new Notes();
  final SharedPort from;
  final SharedPort to;

  /** Completions as lines. */
  static class Notes implements Completions {
    final List<String> lines = new ArrayList<>();

    @Override
    public void completed(int transfer, long tag, long bytes) {
      lines.add("%d: %d bytes".formatted(transfer, bytes));
    }

    @Override
    public void failed(int transfer, Failure failure, String detail) {
      lines.add("%d: %s%s".formatted(transfer, failure, detail == null ? "" : ": " + detail));
    }
  }

  /** An address book in memory. */
  static final class Book implements AddressBook {
    private final Map<Integer, byte[]> addresses = new HashMap<>();

    @Override
    public void publish(int rank, byte[] address) {
      addresses.put(rank, address);
    }

    @Override
    public byte[] lookUp(int rank) {
      return addresses.get(rank);
    }
  }

  SharedPair(SharedSettings settings) {
    this(settings, new Book());
  }

  SharedPair(SharedSettings settings, AddressBook book) {
    from = new SharedPort(0, 2, book, settings);
    to = new SharedPort(1, 2, book, settings);
    from.attach(sender);
    to.attach(receiver);
  }

  /** Lets both work until the receiver has reported so much, and the sender too. */
  void progressUntil(int received, int sent) {
    while (receiver.lines.size() < received || sender.lines.size() < sent) {
      to.progress();
      from.progress();
    }
  }

  /** Memory that stays reachable until a pair is closed, as the engine would see to it. */
  static MemorySegment memory(long bytes) {
    MemorySegment memory = Arena.ofAuto().allocate(bytes);
    IN_USE.add(memory);
    return memory;
  }

  static MemorySegment number(int value) {
    MemorySegment memory = memory(Integer.BYTES);
    memory.set(ValueLayout.JAVA_INT, 0, value);
    return memory;
  }

  /**
   * Fills with bytes of which none is like its neighbours, nor like one of another chunk nearby.
   */
  static MemorySegment fill(MemorySegment memory) {
    byte[] bytes = new byte[(int) memory.byteSize()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 + (i >>> 8) + 7 * (i >>> 16));
    }
    return memory.copyFrom(MemorySegment.ofArray(bytes));
  }

  @Override
  public void close() {
    from.close();
    to.close();
    IN_USE.clear();
  }
}
