package io.starling.bench.soak;

import io.starling.collectives.NeighbourCommunicator;
import java.util.List;

/** Calls that send a message along every edge of a grid or a graph. */
final class NeighbourTrials {

  /** The block of an allgather is the same for all destinations. */
  private static final int ALL = 0;

  private final CallContext scene;
  private final SeededRandom draw;
  private final int rank;
  private final NeighbourModel neighbours;
  private final ElementType type;
  private final int most;

  NeighbourTrials(CallContext scene, NeighbourModel neighbours) {
    this.scene = scene;
    this.neighbours = neighbours;
    draw = scene.draw();
    rank = scene.rank();
    type = ElementType.draw(draw);
    most = scene.count(type, 2 * scene.size());
  }

  private byte[] block(long key, int from, int slot, int count) {
    return Values.any(key, from, slot, count * type.size());
  }

  private String text(String call, String counts) {
    return "%s(%s x %s)".formatted(call, counts, type.text());
  }

  /** What rank {@code from} sends to all. */
  private int length(int from) {
    return length(from, ALL);
  }

  /** What rank {@code from} sends along an edge, in the forms with unequal counts. */
  private int length(int from, int slot) {
    return from < 0 ? 0 : draw.part(from).part(slot).between(0, most);
  }

  private BlockLayout unequal(int[] others, boolean toAll) {
    int[] lengths = new int[others.length];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = length(others[i], toAll ? ALL : neighbours.slots()[i]);
    }
    return BlockLayout.scattered(scene.own(), lengths);
  }

  SoakTrial allgather(NeighbourCommunicator communicator) {
    return allgather(
        communicator,
        text("neighbourAllgather", "" + most),
        most,
        BlockLayout.equal(most, neighbours.sources().length),
        new TrialCall<>(
            NeighbourCommunicator::neighbourAllgather,
            NeighbourCommunicator::iNeighbourAllgather,
            NeighbourCommunicator::neighbourAllgatherInit));
  }

  SoakTrial allgatherv(NeighbourCommunicator communicator) {
    BlockLayout into = unequal(neighbours.sources(), true);
    return allgather(
        communicator,
        text("neighbourAllgatherv", "0 to " + most),
        length(rank),
        into,
        new TrialCall<>(
            (c, d, r) -> c.neighbourAllgatherv(d, r, into.counts()),
            (c, d, r) -> c.iNeighbourAllgatherv(d, r, into.counts()),
            (c, d, r) -> c.neighbourAllgathervInit(d, r, into.counts())));
  }

  private SoakTrial allgather(
      NeighbourCommunicator communicator,
      String text,
      int own,
      BlockLayout into,
      TrialCall<NeighbourCommunicator> call) {
    GuardedRegion data = scene.region("data", type, own);
    GuardedRegion result = scene.region("result", type, into.total());
    return new SoakTrial(
        text,
        (long) type.size() * (own + into.total()),
        List.of(data, result),
        key -> {
          data.fill(block(key, rank, ALL, own));
          result.clear();
          expect(key, result, into, true);
        },
        () -> {},
        call.on(communicator, data.buffer(), result.buffer()));
  }

  private void expect(long key, GuardedRegion result, BlockLayout into, boolean toAll) {
    for (int i = 0; i < neighbours.sources().length; i++) {
      int from = neighbours.sources()[i];
      if (from >= 0) {
        int slot = toAll ? ALL : neighbours.slots()[i];
        result.expect(into.displacements()[i], block(key, from, slot, into.lengths()[i]));
      }
    }
  }

  SoakTrial alltoall(NeighbourCommunicator communicator) {
    return alltoall(
        communicator,
        text("neighbourAlltoall", "" + most),
        BlockLayout.equal(most, neighbours.destinations().length),
        BlockLayout.equal(most, neighbours.sources().length),
        new TrialCall<>(
            NeighbourCommunicator::neighbourAlltoall,
            NeighbourCommunicator::iNeighbourAlltoall,
            NeighbourCommunicator::neighbourAlltoallInit));
  }

  SoakTrial alltoallv(NeighbourCommunicator communicator) {
    int[] sent = new int[neighbours.destinations().length];
    for (int slot = 0; slot < sent.length; slot++) {
      sent[slot] = neighbours.destinations()[slot] < 0 ? 0 : length(rank, slot);
    }
    BlockLayout from = BlockLayout.scattered(scene.own(), sent);
    BlockLayout into = unequal(neighbours.sources(), false);
    return alltoall(
        communicator,
        text("neighbourAlltoallv", "0 to " + most),
        from,
        into,
        new TrialCall<>(
            (c, d, r) -> c.neighbourAlltoallv(d, from.counts(), r, into.counts()),
            (c, d, r) -> c.iNeighbourAlltoallv(d, from.counts(), r, into.counts()),
            (c, d, r) -> c.neighbourAlltoallvInit(d, from.counts(), r, into.counts())));
  }

  private SoakTrial alltoall(
      NeighbourCommunicator communicator,
      String text,
      BlockLayout from,
      BlockLayout into,
      TrialCall<NeighbourCommunicator> call) {
    GuardedRegion data = scene.region("data", type, from.total());
    GuardedRegion result = scene.region("result", type, into.total());
    return new SoakTrial(
        text,
        (long) type.size() * (from.total() + into.total()),
        List.of(data, result),
        key -> {
          data.clear();
          result.clear();
          for (int slot = 0; slot < from.lengths().length; slot++) {
            data.put(from.displacements()[slot], block(key, rank, slot, from.lengths()[slot]));
          }
          expect(key, result, into, false);
        },
        () -> {},
        call.on(communicator, data.buffer(), result.buffer()));
  }
}
