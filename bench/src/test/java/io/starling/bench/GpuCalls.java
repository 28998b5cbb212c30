package io.starling.bench;

import io.starling.bench.GpuCall.Forms;
import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Makes the calls of each collective, with random data. */
final class GpuCalls {

  private static final int IGNORED = -1;
  private static final ReductionOperator OPERATOR = ReductionOperator.SUM;

  private final Communicator world;
  private final int count;
  private final int size;
  private final int rank;
  private final boolean isRoot;
  private final int root;
  private final RandomGenerator own;

  /** Lengths of blocks from each rank to each, the same everywhere. */
  private final long[][] lengths;

  /**
   * The calls on one communicator.
   *
   * @param count elements of a block
   * @param seed the same on all ranks
   */
  GpuCalls(Communicator world, int count, long seed) {
    this.world = world;
    this.count = count;
    size = world.size();
    rank = world.rank();
    RandomGenerator common = new Random(seed);
    own = new Random(seed * 31 + rank);
    root = common.nextInt(size);
    isRoot = rank == root;
    lengths =
        IntStream.range(0, size)
            .mapToObj(_ -> common.longs(size, 0, count + 2L).toArray())
            .toArray(long[][]::new);
  }

  /** The calls of a collective. */
  List<GpuCall> of(String collective) {
    return switch (collective) {
      case "broadcast" -> List.of(broadcast());
      case "reduce" -> List.of(reduce());
      case "allreduce" -> List.of(allreduce());
      case "scatter" -> List.of(scatter(), scatterv());
      case "gather" -> List.of(gather(), gatherv());
      case "allgather" -> List.of(allgather(), allgatherv());
      case "alltoall" -> List.of(alltoall(), alltoallv());
      case "reduce-scatter" -> List.of(reduceScatterBlock(), reduceScatter());
      case "scan" -> List.of(scan());
      case "exclusive-scan" -> List.of(exclusiveScan());
      default -> throw new IllegalArgumentException(collective);
    };
  }

  private GpuCall call(String name, long data, long result, long both, Forms forms) {
    return call(name, data, result, both, both, false, forms);
  }

  private GpuCall call(
      String name,
      long data,
      long result,
      long both,
      long defined,
      boolean isResultInPlace,
      Forms forms) {
    return new GpuCall(
        "%s of %d elements, root %d".formatted(name, count, root),
        image(data),
        image(result),
        image(both),
        (int) defined,
        isResultInPlace,
        forms);
  }

  private Image image(long elements) {
    return Image.random(BasicDatatype.INT32, (int) elements, own);
  }

  private long atRoot(long elements) {
    return isRoot ? elements : IGNORED;
  }

  private GpuCall broadcast() {
    return call(
        "broadcast",
        atRoot(count),
        isRoot ? IGNORED : count,
        IGNORED,
        new Forms(
            (data, result) -> world.broadcast(isRoot ? data : result, root),
            (data, result) -> world.iBroadcast(isRoot ? data : result, root),
            (data, result) -> world.broadcastInit(isRoot ? data : result, root)));
  }

  private GpuCall reduce() {
    return call(
        "reduce",
        count,
        atRoot(count),
        atRoot(count),
        new Forms(
            (data, result) -> world.reduce(data, result, OPERATOR, root),
            (data, result) -> world.iReduce(data, result, OPERATOR, root),
            (data, result) -> world.reduceInit(data, result, OPERATOR, root)));
  }

  private GpuCall allreduce() {
    return call(
        "allreduce",
        count,
        count,
        count,
        new Forms(
            (data, result) -> world.allreduce(data, result, OPERATOR),
            (data, result) -> world.iAllreduce(data, result, OPERATOR),
            (data, result) -> world.allreduceInit(data, result, OPERATOR)));
  }

  private GpuCall scan() {
    return call(
        "scan",
        count,
        count,
        count,
        new Forms(
            (data, result) -> world.scan(data, result, OPERATOR),
            (data, result) -> world.iScan(data, result, OPERATOR),
            (data, result) -> world.scanInit(data, result, OPERATOR)));
  }

  private GpuCall exclusiveScan() {
    return call(
        "exclusive scan",
        count,
        count,
        count,
        new Forms(
            (data, result) -> world.exclusiveScan(data, result, OPERATOR),
            (data, result) -> world.iExclusiveScan(data, result, OPERATOR),
            (data, result) -> world.exclusiveScanInit(data, result, OPERATOR)));
  }

