package io.starling.bench.tune;

import io.starling.collectives.Communicator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.reduction.ReductionOperators;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** How the collectives that can be tuned are called: a line for each. */
final class Operations {

  private static final long ALIGNMENT = 4096;

  /** Makes a call from the memory that it may use. */
  private interface Maker {
    Consumer<Communicator> make(Memory memory);
  }

  /** Buffers of the message's length ({@code whole}) and of a rank's share of it. */
  private record Memory(Buffer whole, Buffer otherWhole, Buffer share) {}

  private static final Map<String, Maker> ALL =
      Map.ofEntries(
          Map.entry("barrier", memory -> Communicator::barrier),
          Map.entry("broadcast", memory -> world -> world.broadcast(memory.whole, 0)),
          Map.entry(
              "reduce",
              memory ->
                  world ->
                      world.reduce(memory.whole, memory.otherWhole, ReductionOperators.SUM, 0)),
          Map.entry(
              "allreduce",
              memory ->
                  world ->
                      world.allreduce(memory.whole, memory.otherWhole, ReductionOperators.SUM)),
          Map.entry("scatter", memory -> world -> world.scatter(memory.whole, memory.share, 0)),
          Map.entry("gather", memory -> world -> world.gather(memory.share, memory.whole, 0)),
          Map.entry("allgather", memory -> world -> world.allgather(memory.share, memory.whole)),
          Map.entry("alltoall", memory -> world -> world.alltoall(memory.whole, memory.otherWhole)),
          Map.entry(
              "reduce-scatter",
              memory ->
                  world ->
                      world.reduceScatterBlock(memory.whole, memory.share, ReductionOperators.SUM)),
          Map.entry(
              "scan",
              memory ->
                  world -> world.scan(memory.whole, memory.otherWhole, ReductionOperators.SUM)),
          Map.entry(
              "exclusive-scan",
              memory ->
                  world ->
                      world.exclusiveScan(
                          memory.whole, memory.otherWhole, ReductionOperators.SUM)));

  private static final List<String> WITHOUT_SIZES = List.of("barrier");

  private Operations() {}

  static boolean has(String collective) {
    return ALL.containsKey(collective);
  }

  static boolean hasSizes(String collective) {
    return !WITHOUT_SIZES.contains(collective);
  }

  /** The length of a message near {@code bytes} that has the same number of elements per rank. */
  static long wholeBytes(long bytes, int ranks) {
    long unit = (long) ranks * Float.BYTES;
    return Math.max(1, bytes / unit) * unit;
  }

  /** The call of a collective on messages of zeros. */
  static Consumer<Communicator> create(String collective, Arena arena, long bytes, int ranks) {
    return ALL.get(collective)
        .make(new Memory(zeros(arena, bytes), zeros(arena, bytes), zeros(arena, bytes / ranks)));
  }

  private static Buffer zeros(Arena arena, long bytes) {
    return Buffer.of(
        arena.allocate(Math.max(bytes, ALIGNMENT), ALIGNMENT).fill((byte) 0),
        BasicDatatype.FLOAT32,
        bytes / Float.BYTES);
  }
}
