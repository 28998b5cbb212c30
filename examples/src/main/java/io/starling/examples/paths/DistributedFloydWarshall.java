package io.starling.examples.paths;

import io.starling.collectives.Communicator;
import io.starling.examples.program.Progress;
import io.starling.runtime.Buffer;

/**
 * The paper's application (ADAPT, section 5.3): rows lie in blocks on the ranks; in iteration k the
 * owner of row k broadcasts it, and everyone shortens the own rows by way of node k.
 *
 * <pre>
 *            k
 *   rank 0 | . . . . |
 *   rank 1 | ======= | --- broadcast of row k ---> all
 *   rank 2 | . . . . |      d[i][j] = min(d[i][j], d[i][k] + d[k][j])
 * </pre>
 */
public final class DistributedFloydWarshall implements PathAlgorithm {

  private final Communicator world;
  private final RowBlocks blocks;
  private final int[][] rows;
  private long communicationNanos;

  /**
   * Works on this rank's rows.
   *
   * @param rows the rows of this rank's block, see {@link Graph#rows}; they become the distances
   */
  public DistributedFloydWarshall(Communicator world, RowBlocks blocks, int[][] rows) {
    this.world = world;
    this.blocks = blocks;
    this.rows = rows;
  }

  @Override
  public void solve(Progress progress) {
    int first = blocks.first(world.rank());
    int[] received = new int[blocks.rows()];
    for (int k = 0; k < blocks.rows(); k++) {
      int owner = blocks.owner(k);
      int[] pivot = owner == world.rank() ? rows[k - first] : received;
      long start = System.nanoTime();
      world.broadcast(Buffer.of(pivot), owner);
      communicationNanos += System.nanoTime() - start;
      for (int[] row : rows) {
        FloydWarshall.relax(row, row[k], pivot);
      }
      progress.step();
    }
  }

  @Override
  public long communicationNanos() {
    return communicationNanos;
  }
}
