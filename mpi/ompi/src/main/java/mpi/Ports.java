package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.StarlingException;
import java.time.Duration;
import java.util.Optional;

/** Ports and names. */
final class Ports {

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

  /** Returns when the launcher has the name, so that any rank finds it from then on. */
  static void publish(Communicator world, String service, String port) {
    if (find(world, service).isPresent()) {
      throw new Failure(
          ErrorClass.SERVICE,
          "a port is published under '%s' already; unpublish it first".formatted(service));
    }
    world.publish(service, port);
    if (!lookUp(world, service).equals(port)) {
      throw new Failure(
          ErrorClass.SERVICE, "'%s' was published by another rank".formatted(service));
    }
  }

  static String lookUp(Communicator world, String service) {
    return find(world, service)
        .orElseThrow(
            () ->
                new Failure(ErrorClass.NAME, "no port is published under '%s'".formatted(service)));
  }

  static void unpublish(Communicator world, String service) {
    if (find(world, service).isEmpty()) {
      throw new Failure(ErrorClass.SERVICE, "no port is published under '%s'".formatted(service));
    }
    world.unpublish(service);
    Optional<String> _ = find(world, service);
  }

  /** What the launcher has now; it has heard all that this rank has said before. */
  private static Optional<String> find(Communicator world, String service) {
    try {
      return Optional.of(world.lookUp(service, Duration.ZERO));
    } catch (StarlingException _) {
      return Optional.empty();
    }
  }
}