  private GpuCall reduceScatterBlock() {
    return call(
        "reduce-scatter in equal blocks",
        (long) size * count,
        count,
        (long) size * count,
        count,
        false,
        new Forms(
            (data, result) -> world.reduceScatterBlock(data, result, OPERATOR),
            (data, result) -> world.iReduceScatterBlock(data, result, OPERATOR),
            (data, result) -> world.reduceScatterBlockInit(data, result, OPERATOR)));
  }

  private GpuCall reduceScatter() {
    Counts counts = Counts.of(lengths[0]);
    return call(
        "reduce-scatter",
        counts.total(),
        counts.count(rank),
        counts.total(),
        counts.count(rank),
        false,
        new Forms(
            (data, result) -> world.reduceScatter(data, result, counts, OPERATOR),
            (data, result) -> world.iReduceScatter(data, result, counts, OPERATOR),
            (data, result) -> world.reduceScatterInit(data, result, counts, OPERATOR)));
  }

  private GpuCall scatter() {
    long all = atRoot((long) size * count);
    return call(
        "scatter",
        all,
        count,
        all,
        all,
        true,
        new Forms(
            (data, result) -> world.scatter(data, result, root),
            (data, result) -> world.iScatter(data, result, root),
            (data, result) -> world.scatterInit(data, result, root)));
  }

  private GpuCall scatterv() {
    Counts counts = withGaps(lengths[root]);
    long all = atRoot(span(counts));
    return call(
        "scatterv",
        all,
        lengths[root][rank],
        all,
        all,
        true,
        new Forms(
            (data, result) -> world.scatterv(data, isRoot ? counts : null, result, root),
            (data, result) -> world.iScatterv(data, isRoot ? counts : null, result, root),
            (data, result) -> world.scattervInit(data, isRoot ? counts : null, result, root)));
  }

  private GpuCall gather() {
    long all = atRoot((long) size * count);
    return call(
        "gather",
        count,
        all,
        all,
        new Forms(
            (data, result) -> world.gather(data, result, root),
            (data, result) -> world.iGather(data, result, root),
            (data, result) -> world.gatherInit(data, result, root)));
  }

  private GpuCall gatherv() {
    Counts counts = withGaps(lengths[root]);
    long all = atRoot(span(counts));
    return call(
        "gatherv",
        lengths[root][rank],
        all,
        all,
        new Forms(
            (data, result) -> world.gatherv(data, result, isRoot ? counts : null, root),
            (data, result) -> world.iGatherv(data, result, isRoot ? counts : null, root),
            (data, result) -> world.gathervInit(data, result, isRoot ? counts : null, root)));
  }

  private GpuCall allgather() {
    long all = (long) size * count;
    return call(
        "allgather",
        count,
        all,
        all,
        new Forms(world::allgather, world::iAllgather, world::allgatherInit));
  }

  private GpuCall allgatherv() {
    Counts counts = withGaps(lengths[0]);
    return call(
        "allgatherv",
        lengths[0][rank],
        span(counts),
        span(counts),
        new Forms(
            (data, result) -> world.allgatherv(data, result, counts),
            (data, result) -> world.iAllgatherv(data, result, counts),
            (data, result) -> world.allgathervInit(data, result, counts)));
  }

  private GpuCall alltoall() {
    long all = (long) size * count;
    return call(
        "alltoall",
        all,
        all,
        all,
        new Forms(world::alltoall, world::iAlltoall, world::alltoallInit));
  }

  private GpuCall alltoallv() {
    Counts from = withGaps(lengths[rank]);
    Counts into = withGaps(IntStream.range(0, size).mapToLong(i -> lengths[i][rank]).toArray());
    return call(
        "alltoallv",
        span(from),
        span(into),
        IGNORED,
        new Forms(
            (data, result) -> world.alltoallv(data, from, result, into),
            (data, result) -> world.iAlltoallv(data, from, result, into),
            (data, result) -> world.alltoallvInit(data, from, result, into)));
  }

  /** Blocks in reverse order, with an element before, between and after them. */
  private static Counts withGaps(long... lengths) {
    long[] displacements = new long[lengths.length];
    long at = 1;
    for (int i = lengths.length - 1; i >= 0; i--) {
      displacements[i] = at;
      at += lengths[i] + 1;
    }
    return Counts.of(lengths, displacements);
  }

  private static long span(Counts counts) {
    return counts.total() + counts.size() + 1;
  }
}
