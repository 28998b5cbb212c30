package linked;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * A program of four ranks. The class file beside it was compiled with the classes of commit
 * ae086ff6, just after 0.2.0 had been frozen, and is never compiled again.
 */
public final class LinkedProgram {

  private static final int SIZE = 4;

  private LinkedProgram() {}

  /** Throws an {@link AssertionError} where a result is wrong. */
  public static void main(String[] arguments) {
    Starling.local(
        SIZE,
        world -> {
          collectives(world);
          arrays(world);
          messages(world);
          persistent(world);
          communicators(world);
          errors(world);
        });
  }

  private static void collectives(Communicator world) {
    int rank = world.rank();
    world.barrier();
    long[] data = rank == 1 ? new long[] {3, 4} : new long[2];
    world.broadcast(Buffer.of(data), 1);
    check(data, 3, 4);
    long[] sums = new long[2];
    world.allreduce(Buffer.of(new long[] {rank, 1}), Buffer.of(sums), ReductionOperator.SUM);
    check(sums, 6, 4);
    check(new long[] {world.allreduce(rank, ReductionOperator.MAX)}, 3);
    long[] all = new long[SIZE];
    world.gather(Buffer.of(new long[] {rank}), Buffer.of(all), 0);
    check(all, rank == 0 ? new long[] {0, 1, 2, 3} : new long[SIZE]);
    long[] odd = new long[2];
    Counts counts = Counts.of(0, 1, 0, 1);
    world.allgatherv(Buffer.of(new long[] {rank}).slice(0, rank % 2), Buffer.of(odd), counts);
    check(odd, 1, 3);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment matrix = arena.allocate(ValueLayout.JAVA_LONG, 4);
      matrix.setAtIndex(ValueLayout.JAVA_LONG, 2, rank == 0 ? 8 : 0);
      Datatype column = Datatype.vector(2, 1, 2, Datatype.INT64);
      world.broadcast(Buffer.of(matrix, column, 1), 0);
      check(matrix.toArray(ValueLayout.JAVA_LONG), 0, 0, 8, 0);
    }
  }

  private static void arrays(Communicator world) {
    long[] prefix = new long[1];
    world.scan(new long[] {world.rank() + 1}, prefix, ReductionOperator.SUM);
    check(prefix, (world.rank() + 1) * (world.rank() + 2) / 2);
    long[] swapped = new long[SIZE];
    world.iAlltoall(new long[] {0, 1, 2, 3}, swapped).await();
    check(swapped, world.rank(), world.rank(), world.rank(), world.rank());
  }

  private static void messages(Communicator world) {
    int next = (world.rank() + 1) % SIZE;
    int previous = (world.rank() + SIZE - 1) % SIZE;
    long[] got = new long[1];
    Request receive = world.iReceive(Buffer.of(got), previous, 7);
    Request send = world.iSend(Buffer.of(new long[] {world.rank()}), next, 7);
    Requests.awaitAll(List.of(receive, send));
    Status status = receive.status();
    check(got, previous);
    check(new long[] {status.source(), status.tag(), status.bytes()}, previous, 7, Long.BYTES);
    status = world.sendReceive(new long[] {world.rank()}, previous, 8, got, next, 8);
    check(got, next);
    check(new long[] {status.count(Datatype.INT64).getAsLong()}, 1);
    Request later = world.iSend(Buffer.of(new long[] {9}), next, 9);
    check(new long[] {world.probe(previous, 9).bytes()}, Long.BYTES);
    world.receive(got, previous, 9);
    later.await();
    check(got, 9);
  }

  private static void persistent(Communicator world) {
    long[] mine = new long[1];
    long[] sum = new long[1];
    try (PersistentRequest request =
        world.allreduceInit(Buffer.of(mine), Buffer.of(sum), ReductionOperator.SUM)) {
      for (int round = 0; round < 3; round++) {
        mine[0] = round + world.rank();
        request.start().await();
        check(sum, SIZE * round + 6);
      }
    }
  }

  private static void communicators(Communicator world) {
    try (Communicator half = world.split(world.rank() % 2, world.rank())) {
      long[] sum = new long[1];
      half.allreduce(new long[] {world.rank()}, sum, ReductionOperator.SUM);
      check(sum, world.rank() % 2 == 0 ? 2 : 4);
    }
    try (CartesianCommunicator ring = world.cartesian(new int[] {SIZE}, new boolean[] {true})) {
      long[] both = new long[2];
      ring.neighbourAllgather(Buffer.of(new long[] {ring.rank()}), Buffer.of(both));
      check(both, (ring.rank() + SIZE - 1) % SIZE, (ring.rank() + 1) % SIZE);
    }
  }

  private static void errors(Communicator world) {
    try {
      world.iSend(Buffer.of(new long[1]), SIZE, 0).await();
    } catch (IllegalArgumentException | StarlingException e) {
      return;
    }
    throw new AssertionError("there is no rank " + SIZE);
  }

  private static void check(long[] got, long... expected) {
    if (!Arrays.equals(got, expected)) {
      throw new AssertionError(Arrays.toString(got) + ", not " + Arrays.toString(expected));
    }
  }
}
