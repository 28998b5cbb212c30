package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.Spawn;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Ranks that start ranks of {@link SpawnedProgram}: the first argument says which. */
public final class SpawningProgram {

  private SpawningProgram() {}

  public static void main(String... arguments) {
    try (Communicator world = Starling.world()) {
      switch (arguments[0]) {
        case "children" -> children(world, Integer.parseInt(arguments[1]));
        case "programs" -> programs(world);
        case "grandchildren" -> grandchildren(world);
        case "parts" -> parts(world);
        case "command" -> command(world);
        case "wrong" -> wrong(world);
        case "death" -> death(world);
        case "names" -> names(world);
        case "again" -> again(world, Integer.parseInt(arguments[1]));
        case "early" -> early(world);
        case "interrupted" -> interrupted(world);
        case "timing" -> timing(world, Integer.parseInt(arguments[1]));
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  private static Spawn spawned(int ranks, String mode) {
    return Spawn.of(ranks, SpawnedProgram.class).with(mode);
  }

  /** In place of the root where this rank's group has it. */
  static int ownRoot(Communicator world) {
    return world.rank() == 0 ? Intercommunicator.ROOT : Intercommunicator.PROC_NULL;
  }

  static void say(Communicator world, String text, Object... values) {
    System.out.println("rank " + world.rank() + " " + text.formatted(values));
  }

  /** Collectives of both groups, long messages, and one communicator of all. */
  private static void children(Communicator world, int ranks) {
    Intercommunicator children = world.spawn(world.size() - 1, spawned(ranks, "children"));
    talk(world, children);
    say(world, "has met %d", children.remoteSize());
    children.disconnect();
  }

  private static void talk(Communicator world, Intercommunicator children) {
    check(children.remoteSize() + world.size(), sumOfOnes(children));
    children.broadcast(Buffer.of(new long[] {7}), ownRoot(world));
    long[] gathered = new long[children.remoteSize()];
    children.gather(null, world.rank() == 0 ? Buffer.of(gathered) : null, ownRoot(world));
    if (world.rank() == 0) {
      check(7L * children.remoteSize(), Arrays.stream(gathered).sum());
      for (int child = 0; child < children.remoteSize(); child++) {
        long[] sent = LongStream.range(child, child + SpawnedProgram.LONG).toArray();
        long[] back = new long[sent.length];
        children.send(Buffer.of(sent), child, 5);
        children.receive(Buffer.of(back), child, 6);
        check(Arrays.stream(sent).sum() + sent.length, Arrays.stream(back).sum());
      }
    }
  }

  /** The size of a communicator of both groups, as all its ranks find it. */
  static long sumOfOnes(Intercommunicator both) {
    try (Communicator merged = both.merge(both.group().process(0) > 0)) {
      long[] sum = new long[1];
      merged.allreduce(Buffer.of(new long[] {1}), Buffer.of(sum), ReductionOperator.SUM);
      try (Communicator reversed = merged.split(0, -merged.rank())) {
        check(merged.size() - 1, merged.rank() + reversed.rank());
        check(merged.rank(), merged.group().rankOf(both.process()));
        check(both.rank(), both.group().rankOf(merged.process()));
      }
      return sum[0];
    }
  }

  static void check(long expected, long found) {
    if (expected != found) {
      throw new AssertionError("expected %d, found %d".formatted(expected, found));
    }
  }

  /** Spawned ranks find a port by its name, and connect beside their parents' communicator. */
  private static void names(Communicator world) {
    String port = world.rank() == 0 ? world.openPort() : null;
    if (world.rank() == 0) {
      world.publish("service", port);
    }
    Intercommunicator children = world.spawn(0, spawned(2, "connect"));
    try (Intercommunicator clients = world.accept(port, 0)) {
      say(world, "is connected to %d", clients.remoteSize());
      check(world.size() + clients.remoteSize(), sumOfOnes(clients));
    }
    if (world.rank() == 0) {
      world.unpublish("service");
    }
    children.barrier();
    children.disconnect();
  }

  /** Two programs in one call are one world, with other variables. */
  private static void programs(Communicator world) {
    Intercommunicator children =
        world.spawn(
            0,
            spawned(1, "name").environment("PART", "first"),
            spawned(2, "name").environment("PART", "second"));
    say(world, "has met %d", children.remoteSize());
    children.disconnect();
  }

  /** A spawned rank spawns; all three generations become one communicator. */
  private static void grandchildren(Communicator world) {
    Intercommunicator children = world.spawn(0, spawned(1, "spawn"));
    say(world, "knows %d", sumOfOnes(children));
    children.disconnect();
  }

  /** Each half starts ranks of its own, at the same time. */
  private static void parts(Communicator world) {
    try (Communicator half = world.split(world.rank() % 2, 0)) {
      Intercommunicator children = half.spawn(0, spawned(1, "children"));
      talk(half, children);
      children.disconnect();
    }
    say(world, "is done");
  }

  private static void command(Communicator world) {
    Intercommunicator children =
        world.spawn(
            0,
            Spawn.command(
                1,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-modules=jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                SpawnedProgram.class.getName(),
                "children"));
    talk(world, children);
    say(world, "has met %d", children.remoteSize());
    children.disconnect();
  }

  /** Nothing of this can be started; all ranks hear why, and can start something else. */
  private static void wrong(Communicator world) {
    refused(world, Spawn.of(1, "no.such.Program"));
    refused(world, Spawn.command(1, "/no/such/command"));
    refused(world, spawned(1, "children").on("nowhere"));
    refused(world, spawned(1000, "children"));
    refused(world, spawned(2, "throw"));
    refused(world, spawned(2, "return"));
    refused(world);
    children(world, 1);
  }

  private static void refused(Communicator world, Spawn... programs) {
    try {
      world.spawn(0, programs);
      throw new AssertionError("there is a new rank");
    } catch (StarlingException | IllegalArgumentException e) {
      say(world, "is refused: %s", e.getMessage());
    }
  }

  /** A spawned rank dies: those who need it hear so, and the others go on. */
  private static void death(Communicator world) {
    Intercommunicator children = world.spawn(0, spawned(2, "die"));
    try {
      children.receive(Buffer.of(new long[1]), 1, 3);
      throw new AssertionError("there was no message");
    } catch (RankFailedException e) {
      say(world, "has lost %s", Arrays.toString(children.failedRanks()));
    }
    children.receive(Buffer.of(new long[1]), 0, 3);
    world.barrier();
    say(world, "goes on");
  }

  /** Until there are no numbers left. */
  private static void again(Communicator world, int times) {
    int done = 0;
    try {
      while (done < times) {
        Intercommunicator children = world.spawn(0, spawned(2, "children"));
        talk(world, children);
        children.disconnect();
        done++;
      }
      say(world, "did so %d times", done);
    } catch (StarlingException e) {
      say(world, "did so %d times: %s", done, e.getMessage());
    }
  }

  /** These end before the ranks that they have started. */
  private static void early(Communicator world) {
    Intercommunicator children = world.spawn(0, spawned(1, "late"));
    if (world.rank() == 0) {
      children.send(Buffer.of(new long[16]), 0, 4);
    }
    children.close();
    say(world, "has closed");
  }

  /** The first message to a rank is sent by a thread that is interrupted. */
  private static void interrupted(Communicator world) {
    Intercommunicator children = world.spawn(0, spawned(3, "receive"));
    if (world.rank() == world.size() - 1) {
      for (int child = 0; child < children.remoteSize(); child++) {
        Thread.currentThread().interrupt();
        Request request = children.iSend(Buffer.of(new long[] {child}), child, 7);
        check(1, Thread.interrupted() ? 1 : 0);
        request.await();
      }
      say(world, "has sent");
    }
    children.disconnect();
  }

  private static void timing(Communicator world, int times) {
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      Intercommunicator children = world.spawn(0, spawned(2, "name"));
      say(world, "has started 2 in %d ms", (System.nanoTime() - start) / 1_000_000);
      children.disconnect();
    }
  }
}
