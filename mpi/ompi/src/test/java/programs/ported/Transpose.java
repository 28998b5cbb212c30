package programs.ported;

import java.nio.FloatBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A matrix in rows becomes one in columns: a resized column type and one allToAll. */
public final class Transpose {

  private Transpose() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm communicator = MPI.COMM_WORLD;
    int rank = communicator.getRank();
    int size = communicator.getSize();
    int rows = 3;
    int n = rows * size;
    Datatype column = Datatype.createVector(rows, 1, n, MPI.FLOAT);
    Datatype next = Datatype.createResized(column, 0, 4);
    next.commit();
    Datatype blockOfColumns = Datatype.createContiguous(rows, next);
    blockOfColumns.commit();
    FloatBuffer matrix = MPI.newFloatBuffer(rows * n);
    float[] array = new float[rows * n];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < n; j++) {
        array[i * n + j] = (rank * rows + i) * 100 + j;
      }
    }
    matrix.put(array);
    FloatBuffer turned = MPI.newFloatBuffer(rows * n);
    communicator.allToAll(matrix, 1, blockOfColumns, turned, rows * rows, MPI.FLOAT);
    float[] turnedArray = new float[rows * n];
    communicator.allToAll(array, 1, blockOfColumns, turnedArray, rows * rows, MPI.FLOAT);
    boolean right = true;
    for (int from = 0; from < size; from++) {
      for (int j = 0; j < rows; j++) {
        for (int i = 0; i < rows; i++) {
          float expected = (from * rows + i) * 100 + rank * rows + j;
          int place = from * rows * rows + j * rows + i;
          right &= turned.get(place) == expected && turnedArray[place] == expected;
        }
      }
    }
    column.free();
    next.free();
    blockOfColumns.free();
    if (!right) {
      System.err.println("rank " + rank + ": not the transpose");
      communicator.abort(1);
    }
    MPI.Finalize();
  }
}
