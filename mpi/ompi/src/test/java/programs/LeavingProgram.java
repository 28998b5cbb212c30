package programs;

import java.nio.IntBuffer;
import mpi.Comm;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;

/** Finalize with requests, a window, a file, a communicator and a lock open. */
public final class LeavingProgram {

  private LeavingProgram() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Comm copy = world.dup();
    IntBuffer memory = MPI.newIntBuffer(4);
    Request forgotten = world.iRecv(memory, 4, MPI.INT, MPI.ANY_SOURCE, 99);
    Request another = copy.iRecv(memory, 4, MPI.INT, MPI.ANY_SOURCE, 99);
    Win win = new Win(MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, world);
    win.lockAll(0);
    int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;
    File file = new File(world, args[0], mode);
    Request written = file.iWriteAt(0, MPI.newIntBuffer(4), 4, MPI.INT);
    world.sendInit(memory, 1, MPI.INT, 0, 5);
    Checks.that(!forgotten.isNull() && !another.isNull() && !written.isNull(), "open");
    MPI.Finalize();
  }
}
