package io.starling.bench;

import static io.starling.bench.SpawningProgram.check;
import static io.starling.bench.SpawningProgram.ownRoot;
import static io.starling.bench.SpawningProgram.say;
import static io.starling.bench.SpawningProgram.sumOfOnes;

import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.Spawn;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;

/** Ranks of two jobs that meet: the first argument says which of them this is and what it does. */
public final class JoiningProgram {

  private static final int LONG = 1 << 17;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private JoiningProgram() {}

  public static void main(String... arguments) throws IOException, InterruptedException {
    try (Communicator world = Starling.world()) {
      check(0, world.parent().isPresent() ? 1 : 0);
      switch (arguments[0]) {
        case "server" -> serve(world, Integer.parseInt(arguments[1]));
        case "client" -> talk(world, connect(world));
        case "patient server" -> survive(world, accept(world));
        case "dying client" -> die(world, connect(world));
        case "waiting client" -> await(world, connect(world));
        case "failing server" -> fail(world, accept(world));
        case "aborting client" -> abort(world, connect(world));
        case "spawning client" -> spawn(world, connect(world));
        case "lingering client" -> {
          talk(world, connect(world));
          linger(Path.of(arguments[1]));
        }
        case "lingering" -> linger(Path.of(arguments[1]));
        case "publisher" -> world.publish("service", world.openPort());
        case "late client" -> meetNone(world);
        case "alone" -> say(world, "is alone");
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  private static Intercommunicator accept(Communicator world) {
    String port = null;
    if (world.rank() == 0) {
      port = world.openPort();
      world.publish("service", port);
    }
    return world.accept(port, 0);
  }

  private static Intercommunicator connect(Communicator world) {
    return world.connect(world.rank() == 0 ? world.lookUp("service", PATIENCE) : null, 0);
  }

  /** So many jobs join one after the other, or at the same time. */
  private static void serve(Communicator world, int jobs) {
    String port = null;
    if (world.rank() == 0) {
      port = world.openPort();
      world.publish("service", port);
    }
    for (int job = 0; job < jobs; job++) {
      talk(world, world.accept(port, 0));
    }
  }

  /** Long messages between all ranks, a value to each group, and one communicator of both. */
  private static void talk(Communicator world, Intercommunicator others) {
    long[] sent = LongStream.range(world.rank(), world.rank() + LONG).toArray();
    long[] received = new long[LONG];
    for (int other = 0; other < others.remoteSize(); other++) {
      others.sendReceive(Buffer.of(sent), other, 5, Buffer.of(received), other, 5);
      check(other, received[0]);
      check(other + LONG - 1, received[LONG - 1]);
    }
    long[] sizes = new long[others.remoteSize()];
    others.allgather(Buffer.of(new long[] {world.size()}), Buffer.of(sizes));
    check((long) others.remoteSize() * others.remoteSize(), LongStream.of(sizes).sum());
    boolean isLow = others.group().process(0) < others.remoteGroup().process(0);
    long[] value = {7};
    others.broadcast(Buffer.of(value), isLow ? ownRoot(world) : 0);
    check(world.size() + others.remoteSize(), sumOfOnes(others));
    others.disconnect();
    say(world, "has met %d", others.remoteSize());
  }

  private static void survive(Communicator world, Intercommunicator clients) {
    try {
      clients.receive(Buffer.of(new long[1]), 0, 3);
      throw new AssertionError("there was no message");
    } catch (RankFailedException e) {
      say(world, "has lost a client");
    }
    clients.close();
    world.barrier();
    say(world, "goes on");
  }

  private static void die(Communicator world, Intercommunicator servers)
      throws IOException, InterruptedException {
    if (world.rank() == 0) {
      new ProcessBuilder("kill", "-KILL", "" + ProcessHandle.current().pid()).start().waitFor();
    }
    servers.receive(Buffer.of(new long[1]), 0, 3);
  }

  private static void await(Communicator world, Intercommunicator servers) {
    say(world, "waits");
    servers.receive(Buffer.of(new long[1]), 0, 3);
  }

  private static void fail(Communicator world, Intercommunicator clients) {
    if (world.rank() == 0) {
      throw new IllegalStateException("deliberate");
    }
    clients.receive(Buffer.of(new long[1]), 0, 3);
  }

  private static void abort(Communicator world, Intercommunicator servers) {
    if (world.rank() == 0) {
      world.abort(5);
    }
    servers.receive(Buffer.of(new long[1]), 0, 3);
  }

  /** The job that has published the name has ended. */
  private static void meetNone(Communicator world) {
    try {
      connect(world).close();
    } catch (RankFailedException e) {
      say(world, "meets none: %s", e.getMessage().replaceFirst(".*: ", ""));
    }
  }

  /** Goes on until there is a file. */
  private static void linger(Path sign) {
    while (!Files.exists(sign)) {
      Thread.onSpinWait();
    }
  }

  private static void spawn(Communicator world, Intercommunicator servers) {
    try {
      world.spawn(0, Spawn.of(1, SpawnedProgram.class));
    } catch (StarlingException e) {
      say(world, "is refused: %s", e.getMessage());
    }
    talk(world, servers);
  }
}
