package programs;

import java.util.Arrays;
import java.util.Random;
import mpi.MPI;

/** Sorts numbers of all ranks: samples by Allgather, buckets by Alltoallv. */
public final class SampleSort {

  private static final int LENGTH = 5000;

  private SampleSort() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int[] mine = new Random(rank).ints(LENGTH, 0, 1_000_000).sorted().toArray();
    int[] samples = new int[size];
    Arrays.setAll(samples, i -> mine[i * LENGTH / size]);
    int[] all = new int[size * size];
    MPI.COMM_WORLD.Allgather(samples, 0, size, MPI.INT, all, 0, size, MPI.INT);
    Arrays.sort(all);
    int[] counts = new int[size];
    for (int value : mine) {
      counts[bucket(all, size, value)]++;
    }
    int[] received = new int[size];
    MPI.COMM_WORLD.Alltoall(counts, 0, 1, MPI.INT, received, 0, 1, MPI.INT);
    int[] from = places(counts);
    int[] to = places(received);
    int[] sorted = new int[Arrays.stream(received).sum()];
    MPI.COMM_WORLD.Alltoallv(mine, 0, counts, from, MPI.INT, sorted, 0, received, to, MPI.INT);
    Arrays.sort(sorted);
    int[] lengths = new int[size];
    MPI.COMM_WORLD.Gather(new int[] {sorted.length}, 0, 1, MPI.INT, lengths, 0, 1, MPI.INT, 0);
    int[] result = new int[size * LENGTH];
    MPI.COMM_WORLD.Gatherv(
        sorted, 0, sorted.length, MPI.INT, result, 0, lengths, places(lengths), MPI.INT, 0);
    if (rank == 0) {
      int[] expected = new int[size * LENGTH];
      for (int i = 0; i < size; i++) {
        int[] part = new Random(i).ints(LENGTH, 0, 1_000_000).toArray();
        System.arraycopy(part, 0, expected, i * LENGTH, LENGTH);
      }
      Arrays.sort(expected);
      Check.equal(expected, result, "sorted numbers");
      System.out.println("sample sort: right");
    }
    MPI.Finalize();
  }

  private static int bucket(int[] samples, int size, int value) {
    int bucket = 0;
    while (bucket < size - 1 && value >= samples[(bucket + 1) * size]) {
      bucket++;
    }
    return bucket;
  }

  private static int[] places(int... counts) {
    int[] places = new int[counts.length];
    for (int i = 1; i < places.length; i++) {
      places[i] = places[i - 1] + counts[i - 1];
    }
    return places;
  }
}
