package io.starling.bench.tune;

import io.starling.bench.micro.MessageMemoryKind;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** How the collectives that can be tuned are called: a line for each. */
final class Operations {

  /** Makes a call from the messages that it may use. */
  private interface Maker {
    Consumer<Communicator> make(Messages messages);
  }

  /** Buffers of the message's length ({@code whole}) and of a rank's share of it. */
  private record Messages(Buffer whole, Buffer otherWhole, Buffer share) {}

  private static final Map<String, Maker> ALL =
      Map.ofEntries(
          Map.entry("barrier", messages -> Communicator::barrier),
          Map.entry("broadcast", messages -> world -> world.broadcast(messages.whole, 0)),
          Map.entry(
              "reduce",
              messages ->
                  world ->
                      world.reduce(messages.whole, messages.otherWhole, ReductionOperator.SUM, 0)),
          Map.entry(
              "allreduce",
              messages ->
                  world ->
                      world.allreduce(messages.whole, messages.otherWhole, ReductionOperator.SUM)),
          Map.entry(
              "scatter", messages -> world -> world.scatter(messages.whole, messages.share, 0)),
          Map.entry("gather", messages -> world -> world.gather(messages.share, messages.whole, 0)),
          Map.entry(
              "allgather", messages -> world -> world.allgather(messages.share, messages.whole)),
          Map.entry(
              "alltoall", messages -> world -> world.alltoall(messages.whole, messages.otherWhole)),
          Map.entry(
              "reduce-scatter",
              messages ->
                  world ->
                      world.reduceScatterBlock(
                          messages.whole, messages.share, ReductionOperator.SUM)),
          Map.entry(
              "scan",
              messages ->
                  world -> world.scan(messages.whole, messages.otherWhole, ReductionOperator.SUM)),
          Map.entry(
              "exclusive-scan",
              messages ->
                  world ->
                      world.exclusiveScan(
                          messages.whole, messages.otherWhole, ReductionOperator.SUM)));

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
    return ALL.get(collective)
        .make(
            new Messages(
                zeros.apply(bytes), zeros.apply(bytes), zeros.apply(bytes / world.size())));
  }
}
