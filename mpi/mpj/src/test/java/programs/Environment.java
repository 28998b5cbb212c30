package programs;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Init and Finalize again and again, with what programs leave over. */
public final class Environment {

  private static final int ROUNDS = 40;

  private Environment() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    Check.equal(false, MPI.Initialized(), "initialized before Init");
    Check.that(MPI.BSEND_OVERHEAD >= 0, "overhead before Init");
    Check.that(MPI.COMM_WORLD == null, "the world before Init");
    Check.fails(() -> MPI.Buffer_detach(), "detach before Init");
    for (int i = 0; i < ROUNDS; i++) {
      round(args, i);
    }
    int rank = MPI.COMM_WORLD.Rank();
    Check.that(rank >= 0, "the rank after Finalize");
    if (rank == 0) {
      System.out.println("environment: right");
    }
  }

  private static void round(String[] args, int round) {
    String[] own = MPI.Init(args);
    Check.equal(args.length - 3, own.length, "arguments");
    Check.that(MPI.Initialized(), "initialized");
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    for (int i = 0; i < 5; i++) {
      Comm unused = (Comm) MPI.COMM_WORLD.clone();
      Check.equal(rank, unused.Rank(), "rank in a clone");
    }
    MPI.Buffer_attach(ByteBuffer.allocate(8));
    int[] data = new int[round % 4 == 0 ? 200_000 : 100];
    MPI.COMM_WORLD.Isend(data, 0, data.length, MPI.INT, (rank + 1) % size, 99);
    MPI.COMM_WORLD.Ibsend(data, 0, data.length, MPI.INT, (rank + 1) % size, 98);
    MPI.COMM_WORLD.Isend(new Object[] {data, "left"}, 0, 2, MPI.OBJECT, (rank + 1) % size, 97);
    MPI.COMM_WORLD.Irecv(data, 0, data.length, MPI.INT, (rank + 1) % size, 96);
    for (int i = 0; i < 20; i++) {
      MPI.COMM_WORLD.Send(data, 0, 10, MPI.INT, (rank + 1) % size, 94);
    }
    MPI.COMM_WORLD.Irsend(data, 0, 1, MPI.INT, (rank + 1) % size, 95);
    MPI.COMM_WORLD.Send_init(data, 0, 1, MPI.INT, (rank + 1) % size, 95).Start();
    Intracomm self = (Intracomm) MPI.COMM_SELF;
    Check.equal(1, self.Size(), "size of self");
    Check.equal(0, self.Rank(), "rank of self");
    int[] sum = new int[1];
    MPI.COMM_WORLD.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    Check.equal(size, sum[0], "sum");
    Check.that(MPI.Wtime() > 1.6e9 && MPI.Wtick() >= 0, "time");
    Check.that(MPI.Get_processor_name().length() > 0, "name");
    Check.equal((1 << 30) - 1, MPI.COMM_WORLD.Attr_get(MPI.TAG_UB), "tag bound");
    Check.equal(rank, MPI.COMM_WORLD.Attr_get(MPI.IO), "io");
    MPI.Finalize();
    Check.that(!MPI.Initialized(), "initialized after Finalize");
    try {
      MPI.COMM_WORLD.Barrier();
      throw new AssertionError("a barrier after Finalize");
    } catch (MPIException expected) {
      Check.that(expected.getMessage().contains("Init"), "message");
    }
  }
}
