package mpi;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What the dialect costs beyond Starling's own calls: ping-pong and broadcast of two ranks, both
 * ways in turn on the same communicator.
 *
 * <pre>
 * starling run -n 2 --mpi ompi -cp mpi/ompi/target/test-classes mpi.Overhead
 * </pre>
 */
@SuppressWarnings("checkstyle:noPrinting") // A program.
public final class Overhead {

  private static final int ROUNDS = Integer.getInteger("rounds", 21);
  private static final int TAG = 7;
  private static final double MICROSECONDS = 1e3;

  private Overhead() {}

  /** A call that is measured. */
  private interface Call {
    void make() throws MPIException;
  }

  /** A thing that both can do. */
  private record Pair(String name, int bytes, int times, Call own, Call dialect) {}

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    boolean prints = MPI.COMM_WORLD.getRank() == 0;
    if (prints) {
      System.out.printf(
          "%-22s %9s %12s %12s %9s %7s%n",
          "call", "bytes", "own us", "dialect us", "more us", "ratio");
    }
    for (int bytes : new int[] {8, 1 << 10, 1 << 16, 1 << 20}) {
      int times = Math.max(50, 4_000_000 / (bytes + 1000));
      for (Pair pair : pairs(bytes, times)) {
        double[] ratios = new double[ROUNDS];
        double[] own = new double[ROUNDS];
        double[] dialect = new double[ROUNDS];
        for (int round = -ROUNDS; round < ROUNDS; round++) {
          double first = time(pair.own, times);
          double second = time(pair.dialect, times);
          if (round >= 0) {
            own[round] = first;
            dialect[round] = second;
            ratios[round] = second / first;
          }
        }
        if (prints) {
          System.out.printf(
              "%-22s %9d %12.3f %12.3f %9.3f %7.2f%n",
              pair.name,
              bytes,
              median(own),
              median(dialect),
              median(dialect) - median(own),
              median(ratios));
        }
      }
    }
    MPI.Finalize();
  }

  private static Pair[] pairs(int bytes, int times) throws MPIException {
    Communicator world = MPI.COMM_WORLD.intra();
    int rank = world.rank();
    int peer = 1 - rank;
    ByteBuffer direct = MPI.newByteBuffer(bytes);
    Buffer memory =
        Buffer.of(MemorySegment.ofBuffer(direct), io.starling.runtime.Datatype.UINT8, bytes);
    byte[] array = new byte[bytes];
    return new Pair[] {
      new Pair(
          "ping-pong, direct",
          bytes,
          times,
          () -> {
            if (rank == 0) {
              world.send(memory, peer, TAG);
              world.receive(memory, peer, TAG);
            } else {
              world.receive(memory, peer, TAG);
              world.send(memory, peer, TAG);
            }
          },
          () -> pingPong(direct, bytes, rank, peer)),
      new Pair(
          "ping-pong, array",
          bytes,
          times,
          () -> {
            if (rank == 0) {
              world.send(array, peer, TAG);
              world.receive(array, peer, TAG);
            } else {
              world.receive(array, peer, TAG);
              world.send(array, peer, TAG);
            }
          },
          () -> pingPong(array, bytes, rank, peer)),
      new Pair(
          "broadcast, direct",
          bytes,
          times,
          () -> world.broadcast(memory, 0),
          () -> MPI.COMM_WORLD.bcast(direct, bytes, MPI.BYTE, 0)),
      new Pair(
          "broadcast, array",
          bytes,
          times,
          () -> world.broadcast(array, 0),
          () -> MPI.COMM_WORLD.bcast(array, bytes, MPI.BYTE, 0)),
    };
  }

  private static void pingPong(Object buffer, int bytes, int rank, int peer) throws MPIException {
    if (rank == 0) {
      MPI.COMM_WORLD.send(buffer, bytes, MPI.BYTE, peer, TAG);
      MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, peer, TAG);
    } else {
      MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, peer, TAG);
      MPI.COMM_WORLD.send(buffer, bytes, MPI.BYTE, peer, TAG);
    }
  }

  /** Microseconds of a call. */
  private static double time(Call call, int times) throws MPIException {
    MPI.COMM_WORLD.barrier();
    long before = System.nanoTime();
    for (int i = 0; i < times; i++) {
      call.make();
    }
    return (System.nanoTime() - before) / MICROSECONDS / times;
  }

  private static double median(double... values) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
