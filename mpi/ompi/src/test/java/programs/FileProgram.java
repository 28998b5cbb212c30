package programs;

import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Files: offsets, pointers, views, split collectives, errors. */
public final class FileProgram {

  private static final int READ_WRITE = MPI.MODE_CREATE | MPI.MODE_RDWR;

  private FileProgram() {}

  public static void main(String[] args) throws MPIException {
    String[] rest = MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    world.setErrhandler(MPI.ERRORS_RETURN);
    String name = rest[0];
    offsets(world, name);
    views(world, name);
    portable(world, name);
    shared(world, name);
    errors(world, name);
    if (world.getRank() == 0) {
      System.out.println("files ok");
    }
    MPI.Finalize();
  }

  private static int[] data(int rank, int count) {
    int[] data = new int[count];
    for (int i = 0; i < count; i++) {
      data[i] = 1000 * rank + i;
    }
    return data;
  }

  private static void offsets(Comm world, String name) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    File file = new File(world, name, READ_WRITE);
    Checks.equal(READ_WRITE, file.getAMode());
    file.setSize(0);
    Status status = file.writeAt(40L * rank, data(rank, 10), 10, MPI.INT);
    Checks.equal(10, status.getCount(MPI.INT));
    file.sync();
    world.barrier();
    int[] read = new int[12];
    int other = (rank + 1) % size;
    status = file.readAtAll(40L * other, read, 10, MPI.INT);
    Checks.equal(10, status.getCount(MPI.INT));
    Checks.equal(1000 * other + 9, read[9]);
    Checks.equal(40L * size, file.getSize());
    status = file.readAt(40L * size - 8, read, 10, MPI.INT);
    Checks.equal(2, status.getCount(MPI.INT));
    IntBuffer direct = MPI.newIntBuffer(10);
    Request request = file.iReadAt(40L * other, direct, 10, MPI.INT);
    status = request.waitStatus();
    Checks.equal(10, status.getCount(MPI.INT));
    Checks.equal(1000 * other + 3, direct.get(3));
    file.close();
    Checks.refused(MPI.ERR_FILE, file::getSize);
  }

  private static void views(Comm world, String name) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    File file = new File(world, name, READ_WRITE);
    Datatype pieces = Datatype.createResized(Datatype.createContiguous(2, MPI.INT), 0, 8 * size);
    pieces.commit();
    file.setView(8L * rank, MPI.INT, pieces, "native");
    Checks.that(file.getView().getFileType() == pieces, "the same object");
    file.writeAll(data(rank, 6), 6, MPI.INT);
    Checks.equal(6L, file.getPosition());
    Checks.equal(8L * rank + 8L * size + 4, file.getByteOffset(3));
    file.seek(2, MPI.SEEK_SET);
    int[] read = new int[2];
    file.read(read, 2, MPI.INT);
    Checks.equal(new int[] {1000 * rank + 2, 1000 * rank + 3}, read);
    IntBuffer direct = MPI.newIntBuffer(2);
    file.readAtAllBegin(4, direct, 2, MPI.INT);
    Checks.refused(MPI.ERR_OTHER, () -> file.readAtAllBegin(4, direct, 2, MPI.INT));
    Checks.equal(2, file.readAtAllEnd(direct).getCount(MPI.INT));
    Checks.equal(1000 * rank + 5, direct.get(1));
    file.seek(0, MPI.SEEK_SET);
    file.readAllBegin(read, 2, MPI.INT);
    Checks.equal(2, file.readAllEnd(read).getCount(MPI.INT));
    Checks.that(file.readAllEnd(read) == null, "once");
    Checks.equal(1000 * rank + 1, read[1]);
    file.setView(0, MPI.INT, MPI.INT, "native");
    file.readAt(2L * rank, read, 2, MPI.INT);
    Checks.equal(new int[] {1000 * rank, 1000 * rank + 1}, read);
    Checks.equal(1, file.getTypeExtent(MPI.INT));
    file.close();
  }

  /** Numbers with their highest byte first, whatever the datatype and the call. */
  private static void portable(Comm world, String name) throws MPIException {
    int rank = world.getRank();
    File file = new File(world, name, READ_WRITE);
    file.setSize(0);
    Datatype pieces = Datatype.createResized(MPI.INT, 0, 4 * world.getSize());
    pieces.commit();
    file.setView(4L * rank, MPI.INT, pieces, "external32");
    Checks.equal("external32", file.getView().getDataRep());
    Datatype even = Datatype.createVector(2, 1, 2, MPI.INT);
    even.commit();
    file.writeAll(new int[] {0x1020304 + rank, 0, -2}, 1, even);
    int[] read = new int[2];
    Checks.equal(2, file.readAtAll(0, read, 2, MPI.INT).getCount(MPI.INT));
    Checks.equal(new int[] {0x1020304 + rank, -2}, read);
    IntBuffer direct = MPI.newIntBuffer(2);
    file.iReadAtAll(0, direct, 2, MPI.INT).waitFor();
    Checks.equal(-2, direct.get(1));
    file.setView(0, MPI.BYTE, MPI.BYTE, "native");
    java.nio.ByteBuffer bytes = java.nio.ByteBuffer.allocate(4);
    file.readAt(4L * rank, bytes, 4, MPI.BYTE);
    Checks.equal(0x1020304 + rank, bytes.getInt(0));
    file.setView(0, MPI.BYTE, MPI.BYTE, "external32");
    world.barrier();
    if (rank == 0) {
      structure(file);
    }
    world.barrier();
    file.setSize(0);
    file.close();
  }

  private static void structure(File file) throws MPIException {
    Datatype mixed =
        Datatype.createStruct(
            new int[] {2, 1}, new int[] {0, 8}, new Datatype[] {MPI.SHORT, MPI.DOUBLE});
    mixed.commit();
    java.nio.ByteBuffer memory = MPI.newByteBuffer(32);
    memory.putShort(2, (short) 258).putDouble(24, 1.5);
    file.writeAt(0, memory, 2, mixed);
    java.nio.ByteBuffer bytes = java.nio.ByteBuffer.allocate(24);
    file.readAt(0, bytes, 24, MPI.BYTE);
    Checks.equal((short) 258, bytes.getShort(2));
    Checks.equal(1.5, bytes.getDouble(16));
    java.nio.ByteBuffer again = MPI.newByteBuffer(32);
    Checks.equal(2, file.readAt(0, again, 2, mixed).getCount(mixed));
    Checks.equal(memory, again);
  }

  private static void shared(Comm world, String name) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    File file = new File(world, name, READ_WRITE);
    file.setView(0, MPI.INT, MPI.INT, "native");
    file.writeOrdered(new int[] {rank, -rank}, 2, MPI.INT);
    Checks.equal(2L * size, file.getPositionShared());
    file.seekShared(0, MPI.SEEK_SET);
    int[] read = new int[2];
    file.readOrdered(read, 2, MPI.INT);
    Checks.equal(new int[] {rank, -rank}, read);
    file.seekShared(0, MPI.SEEK_SET);
    file.readShared(read, 2, MPI.INT);
    Checks.equal(-read[0], read[1]);
    IntBuffer direct = MPI.newIntBuffer(2);
    world.barrier();
    file.iWriteShared(direct, 2, MPI.INT).waitFor();
    file.writeOrderedBegin(direct, 2, MPI.INT);
    Checks.equal(2, file.writeOrderedEnd(direct).getCount(MPI.INT));
    file.setAtomicity(true);
    Checks.that(file.getAtomicity(), "atomic");
    file.preallocate(1000);
    Checks.that(file.getSize() >= 1000, "size");
    Checks.equal(size, file.getGroup().getSize());
    file.close();
  }

  private static void errors(Comm world, String name) throws MPIException {
    Checks.refused(MPI.ERR_AMODE, () -> new File(world, name, MPI.MODE_CREATE));
    Checks.refused(MPI.ERR_NO_SUCH_FILE, () -> new File(world, name + ".none", MPI.MODE_RDONLY));
    Checks.refused(MPI.ERR_NO_SUCH_FILE, () -> new File(world, "/none/x", READ_WRITE));
    Checks.refused(MPI.ERR_FILE_EXISTS, () -> new File(world, name, READ_WRITE | MPI.MODE_EXCL));
    Checks.refused(MPI.ERR_NO_SUCH_FILE, () -> File.delete(name + ".none"));
    File file = new File(world, name, MPI.MODE_RDONLY);
    Checks.refused(MPI.ERR_READ_ONLY, () -> file.write(new int[1], 1, MPI.INT));
    Checks.refused(MPI.ERR_ARG, () -> file.seek(0, 7));
    Checks.refused(MPI.ERR_OTHER, () -> file.seek(-1, MPI.SEEK_SET));
    Checks.refused(MPI.ERR_ARG, () -> file.getByteOffset(-1));
    Checks.refused(MPI.ERR_UNSUPPORTED_DATAREP, () -> file.setView(0, MPI.INT, MPI.INT, "other"));
    Checks.refused(MPI.ERR_ARG, () -> file.setView(0, MPI.INT, MPI.SHORT, "native"));
    Checks.refused(
        MPI.ERR_DISP, () -> file.setView(MPI.DISPLACEMENT_CURRENT, MPI.INT, MPI.INT, "native"));
    file.close();
    File writing = new File(world, name, MPI.MODE_WRONLY | MPI.MODE_APPEND);
    Checks.equal(writing.getSize(), writing.getPosition());
    Checks.refused(MPI.ERR_ACCESS, () -> writing.read(new int[1], 1, MPI.INT));
    Checks.refused(MPI.ERR_ARG, () -> writing.setSize(-1));
    writing.close();
    world.barrier();
    if (world.getRank() == 0) {
      File.delete(name);
    }
  }
}
