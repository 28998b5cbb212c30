package io.starling.collectives.communicator;

import io.starling.collectives.Counts;
import io.starling.collectives.Intercommunicator;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Makes the cases of the collectives between two groups. What must come of them is worked out from
 * the number of the group and the rank in it of each block's source.
 */
final class IntergroupCases {

  private final Intercommunicator groups;
  private final int side;
  private final int count;

  /**
   * The cases of one rank.
   *
   * @param side 0 or 1, the number of its group
   */
  IntergroupCases(Intercommunicator groups, int side, int count) {
    this.groups = groups;
    this.side = side;
    this.count = count;
  }

  void check() {
    List<CollectiveCase> cases = new ArrayList<>();
    for (int rootSide = 0; rootSide < 2; rootSide++) {
      int roots = rootSide == side ? groups.size() : groups.remoteSize();
      for (int root = 0; root < roots; root++) {
        cases.addAll(rooted(rootSide, root));
      }
    }
    cases.addAll(List.of(allgather(), allgatherv(), alltoall(), alltoallv()));
    cases.addAll(List.of(allreduce(), reduceScatterBlock(), reduceScatter()));
    cases.forEach(test -> new CollectiveContract(test).check());
    groups.barrier();
    groups.iBarrier().await();
  }

  private List<CollectiveCase> rooted(int rootSide, int root) {
    boolean isRoot = rootSide == side && groups.rank() == root;
    boolean takesPart = isRoot || rootSide != side;
    int argument = root;
    if (rootSide == side) {
      argument = isRoot ? Intercommunicator.ROOT : Intercommunicator.PROC_NULL;
    }
    return new Rooted(rootSide, root, isRoot, takesPart, argument).all();
  }

  /** A block that a rank of a group sends to a rank of the other one, or to all. */
  private static long[] block(int fromSide, int from, int to, int length) {
    return LongStream.range(0, length)
        .map(i -> (fromSide + 1L) * 1_000_003 + (from + 1L) * 7919 + to * 104_729L + (i << 32))
        .toArray();
  }

  private int length(int fromSide, int from, int to) {
    return (fromSide + from + to) % 3 == 0 ? 0 : count / 2 + (from * 7 + to * 5) % (count + 1);
  }

  private static long[] joined(int number, IntFunction<long[]> blocks) {
    return IntStream.range(0, number).mapToObj(blocks).flatMapToLong(LongStream::of).toArray();
  }

  private static Counts counts(int number, IntFunction<long[]> blocks) {
    return Counts.of(IntStream.range(0, number).mapToLong(i -> blocks.apply(i).length).toArray());
  }

  /** Collectives with one root. */
  private final class Rooted {
    private final int rootSide;
    private final int root;
    private final boolean isRoot;
    private final boolean takesPart;
    private final int argument;

    Rooted(int rootSide, int root, boolean isRoot, boolean takesPart, int argument) {
      this.rootSide = rootSide;
      this.root = root;
      this.isRoot = isRoot;
      this.takesPart = takesPart;
      this.argument = argument;
    }

    List<CollectiveCase> all() {
      return List.of(
          broadcast(),
          scatter(),
          scatterv(),
          gather(),
          gatherv(),
          reduce(TestOperators.SUM),
          reduce(TestOperators.COMPOSE));
    }

    private CollectiveCase broadcast() {
      long[] data = block(rootSide, root, 0, count);
      return test(
          "broadcast from " + root + " of group " + rootSide,
          isRoot ? data : null,
          takesPart && !isRoot ? data : null,
          (from, into) -> groups.broadcast(isRoot ? from : into, argument),
          (from, into) -> groups.iBroadcast(isRoot ? from : into, argument),
          (from, into) -> groups.broadcastInit(isRoot ? from : into, argument));
    }

