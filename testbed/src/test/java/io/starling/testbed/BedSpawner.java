package io.starling.testbed;

import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.Spawn;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.topology.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Ranks that start more ranks of this program: the first argument says how many, the others on
 * which hosts.
 */
public final class BedSpawner {

  private static final int LONG = 1 << 18;

  private BedSpawner() {}

  public static void main(String... arguments) throws IOException {
    try (Communicator world = Starling.world()) {
      if (world.parent().isPresent()) {
        child(world, world.parent().get());
      } else {
        parent(
            world,
            Integer.parseInt(arguments[0]),
            Arrays.copyOfRange(arguments, 1, arguments.length));
      }
    } catch (UnsupportedOperationException e) {
      System.out.println(e.getMessage());
    }
  }

  private static String host() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  }

  /**
   * Long messages go there and back; then it leaves its children. Where their places do not depend
   * on which of them ends first, it starts them again.
   */
  private static void parent(Communicator world, int ranks, String... hosts) throws IOException {
    int rounds = hosts.length > 1 ? 1 : 2;
    for (int round = 0; round < rounds; round++) {
      Intercommunicator children = world.spawn(0, Spawn.of(ranks, BedSpawner.class).on(hosts));
      for (int child = 0; child < ranks; child++) {
        long[] data = LongStream.range(child, child + LONG).toArray();
        long[] back = new long[LONG];
        children.send(Buffer.of(data), child, 0);
        children.receive(Buffer.of(back), child, 0);
        if (!Arrays.equals(data, back)) {
          throw new AssertionError("child " + child + " has returned something else");
        }
      }
      together(children);
      children.disconnect();
    }
    System.out.println("parent " + world.rank() + " on " + host());
  }

  private static void child(Communicator world, Intercommunicator parent) throws IOException {
    long[] data = new long[LONG];
    for (int rank = 0; rank < parent.remoteSize(); rank++) {
      parent.receive(Buffer.of(data), rank, 0);
      parent.send(Buffer.of(data), rank, 0);
    }
    int here = together(parent);
    System.out.printf("child %d on %s, %d ranks are here%n", world.rank(), host(), here);
    parent.disconnect();
  }

  /** How many ranks of both groups this node has. */
  private static int together(Intercommunicator other) {
    try (Communicator both = other.merge(other.group().process(0) > 0);
        Communicator node = both.splitByLevel(Level.NODE)) {
      return node.size();
    }
  }
}
