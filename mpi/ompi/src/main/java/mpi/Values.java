package mpi;

import io.starling.collectives.Comparison;
import io.starling.collectives.Intercommunicator;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;

/** Numbers of the dialect that differ from Starling's. */
final class Values {

  static final int UNDEFINED = -32766;
  static final int ANY_SOURCE = -1;
  static final int ANY_TAG = -1;
  static final int PROC_NULL = -2;
  static final int ROOT = -4;

  static final int CART = 1;
  static final int GRAPH = 2;
  static final int DIST_GRAPH = 3;

  private static final int IDENT = 0;
  private static final int CONGRUENT = 1;
  private static final int SIMILAR = 2;
  private static final int UNEQUAL = 3;

  private Values() {}

  static int of(Comparison comparison) {
    return switch (comparison) {
      case IDENTICAL -> IDENT;
      case CONGRUENT -> CONGRUENT;
      case SIMILAR -> SIMILAR;
      case UNEQUAL -> UNEQUAL;
    };
  }

  /** The color of a split. */
  static int color(int color) {
    if (color == UNDEFINED) {
      return io.starling.collectives.Communicator.UNDEFINED;
    }
    if (color < 0) {
      throw new Failure(
          ErrorClass.ARG, "the color is %d; it is 0 or more, or UNDEFINED".formatted(color));
    }
    return color;
  }

  /** The root of a collective between two groups. */
  static int remoteRoot(int root, int remoteSize) {
    if (root == ROOT) {
      return Intercommunicator.ROOT;
    }
    if (root != PROC_NULL && (root < 0 || root >= remoteSize)) {
      throw new Failure(
          ErrorClass.ROOT,
          "the root is %d; it is ROOT, PROC_NULL, or from 0 to %d".formatted(root, remoteSize - 1));
    }
    return root;
  }
}
