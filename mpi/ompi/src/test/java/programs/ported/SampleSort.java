package programs.ported;

import java.util.Arrays;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Sample sort: splitters from samples, one exchange with allToAllv, a gatherv of the result. */
public final class SampleSort {

  private SampleSort() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm communicator = MPI.COMM_WORLD;
    int rank = communicator.getRank();
    int size = communicator.getSize();
    int[] mine = numbers(rank);
    Arrays.sort(mine);

    int[] samples = new int[size];
    for (int i = 0; i < size; i++) {
      samples[i] = mine[(int) ((long) i * mine.length / size)];
    }
    int[] allSamples = new int[size * size];
    communicator.allGather(samples, size, MPI.INT, allSamples, size, MPI.INT);
    Arrays.sort(allSamples);

    int[] sendCounts = new int[size];
    for (int value : mine) {
      sendCounts[bucket(value, allSamples, size)]++;
    }
    int[] sendDispls = starts(sendCounts);
    int[] recvCounts = new int[size];
    communicator.allToAll(sendCounts, 1, MPI.INT, recvCounts, 1, MPI.INT);
    int[] recvDispls = starts(recvCounts);
    int[] part = new int[Arrays.stream(recvCounts).sum()];
    communicator.allToAllv(
        mine, sendCounts, sendDispls, MPI.INT, part, recvCounts, recvDispls, MPI.INT);
    Arrays.sort(part);

    int[] lengths = new int[size];
    communicator.gather(new int[] {part.length}, 1, MPI.INT, lengths, 1, MPI.INT, 0);
    int[] sorted = rank == 0 ? new int[Arrays.stream(lengths).sum()] : null;
    if (rank == 0) {
      communicator.gatherv(
          part, part.length, MPI.INT, sorted, lengths, starts(lengths), MPI.INT, 0);
    } else {
      communicator.gatherv(part, part.length, MPI.INT, 0);
    }
    if (rank == 0 && !Arrays.equals(serial(size), sorted)) {
      System.err.println("not sorted");
      communicator.abort(1);
    }
    MPI.Finalize();
  }

  private static int[] numbers(int rank) {
    return new Random(rank).ints(1000 + 100 * rank).toArray();
  }

  private static int[] serial(int size) {
    int[] all = new int[0];
    for (int i = 0; i < size; i++) {
      int[] more = numbers(i);
      int old = all.length;
      all = Arrays.copyOf(all, old + more.length);
      System.arraycopy(more, 0, all, old, more.length);
    }
    Arrays.sort(all);
    return all;
  }

  private static int bucket(int value, int[] samples, int size) {
    int bucket = 0;
    while (bucket < size - 1 && value >= samples[(bucket + 1) * size]) {
      bucket++;
    }
    return bucket;
  }

  private static int[] starts(int[] counts) {
    int[] starts = new int[counts.length];
    for (int i = 1; i < counts.length; i++) {
      starts[i] = starts[i - 1] + counts[i - 1];
    }
    return starts;
  }
}
