package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.Spawn;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import java.time.Duration;

/** What the ranks run that {@link SpawningProgram} starts. */
public final class SpawnedProgram {

  /** Elements of a long message. */
  static final int LONG = 1 << 20;

  private static final int DEATH = 9;

  private SpawnedProgram() {}

  public static void main(String... arguments) throws InterruptedException {
    switch (arguments[0]) {
      case "throw" -> throw new IllegalStateException("deliberate");
      case "return" -> System.out.println("never joins");
      default -> join(arguments[0]);
    }
  }

  private static void join(String mode) throws InterruptedException {
    try (Communicator world = Starling.world()) {
      Intercommunicator parent = world.parent().orElseThrow();
      switch (mode) {
        case "children" -> children(world, parent);
        case "name" -> name(world, parent);
        case "spawn" -> spawn(world, parent);
        case "die" -> die(world, parent);
        case "connect" -> connect(world, parent);
        case "late" -> late(world, parent);
        case "receive" -> receive(world, parent);
        default -> throw new IllegalArgumentException(mode);
      }
    }
  }

  private static void children(Communicator world, Intercommunicator parent) {
    SpawningProgram.sumOfOnes(parent);
    long[] value = new long[1];
    parent.broadcast(Buffer.of(value), 0);
    parent.gather(Buffer.of(value), null, 0);
    long[] data = new long[LONG];
    parent.receive(Buffer.of(data), 0, 5);
    for (int i = 0; i < data.length; i++) {
      data[i]++;
    }
    parent.send(Buffer.of(data), 0, 6);
    parent.disconnect();
    SpawningProgram.check(0, world.parent().stream().count());
  }

  private static void connect(Communicator world, Intercommunicator parent) {
    String port = world.lookUp("service", Duration.ofSeconds(30));
    try (Intercommunicator server = world.connect(port, 1)) {
      SpawningProgram.sumOfOnes(server);
    }
    parent.barrier();
    lookUpInVain(world, "service", Duration.ofSeconds(30), "it was unpublished");
    lookUpInVain(world, "nothing", Duration.ofMillis(100), "after PT0.1S");
    parent.disconnect();
  }

  private static void lookUpInVain(
      Communicator world, String name, Duration patience, String reason) {
    try {
      // That it is published no more may reach the store a little later.
      for (long began = System.nanoTime(); System.nanoTime() - began < patience.toNanos(); ) {
        world.lookUp(name, patience);
      }
      throw new AssertionError(name + " is still published");
    } catch (StarlingException e) {
      if (!e.getMessage().contains(reason)) {
        throw e;
      }
    }
  }

  private static void name(Communicator world, Intercommunicator parent) {
    System.out.printf("child %d of %d, %s%n", world.rank(), world.size(), System.getenv("PART"));
    parent.disconnect();
  }

  private static void spawn(Communicator world, Intercommunicator parent) {
    Intercommunicator below = world.spawn(0, Spawn.of(2, SpawnedProgram.class).with("name"));
    System.out.println("grandchildren: " + below.remoteGroup());
    below.disconnect();
    SpawningProgram.sumOfOnes(parent);
    parent.disconnect();
  }

  private static void die(Communicator world, Intercommunicator parent) {
    if (world.rank() == 1) {
      Runtime.getRuntime().halt(DEATH);
    }
    for (int rank = 0; rank < parent.remoteSize(); rank++) {
      parent.send(Buffer.of(new long[1]), rank, 3);
    }
  }

  /** From the last of the parents. */
  private static void receive(Communicator world, Intercommunicator parent) {
    long[] value = new long[1];
    parent.receive(Buffer.of(value), parent.remoteSize() - 1, 7);
    SpawningProgram.check(world.rank(), value[0]);
    parent.disconnect();
  }

  /** The parents have closed before this receives. */
  private static void late(Communicator world, Intercommunicator parent)
      throws InterruptedException {
    Thread.sleep(500);
    parent.receive(Buffer.of(new long[16]), 0, 4);
    System.out.println("child " + world.rank() + " has received");
  }
}
