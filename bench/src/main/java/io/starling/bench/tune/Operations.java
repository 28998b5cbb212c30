package io.starling.bench.tune;

import io.starling.bench.micro.MessageMemoryKind;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** How the collectives that can be tuned are called: a line for each. */
final class Operations {

  /** Buffers of the message's length ({@code whole}, {@code other}) and of a rank's share of it. */
  private record Messages(Buffer whole, Buffer other, Buffer share) {}

  private static final ReductionOperator SUM = ReductionOperator.SUM;

  private static final Map<String, BiConsumer<Communicator, Messages>> ALL =
      Map.ofEntries(
          Map.entry("barrier", (world, _) -> world.barrier()),
          Map.entry("broadcast", (world, all) -> world.broadcast(all.whole, 0)),
          Map.entry("reduce", (world, all) -> world.reduce(all.whole, all.other, SUM, 0)),
          Map.entry("allreduce", (world, all) -> world.allreduce(all.whole, all.other, SUM)),
          Map.entry("scatter", (world, all) -> world.scatter(all.whole, all.share, 0)),
          Map.entry("gather", (world, all) -> world.gather(all.share, all.whole, 0)),
          Map.entry("allgather", (world, all) -> world.allgather(all.share, all.whole)),
          Map.entry("alltoall", (world, all) -> world.alltoall(all.whole, all.other)),
          Map.entry(
              "reduce-scatter",
              (world, all) -> world.reduceScatterBlock(all.whole, all.share, SUM)),
          Map.entry("scan", (world, all) -> world.scan(all.whole, all.other, SUM)),
          Map.entry(
              "exclusive-scan", (world, all) -> world.exclusiveScan(all.whole, all.other, SUM)));

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
  static Consumer<Communicator> create(
      String collective, Communicator world, MessageMemoryKind memory, Arena arena, long bytes) {
    LongFunction<Buffer> zeros =
        length -> memory.allocate(world, arena, BasicDatatype.FLOAT32, length);
    Messages messages =
        new Messages(zeros.apply(bytes), zeros.apply(bytes), zeros.apply(bytes / world.size()));
    return communicator -> ALL.get(collective).accept(communicator, messages);
  }
}