    private CollectiveCase scatter() {
      return test(
          "scatter from " + root,
          isRoot ? joined(groups.remoteSize(), to -> block(side, root, to, count)) : null,
          takesPart && !isRoot ? block(rootSide, root, groups.rank(), count) : null,
          (from, into) -> groups.scatter(from, into, argument),
          (from, into) -> groups.iScatter(from, into, argument),
          (from, into) -> groups.scatterInit(from, into, argument));
    }

    private CollectiveCase scatterv() {
      IntFunction<long[]> blocks = to -> block(rootSide, root, to, length(rootSide, root, to));
      Counts counts = isRoot ? counts(groups.remoteSize(), blocks) : null;
      return test(
          "scatterv from " + root,
          isRoot ? joined(groups.remoteSize(), blocks) : null,
          takesPart && !isRoot ? blocks.apply(groups.rank()) : null,
          (from, into) -> groups.scatterv(from, counts, into, argument),
          (from, into) -> groups.iScatterv(from, counts, into, argument),
          (from, into) -> groups.scattervInit(from, counts, into, argument));
    }

    private CollectiveCase gather() {
      return test(
          "gather to " + root,
          takesPart && !isRoot ? block(side, groups.rank(), 0, count) : null,
          isRoot ? joined(groups.remoteSize(), from -> block(1 - side, from, 0, count)) : null,
          (from, into) -> groups.gather(from, into, argument),
          (from, into) -> groups.iGather(from, into, argument),
          (from, into) -> groups.gatherInit(from, into, argument));
    }

    private CollectiveCase gatherv() {
      IntFunction<long[]> blocks = from -> block(1 - rootSide, from, 0, length(rootSide, from, 0));
      Counts counts = isRoot ? counts(groups.remoteSize(), blocks) : null;
      return test(
          "gatherv to " + root,
          takesPart && !isRoot ? blocks.apply(groups.rank()) : null,
          isRoot ? joined(groups.remoteSize(), blocks) : null,
          (from, into) -> groups.gatherv(from, into, counts, argument),
          (from, into) -> groups.iGatherv(from, into, counts, argument),
          (from, into) -> groups.gathervInit(from, into, counts, argument));
    }

    private CollectiveCase reduce(ReductionOperator operator) {
      return test(
          "reduce by " + operator.name() + " to " + root,
          takesPart && !isRoot ? block(side, groups.rank(), 0, count) : null,
          isRoot ? fold(operator, 1 - side, groups.remoteSize(), count) : null,
          (from, into) -> groups.reduce(from, into, operator, argument),
          (from, into) -> groups.iReduce(from, into, operator, argument),
          (from, into) -> groups.reduceInit(from, into, operator, argument));
    }
  }

  private static long[] fold(ReductionOperator operator, int itsSide, int size, int length) {
    long[] fold = block(itsSide, 0, 0, length);
    for (int rank = 1; rank < size; rank++) {
      long[] block = block(itsSide, rank, 0, length);
      Arrays.setAll(fold, i -> TestOperators.apply(operator, fold[i], block[i]));
    }
    return fold;
  }

  private CollectiveCase allgather() {
    // The blocks of group 1 are longer.
    return test(
        "allgather",
        block(side, groups.rank(), 0, count + side),
        joined(groups.remoteSize(), from -> block(1 - side, from, 0, count + 1 - side)),
        groups::allgather,
        groups::iAllgather,
        groups::allgatherInit);
  }

  private CollectiveCase allgatherv() {
    IntFunction<long[]> blocks = from -> block(1 - side, from, 0, length(1 - side, from, 0));
    Counts counts = counts(groups.remoteSize(), blocks);
    return test(
        "allgatherv",
        block(side, groups.rank(), 0, length(side, groups.rank(), 0)),
        joined(groups.remoteSize(), blocks),
        (data, result) -> groups.allgatherv(data, result, counts),
        (data, result) -> groups.iAllgatherv(data, result, counts),
        (data, result) -> groups.allgathervInit(data, result, counts));
  }

