package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.util.Arrays;
import java.util.List;

/** Calls that move data between all ranks, without a root. */
final class MovementTrials {

  private final CallContext scene;
  private final SeededRandom draw;
  private final int rank;
  private final int size;
  private final ElementType type;
  private final boolean inPlace;

  MovementTrials(CallContext scene) {
    this.scene = scene;
    draw = scene.draw();
    rank = scene.rank();
    size = scene.size();
    type = ElementType.draw(draw);
    inPlace = draw.percent(25);
  }

  private byte[] block(long key, int from, int to, int count) {
    return Values.any(key, from, to, count * type.size());
  }

  private String text(String call, String counts) {
    return "%s(%s x %s%s)".formatted(call, counts, type.text(), inPlace ? ", in place" : "");
  }

  static SoakTrial barrier(Communicator communicator) {
    return new SoakTrial(
        "barrier()",
        0,
        List.of(),
        _ -> {},
        () -> {},
        new TrialCall<Communicator>(
                (c, _, _) -> c.barrier(), (c, _, _) -> c.iBarrier(), (c, _, _) -> c.barrierInit())
            .on(communicator, null, null));
  }

  SoakTrial allgather(Communicator communicator) {
    int count = scene.count(type, size);
    return allgather(
        communicator,
        text("allgather", "" + count),
        BlockLayout.equal(count, size),
        new TrialCall<>(
            Communicator::allgather, Communicator::iAllgather, Communicator::allgatherInit));
  }

  SoakTrial allgatherv(Communicator communicator) {
    int[] lengths = scene.lengths(scene.count(type, size), size);
    BlockLayout blocks = BlockLayout.scattered(draw, lengths);
    return allgather(
        communicator,
        text("allgatherv", Arrays.toString(lengths)),
        blocks,
        new TrialCall<>(
            (c, d, r) -> c.allgatherv(d, r, blocks.counts()),
            (c, d, r) -> c.iAllgatherv(d, r, blocks.counts()),
            (c, d, r) -> c.allgathervInit(d, r, blocks.counts())));
  }

  private SoakTrial allgather(
      Communicator communicator, String text, BlockLayout blocks, TrialCall<Communicator> call) {
    int count = blocks.lengths()[rank];
    GuardedRegion data = scene.region("data", type, inPlace ? 0 : count);
    GuardedRegion result = scene.region("result", type, blocks.total());
    return new SoakTrial(
        text,
        (long) type.size() * blocks.total(),
        List.of(data, result),
        key -> {
          data.clear();
          result.clear();
          (inPlace ? result : data)
              .put(inPlace ? blocks.displacements()[rank] : 0, block(key, rank, 0, count));
          for (int from = 0; from < size; from++) {
            result.expect(
                blocks.displacements()[from], block(key, from, 0, blocks.lengths()[from]));
          }
        },
        () -> {},
        call.on(communicator, inPlace ? Buffer.IN_PLACE : data.buffer(), result.buffer()));
  }

  SoakTrial alltoall(Communicator communicator) {
    int count = scene.count(type, size);
    BlockLayout blocks = BlockLayout.equal(count, size);
    return alltoall(
        communicator,
        text("alltoall", "" + count),
        blocks,
        blocks,
        new TrialCall<>(
            Communicator::alltoall, Communicator::iAlltoall, Communicator::alltoallInit));
  }

  SoakTrial alltoallv(Communicator communicator) {
    int most = scene.count(type, size);
    SeededRandom lengths = draw.part(1);
    int[] sent = new int[size];
    int[] received = new int[size];
    for (int other = 0; other < size; other++) {
      sent[other] = length(lengths, rank, other, most);
      received[other] = length(lengths, other, rank, most);
    }
    BlockLayout into = BlockLayout.scattered(scene.own(), received);
    BlockLayout from = inPlace ? into : BlockLayout.scattered(scene.own(), sent);
    return alltoall(
        communicator,
        text("alltoallv", "0 to " + most),
        from,
        into,
        new TrialCall<>(
            (c, d, r) -> c.alltoallv(d, from.counts(), r, into.counts()),
            (c, d, r) -> c.iAlltoallv(d, from.counts(), r, into.counts()),
            (c, d, r) -> c.alltoallvInit(d, from.counts(), r, into.counts())));
  }

  /** In place, two ranks send each other the same. */
  private int length(SeededRandom lengths, int from, int to, int most) {
    SeededRandom pair =
        inPlace
            ? lengths.part(Math.min(from, to)).part(Math.max(from, to))
            : lengths.part(from).part(to);
    return pair.percent(20) ? 0 : pair.between(0, most);
  }

  private SoakTrial alltoall(
      Communicator communicator,
      String text,
      BlockLayout from,
      BlockLayout into,
      TrialCall<Communicator> call) {
    GuardedRegion data = scene.region("data", type, inPlace ? 0 : from.total());
    GuardedRegion result = scene.region("result", type, into.total());
    return new SoakTrial(
        text,
        (long) type.size() * (from.total() + into.total()),
        List.of(data, result),
        key -> {
          data.clear();
          result.clear();
          GuardedRegion source = inPlace ? result : data;
          for (int to = 0; to < size; to++) {
            source.put(from.displacements()[to], block(key, rank, to, from.lengths()[to]));
          }
          for (int other = 0; other < size; other++) {
            result.expect(
                into.displacements()[other], block(key, other, rank, into.lengths()[other]));
          }
        },
        () -> {},
        call.on(communicator, inPlace ? Buffer.IN_PLACE : data.buffer(), result.buffer()));
  }
}
