package programs.ported;

import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.Datatype;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** One file of all ranks: blocks in turn through a view, and reads in other orders. */
public final class ParallelFile {

  private static final int BLOCK = 5;
  private static final int BLOCKS = 7;

  private ParallelFile() {}

  public static void main(String[] args) throws MPIException, IOException {
    MPI.Init(args);
    Intracomm communicator = MPI.COMM_WORLD;
    String name = agreedName(communicator);
    write(communicator, name);
    boolean right = readBack(communicator, name);
    right &= readInRows(communicator, name);
    right &= readAhead(communicator, name);
    communicator.barrier();
    if (communicator.getRank() == 0) {
      right &= isWhole(communicator, name);
      File.delete(name);
    }
    if (!right) {
      System.err.println("rank " + communicator.getRank() + ": the file is not as it was written");
      communicator.abort(1);
    }
    MPI.Finalize();
  }

  private static String agreedName(Intracomm communicator) throws MPIException, IOException {
    byte[] name = new byte[0];
    if (communicator.getRank() == 0) {
      Path path = Files.createTempFile("parallel", ".data");
      Files.delete(path);
      name = path.toString().getBytes(StandardCharsets.UTF_8);
    }
    int[] length = {name.length};
    communicator.bcast(length, 1, MPI.INT, 0);
    if (communicator.getRank() != 0) {
      name = new byte[length[0]];
    }
    communicator.bcast(name, length[0], MPI.BYTE, 0);
    return new String(name, StandardCharsets.UTF_8);
  }

  /** What stands at a place of the file. */
  private static int value(int place) {
    return 3 * place + 1;
  }

  private static void write(Intracomm communicator, String name) throws MPIException {
    int rank = communicator.getRank();
    int size = communicator.getSize();
    File file = new File(communicator, name, MPI.MODE_CREATE | MPI.MODE_WRONLY);
    Datatype blocks = Datatype.createVector(BLOCKS, BLOCK, BLOCK * size, MPI.INT);
    blocks.commit();
    file.setView(4L * BLOCK * rank, MPI.INT, blocks, "native");
    int[] data = new int[BLOCK * BLOCKS];
    for (int i = 0; i < data.length; i++) {
      data[i] = value((i / BLOCK * size + rank) * BLOCK + i % BLOCK);
    }
    Status status = file.writeAll(data, data.length, MPI.INT);
    if (status.getCount(MPI.INT) != data.length) {
      communicator.abort(2);
    }
    file.close();
    blocks.free();
  }

  private static boolean readBack(Intracomm communicator, String name) throws MPIException {
    int next = (communicator.getRank() + 1) % communicator.getSize();
    File file = new File(communicator, name, MPI.MODE_RDONLY);
    int[] data = new int[BLOCK];
    boolean right = true;
    for (int i = 0; i < BLOCKS; i++) {
      int place = (i * communicator.getSize() + next) * BLOCK;
      file.readAt(4L * place, data, BLOCK, MPI.INT);
      for (int j = 0; j < BLOCK; j++) {
        right &= data[j] == value(place + j);
      }
    }
    file.close();
    return right;
  }

  private static boolean readInRows(Intracomm communicator, String name) throws MPIException {
    int each = BLOCK * BLOCKS;
    File file = new File(communicator, name, MPI.MODE_RDONLY);
    file.setView(0, MPI.INT, MPI.INT, "native");
    file.seek((long) each * communicator.getRank(), MPI.SEEK_SET);
    int[] data = new int[each];
    Status status = file.readAll(data, each, MPI.INT);
    boolean right = status.getCount(MPI.INT) == each;
    for (int i = 0; i < each; i++) {
      right &= data[i] == value(each * communicator.getRank() + i);
    }
    file.seek(-2, MPI.SEEK_END);
    status = file.read(data, each, MPI.INT);
    right &= status.getCount(MPI.INT) == 2;
    right &= data[1] == value(each * communicator.getSize() - 1);
    file.close();
    return right;
  }

  private static boolean readAhead(Intracomm communicator, String name) throws MPIException {
    File file = new File(communicator, name, MPI.MODE_RDWR);
    file.setView(0, MPI.INT, MPI.INT, "native");
    IntBuffer[] halves = {MPI.newIntBuffer(BLOCK), MPI.newIntBuffer(BLOCK)};
    int blocks = BLOCKS * communicator.getSize();
    Request request = file.iReadAt(0, halves[0], BLOCK, MPI.INT);
    boolean right = true;
    for (int i = 0; i < blocks; i++) {
      request.waitFor();
      if (i + 1 < blocks) {
        request = file.iReadAt((i + 1L) * BLOCK, halves[(i + 1) % 2], BLOCK, MPI.INT);
      }
      for (int j = 0; j < BLOCK; j++) {
        right &= halves[i % 2].get(j) == value(i * BLOCK + j);
      }
    }
    file.close();
    return right;
  }

  private static boolean isWhole(Intracomm communicator, String name) throws IOException {
    int count = 0;
    try {
      count = BLOCK * BLOCKS * communicator.getSize();
    } catch (MPIException e) {
      return false;
    }
    java.nio.ByteBuffer bytes = java.nio.ByteBuffer.wrap(Files.readAllBytes(Path.of(name)));
    bytes.order(java.nio.ByteOrder.nativeOrder());
    boolean right = bytes.capacity() == 4 * count;
    for (int i = 0; i < count && right; i++) {
      right = bytes.getInt(4 * i) == value(i);
    }
    return right;
  }
}
