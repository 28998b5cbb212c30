package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.collectives.TypedBlocks;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What the makers of cases have in common: the numbers that ranks have for each other. */
abstract class Cases {

  /** Calls a blocking collective. */
  interface Run {
    void with(Buffer data, Buffer result);
  }

  /** Starts one. */
  interface Start<R> {
    R with(Buffer data, Buffer result);
  }

  final Communicator world;
  final int count;
  final int rank;
  final int size;

  Cases(Communicator world, int count) {
    this.world = world;
    this.count = count;
    this.rank = world.rank();
    this.size = world.size();
  }

  private static long element(int from, int to, long index) {
    return (from + 3L) * 1_000_003 + index * 7919 + ((long) from << 33) + ((long) to << 50);
  }

  /** What a rank has for another one. */
  static long[] block(int from, int to, long length) {
    return LongStream.range(0, length).map(i -> element(from, to, i)).toArray();
  }

  /** The same blocks of longs by types of their own: every second one is bytes. */
  static TypedBlocks typed(Counts counts) {
    return TypedBlocks.of(
        IntStream.range(0, counts.size())
            .mapToObj(
                i -> {
                  long at = counts.displacement(i) * Long.BYTES;
                  return i % 2 == 0
                      ? new Datatype.Field(at, counts.count(i), Datatype.INT64)
                      : new Datatype.Field(at, counts.count(i) * Long.BYTES, Datatype.INT8);
                })
            .toArray(Datatype.Field[]::new));
  }

  static long[] join(List<long[]> blocks) {
    return blocks.stream().flatMapToLong(Arrays::stream).toArray();
  }

  static CollectiveCase.Forms forms(Run run, Start<Request> start, Start<PersistentRequest> init) {
    return new CollectiveCase.Forms() {
      @Override
      public void run(Buffer data, Buffer result) {
        run.with(data, result);
      }

      @Override
      public Request start(Buffer data, Buffer result) {
        return start.with(data, result);
      }

      @Override
      public PersistentRequest init(Buffer data, Buffer result) {
        return init.with(data, result);
      }
    };
  }

  /** Blocks whose lengths differ, some of them empty. */
  long length(int from, int to) {
    return (from * 5L + to * 3L) % 4 == 0 ? 0 : count / 2 + (from * 7L + to * 11L) % (count + 1);
  }
}
