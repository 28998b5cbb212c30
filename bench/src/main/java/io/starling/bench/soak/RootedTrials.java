package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.runtime.Buffer;
import java.util.Arrays;
import java.util.List;

/** Broadcast, scatter and gather. */
final class RootedTrials {

  private final CallContext scene;
  private final SeededRandom draw;
  private final int rank;
  private final int size;
  private final int root;
  private final boolean isRoot;
  private final ElementType type;

  /** Only the root may have its block in place. */
  private final boolean inPlace;

  RootedTrials(CallContext scene) {
    this.scene = scene;
    draw = scene.draw();
    rank = scene.rank();
    size = scene.size();
    root = draw.below(size);
    isRoot = rank == root;
    type = ElementType.draw(draw);
    inPlace = draw.percent(25) && isRoot;
  }

  private byte[] block(long key, int from, int to, int count) {
    return Values.any(key, from, to, count * type.size());
  }

  private String text(String call, String counts) {
    return "%s(%s x %s, root %d%s)"
        .formatted(call, counts, type.text(), root, inPlace ? ", in place" : "");
  }

  SoakTrial broadcast(Communicator communicator) {
    int called = scene.fault().in(root, size);
    int count = scene.count(type, 1);
    boolean isFlat = draw.percent(25) && !isRoot;
    GuardedRegion data = scene.region("data", isFlat ? type.flattened() : type, count);
    return new SoakTrial(
        text("broadcast", "" + count),
        (long) type.size() * count,
        List.of(data),
        key -> {
          data.clear();
          if (isRoot) {
            data.put(0, block(key, root, 0, count));
          }
          data.expect(0, block(key, root, 0, count));
        },
        () -> {},
        new TrialCall<Communicator>(
                (c, d, _) -> c.broadcast(d, called),
                (c, d, _) -> c.iBroadcast(d, called),
                (c, d, _) -> c.broadcastInit(d, called))
            .on(communicator, data.buffer(), null));
  }

  SoakTrial scatter(Communicator communicator) {
    int count = scene.count(type, size);
    return scatter(
        communicator,
        text("scatter", "" + count),
        BlockLayout.equal(count, size),
        new TrialCall<>(
            (c, d, r) -> c.scatter(d, r, root),
            (c, d, r) -> c.iScatter(d, r, root),
            (c, d, r) -> c.scatterInit(d, r, root)));
  }

  SoakTrial scatterv(Communicator communicator) {
    int[] lengths = scene.lengths(scene.count(type, size), size);
    BlockLayout blocks = BlockLayout.scattered(draw, lengths);
    Counts counts = isRoot ? blocks.counts() : null;
    return scatter(
        communicator,
        text("scatterv", Arrays.toString(lengths)),
        blocks,
        new TrialCall<>(
            (c, d, r) -> c.scatterv(d, counts, r, root),
            (c, d, r) -> c.iScatterv(d, counts, r, root),
            (c, d, r) -> c.scattervInit(d, counts, r, root)));
  }

  private SoakTrial scatter(
      Communicator communicator, String text, BlockLayout blocks, TrialCall<Communicator> call) {
    int own = blocks.lengths()[rank];
    GuardedRegion data = scene.region("data", type, isRoot ? blocks.total() : 0);
    GuardedRegion result = scene.region("result", type, inPlace ? 0 : own);
    return new SoakTrial(
        text,
        (long) type.size() * (isRoot ? blocks.total() : own),
        List.of(data, result),
        key -> {
          data.clear();
          result.clear();
          for (int to = 0; isRoot && to < size; to++) {
            data.put(blocks.displacements()[to], block(key, root, to, blocks.lengths()[to]));
          }
          if (!inPlace) {
            result.expect(0, block(key, root, rank, own));
          }
        },
        () -> {},
        call.on(
            communicator,
            isRoot ? data.buffer() : Buffer.EMPTY,
            inPlace ? Buffer.IN_PLACE : result.buffer()));
  }

  SoakTrial gather(Communicator communicator) {
    int count = scene.count(type, size);
    return gather(
        communicator,
        text("gather", "" + count),
        BlockLayout.equal(count, size),
        new TrialCall<>(
            (c, d, r) -> c.gather(d, r, root),
            (c, d, r) -> c.iGather(d, r, root),
            (c, d, r) -> c.gatherInit(d, r, root)));
  }

  SoakTrial gatherv(Communicator communicator) {
    int[] lengths = scene.lengths(scene.count(type, size), size);
    BlockLayout blocks = BlockLayout.scattered(draw, lengths);
    Counts counts = isRoot ? blocks.counts() : null;
    return gather(
        communicator,
        text("gatherv", Arrays.toString(lengths)),
        blocks,
        new TrialCall<>(
            (c, d, r) -> c.gatherv(d, r, counts, root),
            (c, d, r) -> c.iGatherv(d, r, counts, root),
            (c, d, r) -> c.gathervInit(d, r, counts, root)));
  }

  private SoakTrial gather(
      Communicator communicator, String text, BlockLayout blocks, TrialCall<Communicator> call) {
    int own = blocks.lengths()[rank];
    GuardedRegion data = scene.region("data", type, inPlace ? 0 : own);
    GuardedRegion result = scene.region("result", type, isRoot ? blocks.total() : 0);
    return new SoakTrial(
        text,
        (long) type.size() * (isRoot ? blocks.total() : own),
        List.of(data, result),
        key -> {
          data.clear();
          result.clear();
          (inPlace ? result : data)
              .put(inPlace ? blocks.displacements()[rank] : 0, block(key, rank, root, own));
          for (int from = 0; isRoot && from < size; from++) {
            result.expect(
                blocks.displacements()[from], block(key, from, root, blocks.lengths()[from]));
          }
        },
        () -> {},
        call.on(
            communicator,
            inPlace ? Buffer.IN_PLACE : data.buffer(),
            isRoot ? result.buffer() : Buffer.EMPTY));
  }
}
