package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * A window: in one epoch each rank puts a block to each rank and adds to its counters, in the next
 * one it gets what ranks have put to others, and the counters.
 *
 * <pre>
 * a counter per rank | block of rank 0 | block of rank 1 | ...
 * </pre>
 */
final class WindowTask implements StepTask {

  /**
   * How many pieces with gaps between them a rank accesses at all ranks together. Each piece is an
   * access of its own, which takes about 10 us over TCP.
   */
  private static final int MOST_PIECES = 1 << 14;

  /** How an epoch begins and ends. */
  private enum Epoch {
    FENCE,
    LOCK,
    LOCK_ALL
  }

  private final String text;
  private final Communicator communicator;
  private final Epoch epoch;
  private final ElementType type;
  private final int count;
  private final int rank;
  private final int size;
  private final long key;
  private final boolean isAllocated;
  private final CallContext scene;
  private final GuardedRegion data;
  private final GuardedRegion got;
  private final int[] sources;

  /** Draws the window and its accesses. */
  WindowTask(SoakCommunicator team, CallContext scene) {
    this.scene = scene;
    communicator = scene.communicator();
    SeededRandom draw = scene.draw();
    rank = scene.rank();
    size = scene.size();
    epoch = draw.pick(List.of(Epoch.values()));
    isAllocated = draw.percent(50);
    type = ElementType.draw(draw);
    int most = type.isPlain() ? Integer.MAX_VALUE : MOST_PIECES / size / type.pieces();
    count = Math.min(scene.count(type, size), most);
    key = draw.key();
    sources = new int[size];
    for (int target = 0; target < size; target++) {
      sources[target] = draw.below(size);
    }
    data = scene.region("data", type, count);
    got = scene.region("got", type, count);
    text =
        "%s (rank %d of %d), window of blocks of %s, %s"
            .formatted(team.text(), rank, size, data, epoch.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String kind() {
    return "windows";
  }

  @Override
  public long bytes() {
    return 2L * size * count * type.size();
  }

  private byte[] content(int from, int to) {
    return Values.any(key, from, to, count * type.size());
  }

  /** The displacement of a rank's block. */
  private long block(int from) {
    return (long) Long.BYTES * size + (long) from * type.span(count);
  }

  private Window window() {
    return isAllocated
        ? communicator.allocateWindow(block(size), 1)
        : communicator.createWindow(communicator.allocate(block(size), scene.arena()), 1);
  }

  @Override
  public void begin() {
    try (Window window = window()) {
      access(window, target -> write(window, target));
      access(window, target -> read(window, target));
    }
  }

  /** An epoch, after which all ranks have done their accesses. */
  private void access(Window window, IntConsumer calls) {
    switch (epoch) {
      case FENCE -> window.fence();
      case LOCK_ALL -> window.lockAll();
      case LOCK -> {}
    }
    for (int i = 0; i < size; i++) {
      int target = (rank + i) % size;
      if (epoch == Epoch.LOCK) {
        lock(window, target);
      }
      calls.accept(target);
      if (epoch == Epoch.LOCK) {
        window.unlock(target);
      }
    }
    switch (epoch) {
      case FENCE -> window.fence();
      case LOCK_ALL -> window.unlockAll();
      case LOCK -> {}
    }
    communicator.barrier();
  }

  private void lock(Window window, int target) {
    if (scene.own().percent(50)) {
      window.lockExclusive(target);
    } else {
      window.lockShared(target);
    }
  }

  private void write(Window window, int target) {
    data.fill(content(rank, target));
    window.put(data.buffer(), target, block(rank), type.datatype(), count);
    long[] ones = new long[size];
    Arrays.fill(ones, 1);
    window.accumulate(Buffer.of(ones), target, 0, ReductionOperator.SUM);
    window.fetchAndAdd(rank, target, 0);
    flush(window, target);
    data.check();
  }

  /** The buffer of a put may be used again. */
  private void flush(Window window, int target) {
    if (epoch == Epoch.FENCE) {
      window.fence();
    } else {
      window.flush(target);
    }
  }

  private void read(Window window, int target) {
    got.clear();
    long[] counters = new long[size];
    window.get(got.buffer(), target, block(sources[target]), type.datatype(), count);
    window.get(Buffer.of(counters), target, 0, Datatype.INT64, size);
    flush(window, target);
    got.expect(0, content(sources[target], target));
    got.check();
    for (int i = 0; i < size; i++) {
      long expected = i == 0 ? size + size * (size - 1L) / 2 : size;
      WrongResultException.check(
          counters[i] == expected,
          "counter %d at rank %d is %d, expected %d",
          i,
          target,
          counters[i],
          expected);
    }
  }

  @Override
  public List<Request> open() {
    return List.of();
  }

  @Override
  public void check() {}
}
