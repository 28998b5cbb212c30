package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.StarlingException;
import java.time.Duration;

/** Ports and names. */
final class Ports {

  /** MPI answers at once; the launcher needs a moment. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private Ports() {}

  static Intercommunicator accept(Communicator all, String port, int root) {
    Arguments.root(root, all.size());
    try {
      return all.accept(port, root);
    } catch (IllegalArgumentException e) {
      throw new Failure(ErrorClass.PORT, e.getMessage(), e);
    }
  }

  static Intercommunicator connect(Communicator all, String port, int root) {
    Arguments.root(root, all.size());
    try {
      return all.connect(port, root);
    } catch (IllegalArgumentException e) {
      throw new Failure(ErrorClass.PORT, e.getMessage(), e);
    }
  }

  static String lookUp(Communicator world, String service) {
    try {
      return world.lookUp(service, PATIENCE);
    } catch (StarlingException e) {
      throw new Failure(ErrorClass.NAME, e.getMessage(), e);
    }
  }

  static void unpublish(Communicator world, String service) {
    world.unpublish(service);
  }
}
