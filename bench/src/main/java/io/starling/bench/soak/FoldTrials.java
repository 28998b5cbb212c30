package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.util.Arrays;
import java.util.List;

/** Calls that fold the data of ranks. */
final class FoldTrials {

  private final CallContext scene;
  private final SeededRandom draw;
  private final int rank;
  private final int size;
  private final FoldModel folding;
  private final ElementType type;
  private final ReductionOperator operator;
  private final boolean wantsInPlace;

  FoldTrials(CallContext scene, FoldModel folding) {
    this.scene = scene;
    this.folding = folding;
    draw = scene.draw();
    rank = scene.rank();
    size = scene.size();
    type = folding.type();
    operator = scene.fault().in(folding.operator());
    wantsInPlace = draw.percent(25);
  }

  private String text(String call, String counts, String rest) {
    return "%s(%s x %s, %s%s%s)"
        .formatted(
            call,
            counts,
            type.text(),
            folding.operator().name(),
            rest,
            wantsInPlace ? ", in place" : "");
  }

  SoakTrial reduce(Communicator communicator) {
    int root = draw.below(size);
    boolean isRoot = rank == root;
    int count = scene.count(type, 1);
    return whole(
        communicator,
        text("reduce", "" + count, ", root " + root),
        count,
        isRoot && wantsInPlace,
        isRoot ? size - 1 : NOTHING,
        new TrialCall<>(
            (c, d, r) -> c.reduce(d, r, operator, root),
            (c, d, r) -> c.iReduce(d, r, operator, root),
            (c, d, r) -> c.reduceInit(d, r, operator, root)));
  }

  SoakTrial allreduce(Communicator communicator) {
    int count = scene.count(type, 1);
    return whole(
        communicator,
        text("allreduce", "" + count, ""),
        count,
        wantsInPlace,
        size - 1,
        new TrialCall<>(
            (c, d, r) -> c.allreduce(d, r, operator),
            (c, d, r) -> c.iAllreduce(d, r, operator),
            (c, d, r) -> c.allreduceInit(d, r, operator)));
  }

  SoakTrial scan(Communicator communicator) {
    int count = scene.count(type, 1);
    return whole(
        communicator,
        text("scan", "" + count, ""),
        count,
        wantsInPlace,
        rank,
        new TrialCall<>(
            (c, d, r) -> c.scan(d, r, operator),
            (c, d, r) -> c.iScan(d, r, operator),
            (c, d, r) -> c.scanInit(d, r, operator)));
  }

  /** Rank 0's result stays as it is. */
  SoakTrial exclusiveScan(Communicator communicator) {
    int count = scene.count(type, 1);
    return whole(
        communicator,
        text("exclusiveScan", "" + count, ""),
        count,
        wantsInPlace,
        rank - 1,
        new TrialCall<>(
            (c, d, r) -> c.exclusiveScan(d, r, operator),
            (c, d, r) -> c.iExclusiveScan(d, r, operator),
            (c, d, r) -> c.exclusiveScanInit(d, r, operator)));
  }

  /** The last rank whose data are in a result that is left alone. */
  private static final int NOTHING = -1;

  /** A call whose data and result have one length, and whose result folds ranks 0 to last. */
  private SoakTrial whole(
      Communicator communicator,
      String text,
      int count,
      boolean inPlace,
      int last,
      TrialCall<Communicator> call) {
    GuardedRegion data = scene.region("data", type, inPlace ? 0 : count);
    GuardedRegion result = scene.region("result", type, count);
    return new SoakTrial(
        text,
        2L * type.size() * count,
        List.of(data, result),
        key -> {
          data.clear();
          result.clear();
          (inPlace ? result : data).put(0, folding.values().of(key, rank, 0, count));
          if (last != NOTHING) {
            result.expect(0, folding.folded(key, last, 0, count));
          }
        },
        () -> padding(result, last == NOTHING ? 0 : count),
        call.on(communicator, inPlace ? Buffer.IN_PLACE : data.buffer(), result.buffer()));
  }

  private void padding(GuardedRegion result, int count) {
    if (folding.significant() < type.size()) {
      result.expectAnything(0, count, folding.significant(), type.size());
    }
  }

  SoakTrial reduceScatterBlock(Communicator communicator) {
    int count = scene.count(type, size);
    return reduceScatter(
        communicator,
        text("reduceScatterBlock", "" + count, ""),
        BlockLayout.equal(count, size),
        new TrialCall<>(
            (c, d, r) -> c.reduceScatterBlock(d, r, operator),
            (c, d, r) -> c.iReduceScatterBlock(d, r, operator),
            (c, d, r) -> c.reduceScatterBlockInit(d, r, operator)));
  }

  SoakTrial reduceScatter(Communicator communicator) {
    int[] lengths = scene.lengths(scene.count(type, size), size);
    BlockLayout blocks = BlockLayout.adjacent(lengths);
    return reduceScatter(
        communicator,
        text("reduceScatter", Arrays.toString(lengths), ""),
        blocks,
        new TrialCall<>(
            (c, d, r) -> c.reduceScatter(d, r, blocks.counts(), operator),
            (c, d, r) -> c.iReduceScatter(d, r, blocks.counts(), operator),
            (c, d, r) -> c.reduceScatterInit(d, r, blocks.counts(), operator)));
  }

  /** In place, the first block takes the result, and the others are left undefined. */
  private SoakTrial reduceScatter(
      Communicator communicator, String text, BlockLayout blocks, TrialCall<Communicator> call) {
    int own = blocks.lengths()[rank];
    GuardedRegion data = scene.region("data", type, wantsInPlace ? 0 : blocks.total());
    GuardedRegion result = scene.region("result", type, wantsInPlace ? blocks.total() : own);
    return new SoakTrial(
        text,
        (long) type.size() * (blocks.total() + own),
        List.of(data, result),
        key -> {
          data.clear();
          result.clear();
          GuardedRegion source = wantsInPlace ? result : data;
          for (int to = 0; to < size; to++) {
            source.put(
                blocks.displacements()[to],
                folding.values().of(key, rank, to, blocks.lengths()[to]));
          }
          result.expect(0, folding.folded(key, size - 1, rank, own));
        },
        () -> {
          padding(result, own);
          if (wantsInPlace) {
            result.expectAnything(own, blocks.total() - own, 0, type.size());
          }
        },
        call.on(communicator, wantsInPlace ? Buffer.IN_PLACE : data.buffer(), result.buffer()));
  }
}
