package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import mpi.Collectives.Side;

/**
 * A collective on objects: each block is one stream of serialized objects. A rank that fails takes
 * part with a block of null, so that the others fail, too, and do not wait for ever. Reductions are
 * made on one rank, on copies, in the order of ranks.
 */
final class ObjectBlocks {

  private static final int FOLDING_RANK = 0;

  private final Communicator communicator;
  private final int size;
  private RuntimeException failure;

  ObjectBlocks(Communicator communicator) {
    this.communicator = communicator;
    size = communicator.size();
  }

  private <T> T guarded(Supplier<T> action) {
    try {
      return action.get();
    } catch (RuntimeException e) {
      failure = e;
      return null;
    }
  }

  private void check() {
    if (failure != null) {
      throw failure;
    }
  }

  private static byte[] block(Object array, int offset, int count, Layout layout) {
    Arguments.count(count);
    byte[] data = Objects.write(array, offset, count, layout);
    byte[] block = new byte[Integer.BYTES + data.length];
    ByteBuffer.wrap(block).putInt(count * layout.size()).put(data);
    return block;
  }

  private static byte[] block(Side side) {
    return block(side.array(), side.offset(), side.count(), side.layout());
  }

  private static void store(byte[] block, Object array, int offset, int count, Layout layout) {
    if (block == null) {
      throw new Failure(ErrorClass.OTHER, "another rank could not write or combine its objects");
    }
    int items = ByteBuffer.wrap(block).getInt();
    if (items > (long) count * layout.size()) {
      throw new Failure(
          ErrorClass.TRUNCATE, "a block has %d objects, for %d".formatted(items, count));
    }
    byte[] data = Arrays.copyOfRange(block, Integer.BYTES, block.length);
    Objects.read(data, items, array, offset, layout);
  }

  private static void store(byte[] block, Side side) {
    store(block, side.array(), side.offset(), side.count(), side.layout());
  }

  private static void storeAll(List<byte[]> blocks, Side each) {
    int place = each.offset();
    for (byte[] block : blocks) {
      store(block, each.array(), place, each.count(), each.layout());
      place += each.count() * each.layout().extent();
    }
  }

  private static void storeAll(List<byte[]> blocks, Side all, int[] counts, int... places) {
    for (int i = 0; i < blocks.size(); i++) {
      int place = all.offset() + places[i] * all.layout().extent();
      store(blocks.get(i), all.array(), place, counts[i], all.layout());
    }
  }

  private List<byte[]> blocks(Side each) {
    int[] counts = new int[size];
    int[] places = new int[size];
    Arrays.fill(counts, each.count());
    Arrays.setAll(places, i -> i * each.count());
    return blocks(each, counts, places);
  }

