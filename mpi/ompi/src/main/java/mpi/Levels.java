package mpi;

import io.starling.collectives.Communicator;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.topology.Level;

/** The parts of the machine that splitType knows: TYPE_SHARED, and Open MPI's own. */
final class Levels {

  private Levels() {}

  static Communicator split(Communicator all, int type, int key) {
    boolean isIn = type != Values.UNDEFINED;
    Level level = isIn ? level(type) : Level.NODE;
    Communicator ordered = all.split(isIn ? 0 : Communicator.UNDEFINED, key);
    if (ordered == null) {
      return null;
    }
    try (ordered) {
      return ordered.splitByLevel(level);
    }
  }

  private static Level level(int type) {
    return switch (type) {
      case Comm.TYPE_SHARED, 8, 9 -> Level.NODE;
      case 1, 2, 3, 4 -> Level.CORE;
      case 5 -> Level.L3;
      case 6 -> Level.PACKAGE;
      case 7 -> Level.NUMA;
      case 10 -> Level.RACK;
      case 11 -> Level.CLUSTER;
      default -> throw new Failure(ErrorClass.ARG, "there is no split type %d".formatted(type));
    };
  }
}
