package io.starling.collectives.window;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.memory.NativeWords;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Exposure;
import java.lang.foreign.MemorySegment;

/**
 * The memory that this rank has attached to a dynamic window: a table in its control block, which
 * others read to find it.
 *
 * <pre>
 *     0  version   odd while the table changes
 *     8  entries   64 of 512 bytes: address:64, bytes:64 (0 if free), bytes of the key:32, key
 * </pre>
 */
final class Attachments {

  static final int MOST = 64;
  static final long ENTRIES = 8;
  static final long ENTRY_BYTES = 512;
  static final long BYTES = ENTRIES + MOST * ENTRY_BYTES;

  static final long ADDRESS = 0;
  static final long LENGTH = 8;
  static final long KEY_LENGTH = 16;
  static final long KEY = 20;

  private final Engine engine;
  private final MemorySegment table;
  private final MemorySegment[] attached = new MemorySegment[MOST];
  private final Exposure[] exposures = new Exposure[MOST];

  /** The attachments in a table of {@link #BYTES} zeros. */
  Attachments(Engine engine, MemorySegment table) {
    this.engine = engine;
    this.table = table;
  }

  void attach(MemorySegment memory) {
    int place = place(null);
    if (place < 0) {
      throw new IllegalStateException(
          "rank %d, attach: %d pieces are attached, which is the most; detach some, or attach larger pieces"
              .formatted(engine.rank(), MOST));
    }
    for (MemorySegment other : attached) {
      if (other != null && other.asOverlappingSlice(memory).isPresent()) {
        throw new IllegalArgumentException(
            "rank %d, attach: the memory overlaps %d bytes at %#x, which are attached%s"
                .formatted(
                    engine.rank(),
                    other.byteSize(),
                    other.address(),
                    other.scope().isAlive() ? "" : " though their arena is closed; detach them"));
      }
    }
    Exposure exposure = engine.expose(memory);
    byte[] key = exposure.key();
    if (key.length > ENTRY_BYTES - KEY) {
      exposure.close();
      throw new IllegalStateException(
          "rank %d, attach: the key of the memory has %d bytes, and there is room for %d"
              .formatted(engine.rank(), key.length, ENTRY_BYTES - KEY));
    }
    exposures[place] = exposure;
    attached[place] = memory;
    change(
        place,
        entry -> {
          entry.set(JAVA_LONG, ADDRESS, memory.address());
          entry.set(JAVA_LONG, LENGTH, memory.byteSize());
          entry.set(JAVA_INT, KEY_LENGTH, key.length);
          MemorySegment.copy(key, 0, entry, JAVA_BYTE, KEY, key.length);
        });
  }

  void detach(MemorySegment memory) {
    int place = place(memory);
    if (place < 0) {
      throw new IllegalArgumentException(
          "rank %d, detach: %d bytes at %#x are not attached"
              .formatted(engine.rank(), memory.byteSize(), memory.address()));
    }
    change(place, entry -> entry.set(JAVA_LONG, LENGTH, 0));
    exposures[place].close();
    exposures[place] = null;
    attached[place] = null;
  }

  /** The place of attached memory, or a free one if that is null; -1 if there is none. */
  private int place(MemorySegment memory) {
    for (int i = 0; i < MOST; i++) {
      boolean isIt =
          memory == null
              ? attached[i] == null
              : attached[i] != null
                  && attached[i].address() == memory.address()
                  && attached[i].byteSize() == memory.byteSize();
      if (isIt) {
        return i;
      }
    }
    return -1;
  }

  private void change(int place, java.util.function.Consumer<MemorySegment> action) {
    NativeWords.getAndAdd(table.address(), 1);
    action.accept(table.asSlice(ENTRIES + place * ENTRY_BYTES, ENTRY_BYTES));
    NativeWords.getAndAdd(table.address(), 1);
  }

  void close() {
    for (Exposure exposure : exposures) {
      if (exposure != null) {
        exposure.close();
      }
    }
  }
}