  private List<byte[]> blocks(Side all, int[] counts, int... places) {
    List<byte[]> blocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int place = all.offset() + places[i] * all.layout().extent();
      blocks.add(block(all.array(), place, counts[i], all.layout()));
    }
    return blocks;
  }

  private List<byte[]> noBlocks() {
    return Arrays.asList(new byte[size][]);
  }

  void broadcast(Side side, int root) {
    boolean isRoot = communicator.rank() == root;
    byte[] mine = isRoot ? guarded(() -> block(side)) : null;
    byte[] block = communicator.broadcastObject(mine, root);
    check();
    if (!isRoot) {
      store(block, side);
    }
  }

  void gather(Side from, Side to, int root) {
    List<byte[]> blocks = communicator.gatherObjects(guarded(() -> block(from)), root);
    check();
    storeAll(blocks, to);
  }

  void gatherv(Side from, Side to, int[] counts, int[] places, int root) {
    List<byte[]> blocks = communicator.gatherObjects(guarded(() -> block(from)), root);
    check();
    storeAll(blocks, to, counts, places);
  }

  void allgather(Side from, Side to) {
    List<byte[]> blocks = communicator.allgatherObjects(guarded(() -> block(from)));
    check();
    storeAll(blocks, to);
  }

  void allgatherv(Side from, Side to, int[] counts, int... places) {
    List<byte[]> blocks = communicator.allgatherObjects(guarded(() -> block(from)));
    check();
    storeAll(blocks, to, counts, places);
  }

  private byte[] scattered(Supplier<List<byte[]>> blocks, int root) {
    List<byte[]> all = communicator.rank() == root ? guarded(blocks) : null;
    byte[] mine = communicator.scatterObjects(all == null ? noBlocks() : all, root);
    check();
    return mine;
  }

  void scatter(Side from, Side to, int root) {
    store(scattered(() -> blocks(from), root), to);
  }

  void scatterv(Side from, int[] counts, int[] places, Side to, int root) {
    store(scattered(() -> blocks(from, counts, places), root), to);
  }

  void alltoall(Side from, Side to) {
    List<byte[]> blocks = exchanged(guarded(() -> blocks(from)));
    check();
    storeAll(blocks, to);
  }

  void alltoallv(
      Side from, int[] counts, int[] places, Side to, int[] resultCounts, int... resultPlaces) {
    List<byte[]> blocks = exchanged(guarded(() -> blocks(from, counts, places)));
    check();
    storeAll(blocks, to, resultCounts, resultPlaces);
  }

  /** Sends each rank its block and returns those of all ranks; no blocks become blocks of null. */
  private List<byte[]> exchanged(List<byte[]> blocks) {
    int[] lengths = new int[size];
    if (blocks != null) {
      Arrays.setAll(lengths, i -> blocks.get(i).length);
    }
    int[] others = new int[size];
    communicator.alltoall(lengths, others);
    Counts sent = Counts.of(lengths);
    Counts received = Counts.of(others);
    byte[] data = new byte[Math.toIntExact(sent.total())];
    for (int i = 0; i < size && blocks != null; i++) {
      System.arraycopy(blocks.get(i), 0, data, (int) sent.displacement(i), lengths[i]);
    }
    byte[] result = new byte[Math.toIntExact(received.total())];
    communicator.alltoallv(Buffer.of(data), sent, Buffer.of(result), received);
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int from = (int) received.displacement(i);
      all.add(others[i] == 0 ? null : Arrays.copyOfRange(result, from, from + others[i]));
    }
    return all;
  }

  /** The operands of a reduction in an array of their own. */
  private static Object[] operands(byte[] block, int count, Layout layout) {
    int span = layout.element().trueExtent() + Math.max(0, layout.element().trueLowerBound());
    int length = Math.max(0, count - 1) * layout.extent() + Math.max(span, layout.extent());
    Object[] operands = new Object[length - layout.shift()];
    store(block, operands, -layout.shift(), count, layout);
    return operands;
  }

  private interface Results {
    void add(Object[] prefix, int offset);
  }

  /** Folds the blocks of all ranks; each result is made of new objects. */
  private static void fold(
      List<byte[]> blocks, Side from, Datatype type, Op operator, Results results) {
    User_function function = operator.function();
    Layout layout = from.layout();
    int offset = -layout.shift();
    Object[] folded = null;
    for (byte[] block : blocks) {
      Object[] operand = operands(block, from.count(), layout);
      if (folded != null) {
        function.Call(folded, offset, operand, offset, from.count(), type);
      }
      folded = operand;
      results.add(folded, offset);
    }
  }

  /** The fold of all ranks, written again; on the folding rank. */
  private byte[] total(List<byte[]> blocks, Side from, Datatype type, Op operator) {
    byte[][] last = new byte[1][];
    int[] still = {blocks.size()};
    fold(
        blocks,
        from,
        type,
        operator,
        (folded, offset) -> {
          still[0]--;
          if (still[0] == 0) {
            last[0] = block(folded, offset, from.count(), from.layout());
          }
        });
    return last[0];
  }

  private List<byte[]> gathered(Side from, int root) {
    List<byte[]> blocks = communicator.gatherObjects(guarded(() -> block(from)), root);
    return failure == null ? blocks : noBlocks();
  }

  void reduce(Side from, Side to, Datatype type, Op operator, int root) {
    operator.function();
    List<byte[]> blocks = gathered(from, root);
    check();
    if (communicator.rank() == root) {
      store(total(blocks, from, type, operator), to);
    }
  }

  void allreduce(Side from, Side to, Datatype type, Op operator) {
    operator.function();
    List<byte[]> blocks = gathered(from, FOLDING_RANK);
    byte[] mine =
        communicator.rank() == FOLDING_RANK
            ? guarded(() -> total(blocks, from, type, operator))
            : null;
    byte[] total = communicator.broadcastObject(mine, FOLDING_RANK);
    check();
    store(total, to);
  }

  void scan(Side from, Side to, Datatype type, Op operator) {
    operator.function();
    List<byte[]> blocks = gathered(from, FOLDING_RANK);
    byte[] mine =
        scattered(
            () -> {
              List<byte[]> prefixes = new ArrayList<>();
              fold(
                  blocks,
                  from,
                  type,
                  operator,
                  (folded, offset) ->
                      prefixes.add(block(folded, offset, from.count(), from.layout())));
              return prefixes;
            },
            FOLDING_RANK);
    store(mine, to);
  }

  void reduceScatter(Side from, Side to, int[] counts, Datatype type, Op operator) {
    operator.function();
    int[] places = new int[size];
    for (int i = 1; i < size; i++) {
      places[i] = places[i - 1] + counts[i - 1];
    }
    int sum = places[size - 1] + counts[size - 1];
    Side all = new Side(from.array(), from.offset(), sum, from.layout());
    List<byte[]> blocks = gathered(all, FOLDING_RANK);
    byte[] mine =
        scattered(
            () -> {
              byte[] total = total(blocks, all, type, operator);
              Object[] folded = operands(total, sum, from.layout());
              Side result = new Side(folded, -from.layout().shift(), sum, from.layout());
              return blocks(result, counts, places);
            },
            FOLDING_RANK);
    store(mine, to.array(), to.offset(), counts[communicator.rank()], from.layout());
  }
}
