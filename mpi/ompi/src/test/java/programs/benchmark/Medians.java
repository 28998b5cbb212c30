package programs.benchmark;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The time of calls that take a buffer or an array, the median of some rounds. It runs under Open
 * MPI's own bindings too, from the same class file, so that both can be compared.
 *
 * <pre>
 * starling run -n 2 --mpi ompi -cp mpi/ompi/target/test-classes programs.benchmark.Medians
 * mpirun -n 2 java -cp mpi/ompi/target/test-classes programs.benchmark.Medians
 * </pre>
 */
public final class Medians {

  private static final int ROUNDS = Integer.getInteger("rounds", 15);
  private static final int TAG = 7;

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank;

  private Medians() throws MPIException {
    rank = world.getRank();
  }

  /** A call that is measured. */
  @FunctionalInterface
  private interface Call {
    void make() throws MPIException;
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Medians medians = new Medians();
    for (int bytes : new int[] {8, 1 << 10, 1 << 16, 1 << 20}) {
      medians.measure(bytes);
    }
    MPI.Finalize();
  }

  private void measure(int bytes) throws MPIException {
    ByteBuffer direct = MPI.newByteBuffer(bytes);
    byte[] array = new byte[bytes];
    int numbers = bytes / Double.BYTES;
    ByteBuffer sum = MPI.newByteBuffer(bytes).order(ByteOrder.nativeOrder());
    double[] values = new double[numbers];
    double[] sums = new double[numbers];
    report("ping-pong direct", bytes, () -> pingPong(direct, bytes));
    report("ping-pong array", bytes, () -> pingPong(array, bytes));
    report("bcast direct", bytes, () -> world.bcast(direct, bytes, MPI.BYTE, 0));
    report("bcast array", bytes, () -> world.bcast(array, bytes, MPI.BYTE, 0));
    report(
        "allReduce direct",
        bytes,
        () ->
            world.allReduce(
                direct.asDoubleBuffer(), sum.asDoubleBuffer(), numbers, MPI.DOUBLE, MPI.SUM));
    report(
        "allReduce array",
        bytes,
        () -> world.allReduce(values, sums, numbers, MPI.DOUBLE, MPI.SUM));
  }

  private void pingPong(Object buffer, int bytes) throws MPIException {
    if (rank == 0) {
      world.send(buffer, bytes, MPI.BYTE, 1, TAG);
      world.recv(buffer, bytes, MPI.BYTE, 1, TAG);
    } else if (rank == 1) {
      world.recv(buffer, bytes, MPI.BYTE, 0, TAG);
      world.send(buffer, bytes, MPI.BYTE, 0, TAG);
    }
  }

  private void report(String name, int bytes, Call call) throws MPIException {
    int times = Math.max(20, 2_000_000 / (bytes + 1000));
    double[] rounds = new double[ROUNDS];
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      world.barrier();
      long before = System.nanoTime();
      for (int i = 0; i < times; i++) {
        call.make();
      }
      rounds[Math.max(0, round)] = (System.nanoTime() - before) / 1e3 / times;
    }
    Arrays.sort(rounds);
    if (rank == 0) {
      System.out.printf("%-18s %9d bytes %12.3f us%n", name, bytes, rounds[ROUNDS / 2]);
    }
  }
}
