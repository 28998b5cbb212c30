package my.heat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.util.Arrays;

/**
 * One rank's rows of the plate, with a row of the neighbour or of the edge above and below.
 *
 * <pre>
 *   row 0            halo: the last row of rank - 1, or the upper edge
 *   rows 1 to n      this rank's own
 *   row n + 1        halo: the first row of rank + 1, or the lower edge
 * </pre>
 */
final class PlateBlock {

  private static final double HEAT = 100;
  private static final int DOWNWARDS = 1;
  private static final int UPWARDS = 2;

  private final Communicator world;
  private final int rows;
  private double[][] now;
  private double[][] next;

  PlateBlock(Communicator world, int size) {
    this.world = world;
    int rank = world.rank();
    this.rows = size / world.size() + (rank < size % world.size() ? 1 : 0);
    this.now = new double[rows + 2][size + 2];
    this.next = new double[rows + 2][size + 2];
    if (rank == 0) {
      Arrays.fill(now[0], HEAT);
      Arrays.fill(next[0], HEAT);
    }
  }

  /** Every point becomes the mean of its four neighbours. */
  void step() {
    exchangeHalos();
    for (int i = 1; i <= rows; i++) {
      average(now[i - 1], now[i], now[i + 1], next[i]);
    }
    double[][] before = now;
    now = next;
    next = before;
  }

  private void exchangeHalos() {
    int above = world.rank() - 1;
    int below = world.rank() + 1;
    boolean hasAbove = above >= 0;
    boolean hasBelow = below < world.size();
    Request fromAbove = hasAbove ? world.iReceive(Buffer.of(now[0]), above, DOWNWARDS) : null;
    Request fromBelow = hasBelow ? world.iReceive(Buffer.of(now[rows + 1]), below, UPWARDS) : null;
    if (hasAbove) {
      world.send(Buffer.of(now[1]), above, UPWARDS);
    }
    if (hasBelow) {
      world.send(Buffer.of(now[rows]), below, DOWNWARDS);
    }
    if (hasAbove) {
      fromAbove.await();
    }
    if (hasBelow) {
      fromBelow.await();
    }
  }

  private static void average(double[] above, double[] row, double[] below, double[] result) {
    for (int j = 1; j < row.length - 1; j++) {
      result[j] = (above[j] + below[j] + row[j - 1] + row[j + 1]) / 4;
    }
  }

  /** By how much a point has changed at most in the last step. */
  double largestChange() {
    double largest = 0;
    for (int i = 1; i <= rows; i++) {
      for (int j = 1; j < now[i].length - 1; j++) {
        largest = Math.max(largest, Math.abs(now[i][j] - next[i][j]));
      }
    }
    return largest;
  }

  /** The sum of the temperatures inside the edges. */
  double sum() {
    double sum = 0;
    for (int i = 1; i <= rows; i++) {
      for (int j = 1; j < now[i].length - 1; j++) {
        sum += now[i][j];
      }
    }
    return sum;
  }
}
