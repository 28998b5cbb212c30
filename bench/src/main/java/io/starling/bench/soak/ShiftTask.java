package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import java.util.List;

/** All ranks send to the one at a distance, and receive from the one on the other side. */
final class ShiftTask implements StepTask {

  private final String text;
  private final Communicator communicator;
  private final ElementType type;
  private final int count;
  private final int destination;
  private final int source;
  private final int tag;
  private final boolean replaces;
  private final boolean blocks;
  private final long key;
  private final int rank;
  private final GuardedRegion data;
  private final GuardedRegion result;
  private List<Request> open = List.of();
  private Status status;

  ShiftTask(SoakCommunicator team, CallContext scene, long turn) {
    communicator = scene.communicator();
    SeededRandom draw = scene.draw();
    rank = scene.rank();
    int size = scene.size();
    type = ElementType.draw(draw);
    count = scene.count(type, 2);
    int distance = draw.below(size);
    boolean isRing = draw.percent(60);
    destination = neighbour(rank + distance, size, isRing);
    source = neighbour(rank - distance, size, isRing);
    tag = (int) (turn % (Communicator.MAX_TAG + 1));
    replaces = draw.percent(40);
    blocks = scene.own().percent(50);
    key = draw.key();
    data = scene.region("data", type, count);
    result = scene.region("result", type, replaces ? 0 : count);
    text =
        "%s (rank %d of %d), sendReceive%s(%s, to %d, from %d)"
            .formatted(
                team.text(), rank, size, replaces ? "Replace" : "", data, destination, source);
  }

  private static int neighbour(int rank, int size, boolean isRing) {
    if (rank >= 0 && rank < size) {
      return rank;
    }
    return isRing ? Math.floorMod(rank, size) : Communicator.PROC_NULL;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String kind() {
    return "send-receive";
  }

  @Override
  public long bytes() {
    return 2L * count * type.size();
  }

  private byte[] content(int from) {
    return Values.any(key, from, 0, count * type.size());
  }

  @Override
  public void begin() {
    data.fill(content(rank));
    result.clear();
    if (source != Communicator.PROC_NULL) {
      (replaces ? data : result).expect(0, content(source));
    }
    if (blocks) {
      status =
          replaces
              ? communicator.sendReceiveReplace(data.buffer(), destination, tag, source, tag)
              : communicator.sendReceive(
                  data.buffer(), destination, tag, result.buffer(), source, tag);
    } else {
      open =
          List.of(
              replaces
                  ? communicator.iSendReceiveReplace(data.buffer(), destination, tag, source, tag)
                  : communicator.iSendReceive(
                      data.buffer(), destination, tag, result.buffer(), source, tag));
    }
  }

  @Override
  public List<Request> open() {
    return open;
  }

  @Override
  public void check() {
    data.check();
    result.check();
    Status found = blocks ? status : open.getFirst().status();
    Status expected =
        source == Communicator.PROC_NULL
            ? new Status(source, Communicator.ANY_TAG, 0)
            : new Status(source, tag, (long) count * type.size());
    WrongResultException.check(found.equals(expected), "expected %s, found %s", expected, found);
  }
}
