package programs;

import mpi.MPI;

/** The sieve of Eratosthenes in blocks: rank 0 broadcasts each prime. */
public final class Sieve {

  private static final int LIMIT = 100_000;
  private static final int PRIMES = 9592;

  private Sieve() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int block = Math.ceilDiv(LIMIT, size);
    int first = rank * block;
    boolean[] isCrossed = new boolean[block];
    int[] prime = {2};
    while (prime[0] * prime[0] <= LIMIT) {
      int start = Math.max(prime[0] * prime[0], Math.ceilDiv(first, prime[0]) * prime[0]);
      for (int i = start; i < first + block; i += prime[0]) {
        isCrossed[i - first] = true;
      }
      if (rank == 0) {
        do {
          prime[0]++;
        } while (prime[0] < block && isCrossed[prime[0]]);
      }
      MPI.COMM_WORLD.Bcast(prime, 0, 1, MPI.INT, 0);
    }
    int[] count = new int[1];
    for (int i = 0; i < block; i++) {
      count[0] += first + i >= 2 && first + i <= LIMIT && !isCrossed[i] ? 1 : 0;
    }
    int[] all = new int[1];
    MPI.COMM_WORLD.Reduce(count, 0, all, 0, 1, MPI.INT, MPI.SUM, 0);
    boolean[] flags = new boolean[block * size];
    MPI.COMM_WORLD.Gather(isCrossed, 0, block, MPI.BOOLEAN, flags, 0, block, MPI.BOOLEAN, 0);
    if (rank == 0) {
      Check.equal(PRIMES, all[0], "the number of primes");
      Check.that(!flags[99_991] && flags[99_999], "flags of the last numbers");
      System.out.println("sieve: right");
    }
    MPI.Finalize();
  }
}
