package io.starling.collectives.neighbour;

import java.util.Arrays;

/** Divides a number of ranks into dimensions (MPI_Dims_create, MPI 4.1, section 8.5.2). */
public final class Dimensions {

  private Dimensions() {}

  /**
   * Dimensions whose product is {@code ranks}: given dimensions are kept, and zeros become as
   * nearly equal as possible, in descending order.
   *
   * @throws IllegalArgumentException if a dimension is negative, or the product of the given ones
   *     does not divide the number of ranks; without zeros, if the product exceeds the number of
   *     ranks
   */
  public static int[] choose(int ranks, int... given) {
    long product = 1;
    int open = 0;
    for (int dimension : given) {
      if (dimension < 0) {
        throw new IllegalArgumentException(
            "dimensions %s: %d is negative".formatted(Arrays.toString(given), dimension));
      }
      open += dimension == 0 ? 1 : 0;
      product = Math.min(product * Math.max(1, dimension), Integer.MAX_VALUE);
    }
    if (product > ranks) {
      throw new IllegalArgumentException(
          "dimensions %s need %d ranks or more, but there are %d"
              .formatted(Arrays.toString(given), product, ranks));
    }
    if (open > 0 && ranks % product != 0) {
      throw new IllegalArgumentException(
          "dimensions %s: %d ranks are not a multiple of %d"
              .formatted(Arrays.toString(given), ranks, product));
    }
    int[] all = given.clone();
    int[] chosen = open == 0 ? given : balanced((int) (ranks / product), open, ranks);
    for (int i = 0, next = 0; i < all.length; i++) {
      if (all[i] == 0) {
        all[i] = chosen[next++];
      }
    }
    return all;
  }

  /**
   * A product as a number of factors, none above {@code most}, the first one as small as possible;
   * null if impossible.
   */
  private static int[] balanced(int product, int factors, int most) {
    if (factors == 0) {
      return product == 1 ? new int[0] : null;
    }
    for (int first = 1; first <= Math.min(product, most); first++) {
      if (product % first == 0) {
        int[] rest = balanced(product / first, factors - 1, first);
        if (rest != null) {
          int[] all = new int[factors];
          all[0] = first;
          System.arraycopy(rest, 0, all, 1, rest.length);
          return all;
        }
      }
    }
    return null;
  }
}
