package programs.ported;

import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Conjugate gradients for the 1-D Laplacian: rows in blocks by scatterv, products by allReduce. */
public final class ConjugateGradient {

  private static final int N = 50;

  private final Comm communicator;
  private final int rank;
  private final int size;
  private final int[] counts;
  private final int[] displs;

  private ConjugateGradient(Comm communicator) throws MPIException {
    this.communicator = communicator;
    rank = communicator.getRank();
    size = communicator.getSize();
    counts = new int[size];
    displs = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = N / size + (i < N % size ? 1 : 0);
      displs[i] = i == 0 ? 0 : displs[i - 1] + counts[i - 1];
    }
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    ConjugateGradient solver = new ConjugateGradient(MPI.COMM_WORLD);
    double[] x = solver.solve();
    if (solver.rank == 0 && !isSolution(x)) {
      System.err.println("not a solution: " + Arrays.toString(x));
      MPI.COMM_WORLD.abort(1);
    }
    MPI.Finalize();
  }

  private static double[] exact() {
    double[] x = new double[N];
    for (int i = 0; i < N; i++) {
      x[i] = Math.sin(0.3 * i) + 2;
    }
    return x;
  }

  private static double[] rightSide() {
    double[] x = exact();
    double[] b = new double[N];
    for (int i = 0; i < N; i++) {
      b[i] = 2.5 * x[i] - (i > 0 ? x[i - 1] : 0) - (i < N - 1 ? x[i + 1] : 0);
    }
    return b;
  }

  private static boolean isSolution(double[] x) {
    double[] exact = exact();
    double error = 0;
    for (int i = 0; i < N; i++) {
      error = Math.max(error, Math.abs(x[i] - exact[i]));
    }
    return error < 1e-8;
  }

  private double dot(double[] a, double[] b) throws MPIException {
    double[] sum = new double[1];
    for (int i = 0; i < a.length; i++) {
      sum[0] += a[i] * b[i];
    }
    double[] total = new double[1];
    communicator.allReduce(sum, total, 1, MPI.DOUBLE, MPI.SUM);
    return total[0];
  }

  /** The row before and the row after come from the neighbours; PROC_NULL stands at the ends. */
  private double[] multiply(double[] p) throws MPIException {
    int up = rank > 0 ? rank - 1 : MPI.PROC_NULL;
    int down = rank < size - 1 ? rank + 1 : MPI.PROC_NULL;
    double[] before = new double[1];
    double[] after = new double[1];
    communicator.sendRecv(
        new double[] {p[p.length - 1]}, 1, MPI.DOUBLE, down, 0, before, 1, MPI.DOUBLE, up, 0);
    communicator.sendRecv(new double[] {p[0]}, 1, MPI.DOUBLE, up, 1, after, 1, MPI.DOUBLE, down, 1);
    if (up == MPI.PROC_NULL) {
      before[0] = 0;
    }
    if (down == MPI.PROC_NULL) {
      after[0] = 0;
    }
    double[] q = new double[p.length];
    for (int i = 0; i < p.length; i++) {
      double left = i > 0 ? p[i - 1] : before[0];
      double right = i < p.length - 1 ? p[i + 1] : after[0];
      q[i] = 2.5 * p[i] - left - right;
    }
    return q;
  }

  private double[] solve() throws MPIException {
    int rows = counts[rank];
    double[] r = new double[rows];
    double[] b = rank == 0 ? rightSide() : null;
    communicator.scatterv(b, counts, displs, MPI.DOUBLE, r, rows, MPI.DOUBLE, 0);
    double[] x = new double[rows];
    double[] p = r.clone();
    double old = dot(r, r);
    for (int step = 0; step < 10 * N && old > 1e-24; step++) {
      double[] q = multiply(p);
      double alpha = old / dot(p, q);
      for (int i = 0; i < rows; i++) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
      }
      double now = dot(r, r);
      for (int i = 0; i < rows; i++) {
        p[i] = r[i] + now / old * p[i];
      }
      old = now;
    }
    double[] all = rank == 0 ? new double[N] : null;
    communicator.gatherv(x, rows, MPI.DOUBLE, all, counts, displs, MPI.DOUBLE, 0);
    return all;
  }
}
