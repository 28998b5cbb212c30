package io.starling.examples.paths;

import io.starling.collectives.Communicator;
import io.starling.examples.program.BadInputException;
import io.starling.examples.program.Progress;
import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.gpu.GpuUnavailableException;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import java.lang.foreign.MemorySegment;

/**
 * The algorithm of {@link DistributedFloydWarshall} on GPUs. The rows stay in the memory of each
 * rank's GPU; a kernel of this program shortens them, and row k is broadcast from there to there.
 *
 * <p>The owner of row k + 1 shortens that row before its others, so that it is on its way while the
 * GPUs shorten theirs. The next step is in the GPU's queue before this one has ended:
 *
 * <pre>
 *   owner of k + 1   | row k + 1 | other rows, by way of k    | ... by way of k + 1
 *                                | broadcast of row k + 1 |
 *   other ranks      | all rows, by way of k                  | ... by way of k + 1
 * </pre>
 */
public final class DeviceFloydWarshall implements PathAlgorithm, AutoCloseable {

  private final Communicator world;
  private final RowBlocks blocks;
  private final int first;
  private final int count;
  private final long rowBytes;
  private final Gpu gpu;
  private final DeviceBuffer rows;

  /** Rows of other ranks: one is in use while the next one arrives. */
  private final DeviceBuffer received;

  private final RelaxKernel kernel;
  private long communicationNanos;

  private DeviceFloydWarshall(Communicator world, RowBlocks blocks, Gpu gpu) {
    this.world = world;
    this.blocks = blocks;
    this.gpu = gpu;
    first = blocks.first(world.rank());
    count = blocks.count(world.rank());
    rowBytes = (long) blocks.rows() * Integer.BYTES;
    rows = gpu.allocate(count * rowBytes);
    received = gpu.allocate(2 * rowBytes);
    kernel = new RelaxKernel();
  }

  /**
   * Opens this rank's GPU and allocates its memory.
   *
   * @throws BadInputException if this rank has none, or not enough memory; others may have
   */
  public static DeviceFloydWarshall open(Communicator world, RowBlocks blocks)
      throws BadInputException {
    Gpu gpu;
    try {
      gpu = Gpu.open();
    } catch (GpuUnavailableException e) {
      throw new BadInputException(e.getMessage());
    }
    try {
      return new DeviceFloydWarshall(world, blocks, gpu);
    } catch (OutOfMemoryError | IllegalStateException e) {
      gpu.close();
      throw new BadInputException(e.getMessage());
    }
  }

  /** Copies this rank's rows to the GPU. */
  public void copyFrom(int[][] host) {
    for (int i = 0; i < count; i++) {
      row(i).copyFrom(MemorySegment.ofArray(host[i]));
    }
  }

  /** Copies this rank's rows back. */
  public void copyTo(int[][] host) {
    for (int i = 0; i < count; i++) {
      row(i).copyTo(MemorySegment.ofArray(host[i]));
    }
  }

  @Override
  public void solve(Progress progress) {
    finish(broadcast(0));
    for (int k = 0; k < blocks.rows() - 1; k++) {
      int ahead = owns(k + 1) ? k + 1 - first : count;
      relax(ahead, ahead + 1, k);
      kernel.mark();
      relax(0, ahead, k);
      relax(ahead + 1, count, k);
      // Row k + 1 is complete then, and row k - 1, whose place it may take, is not needed any more.
      kernel.awaitMark();
      finish(broadcast(k + 1));
      progress.step();
    }
    relax(0, count, blocks.rows() - 1);
    kernel.await();
    progress.step();
  }

  private Request broadcast(int k) {
    return world.iBroadcast(pivot(k).as(Datatype.INT32), blocks.owner(k));
  }

  /** Counts only the time for which the GPU has nothing to do. */
  private void finish(Request broadcast) {
    while (!broadcast.test() && !kernel.isDone()) {
      Thread.onSpinWait();
    }
    long start = System.nanoTime();
    broadcast.await();
    communicationNanos += System.nanoTime() - start;
  }

  /** Starts to shorten some of the own rows; those that are beyond the last are none. */
  private void relax(int from, int to, int k) {
    int end = Math.min(to, count);
    if (from < end) {
      kernel.start(row(from).address(), end - from, pivot(k).address(), blocks.rows(), k);
    }
  }

  private boolean owns(int k) {
    return blocks.owner(k) == world.rank();
  }

  private DeviceBuffer pivot(int k) {
    return owns(k) ? row(k - first) : received.slice(k % 2 * rowBytes, rowBytes);
  }

  private DeviceBuffer row(int i) {
    return rows.slice(i * rowBytes, rowBytes);
  }

  @Override
  public long communicationNanos() {
    return communicationNanos;
  }

  @Override
  public void close() {
    kernel.close();
    gpu.close();
  }
}