  private CollectiveCase alltoall() {
    return test(
        "alltoall",
        joined(groups.remoteSize(), to -> block(side, groups.rank(), to, count)),
        joined(groups.remoteSize(), from -> block(1 - side, from, groups.rank(), count)),
        groups::alltoall,
        groups::iAlltoall,
        groups::alltoallInit);
  }

  private CollectiveCase alltoallv() {
    int rank = groups.rank();
    IntFunction<long[]> out = to -> block(side, rank, to, length(side, rank, to));
    IntFunction<long[]> in = from -> block(1 - side, from, rank, length(1 - side, from, rank));
    Counts sent = counts(groups.remoteSize(), out);
    Counts received = counts(groups.remoteSize(), in);
    return test(
        "alltoallv",
        joined(groups.remoteSize(), out),
        joined(groups.remoteSize(), in),
        (data, result) -> groups.alltoallv(data, sent, result, received),
        (data, result) -> groups.iAlltoallv(data, sent, result, received),
        (data, result) -> groups.alltoallvInit(data, sent, result, received));
  }

  private CollectiveCase allreduce() {
    return test(
        "allreduce",
        block(side, groups.rank(), 0, count),
        fold(TestOperators.COMPOSE, 1 - side, groups.remoteSize(), count),
        (data, result) -> groups.allreduce(data, result, TestOperators.COMPOSE),
        (data, result) -> groups.iAllreduce(data, result, TestOperators.COMPOSE),
        (data, result) -> groups.allreduceInit(data, result, TestOperators.COMPOSE));
  }

  /** Both groups have as many elements in all. */
  private int total() {
    return groups.size() * groups.remoteSize() * count;
  }

  private CollectiveCase reduceScatterBlock() {
    int block = total() / groups.size();
    long[] all = fold(TestOperators.COMPOSE, 1 - side, groups.remoteSize(), total());
    return test(
        "reduceScatterBlock",
        block(side, groups.rank(), 0, total()),
        Arrays.copyOfRange(all, groups.rank() * block, (groups.rank() + 1) * block),
        (data, result) -> groups.reduceScatterBlock(data, result, TestOperators.COMPOSE),
        (data, result) -> groups.iReduceScatterBlock(data, result, TestOperators.COMPOSE),
        (data, result) -> groups.reduceScatterBlockInit(data, result, TestOperators.COMPOSE));
  }

  /** The last rank of a group gets all, or nearly. */
  private CollectiveCase reduceScatter() {
    long[] lengths = new long[groups.size()];
    for (int rank = 0; rank < groups.size() - 1; rank++) {
      lengths[rank] = rank % 2 == 0 ? 0 : Math.min(1, count);
    }
    int before = (int) LongStream.of(lengths).sum();
    lengths[groups.size() - 1] = (long) total() - before;
    int first = (int) LongStream.of(lengths).limit(groups.rank()).sum();
    long[] all = fold(TestOperators.COMPOSE, 1 - side, groups.remoteSize(), total());
    Counts counts = Counts.of(lengths);
    return test(
        "reduceScatter",
        block(side, groups.rank(), 0, total()),
        Arrays.copyOfRange(all, first, first + (int) lengths[groups.rank()]),
        (data, result) -> groups.reduceScatter(data, result, counts, TestOperators.COMPOSE),
        (data, result) -> groups.iReduceScatter(data, result, counts, TestOperators.COMPOSE),
        (data, result) -> groups.reduceScatterInit(data, result, counts, TestOperators.COMPOSE));
  }

  private CollectiveCase test(
      String name,
      long[] data,
      long[] expected,
      CollectiveCase.Run run,
      CollectiveCase.Start<Request> start,
      CollectiveCase.Start<PersistentRequest> init) {
    return new CollectiveCase(
        "%s, count %d, group %d, %s".formatted(name, count, side, groups),
        data,
        expected,
        null,
        null,
        false,
        CollectiveCase.Forms.of(run, start, init));
  }
}
