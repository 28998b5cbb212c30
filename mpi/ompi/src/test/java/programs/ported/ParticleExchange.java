package programs.ported;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpi.Struct;

/** Particles with a nested vector, a name and a weight go to the rank that owns their cell. */
public final class ParticleExchange {

  private static final int PARTICLES = 40;

  private static final Vector VECTOR = new Vector();
  private static Particle particle;

  private ParticleExchange() {}

  /** Two doubles. */
  private static final class Vector extends Struct {
    private final int x = addDouble();
    private final int y = addDouble();

    @Override
    protected Vector.Data newData() {
      return new Vector.Data();
    }

    private final class Data extends Struct.Data {
      double x() {
        return getDouble(x);
      }

      double y() {
        return getDouble(y);
      }

      void set(double newX, double newY) {
        putDouble(x, newX);
        putDouble(y, newY);
      }
    }
  }

  /** Fields of several types, with arrays and a struct in it. */
  private static final class Particle extends Struct {
    private final int id = addInt();
    private final int charge = addByte();
    private final int name = addChar(6);
    private final int place;
    private final int history;
    private final int weight;

    Particle() throws MPIException {
      place = addStruct(VECTOR);
      history = addStruct(VECTOR, 2);
      weight = addFloat();
    }

    @Override
    protected Particle.Data newData() {
      return new Particle.Data();
    }

    private final class Data extends Struct.Data {
      int id() {
        return getInt(id);
      }

      int cell() {
        return (int) place().x();
      }

      Vector.Data place() {
        return getData(VECTOR, place);
      }

      void fill(int number, int size) {
        putInt(id, number);
        putByte(charge, (byte) -number);
        for (int i = 0; i < 6; i++) {
          putChar(name, i, (char) ('a' + (number + i) % 26));
        }
        place().set(number * 7 % size + 0.5, -number);
        for (int i = 0; i < 2; i++) {
          Vector.Data old = getData(VECTOR, history, i);
          old.set(i, number + i);
        }
        putFloat(weight, number / 4f);
      }

      boolean isFilled(int number, int size) {
        boolean same = id() == number && getByte(charge) == (byte) -number;
        for (int i = 0; i < 6; i++) {
          same &= getChar(name, i) == 'a' + (number + i) % 26;
        }
        same &= place().x() == number * 7 % size + 0.5 && place().y() == -number;
        for (int i = 0; i < 2; i++) {
          Vector.Data old = getData(VECTOR, history, i);
          same &= old.x() == i && old.y() == number + i;
        }
        return same && getFloat(weight) == number / 4f;
      }
    }
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm communicator = MPI.COMM_WORLD;
    particle = new Particle();
    if (!exchanged(communicator) || !inArrays(communicator)) {
      System.err.println("rank " + communicator.getRank() + ": a particle has changed");
      communicator.abort(1);
    }
    MPI.Finalize();
  }

  private static int owner(int number, int size) {
    return number * 7 % size;
  }

  private static boolean exchanged(Intracomm communicator) throws MPIException {
    int rank = communicator.getRank();
    int size = communicator.getSize();
    int extent = particle.getExtent();
    ByteBuffer[] out = new ByteBuffer[size];
    Request[] sends = new Request[size];
    int[] filled = new int[size];
    for (int i = 0; i < size; i++) {
      out[i] = MPI.newByteBuffer(extent * PARTICLES);
    }
    for (int i = 0; i < PARTICLES; i++) {
      int number = rank * PARTICLES + i;
      int to = owner(number, size);
      Particle.Data data = particle.getData(out[to], filled[to]);
      data.fill(number, size);
      filled[to]++;
    }
    for (int i = 0; i < size; i++) {
      sends[i] = communicator.iSend(out[i], filled[i], particle.getType(), i, 77);
    }
    boolean[] seen = new boolean[PARTICLES * size];
    ByteBuffer in = MPI.newByteBuffer(extent * PARTICLES);
    boolean right = true;
    for (int i = 0; i < size; i++) {
      Status status = communicator.recv(in, PARTICLES, particle.getType(), i, 77);
      for (int j = 0; j < status.getCount(particle.getType()); j++) {
        Particle.Data data = particle.getData(in, j);
        right &= data.cell() == rank && data.isFilled(data.id(), size) && !seen[data.id()];
        seen[data.id()] = true;
      }
    }
    Request.waitAll(sends);
    for (int i = 0; i < seen.length; i++) {
      right &= seen[i] == (owner(i, size) == rank);
    }
    return right;
  }

  /** The same struct in byte arrays. */
  private static boolean inArrays(Intracomm communicator) throws MPIException {
    int rank = communicator.getRank();
    int size = communicator.getSize();
    int extent = particle.getExtent();
    byte[] mine = new byte[extent];
    Particle.Data data = particle.getData(mine);
    data.fill(1000 + rank, size);
    byte[] all = new byte[extent * size];
    communicator.allGather(mine, 1, particle.getType(), all, 1, particle.getType());
    boolean right = true;
    for (int i = 0; i < size; i++) {
      Particle.Data other = particle.getData(all, i);
      right &= other.isFilled(1000 + i, size);
    }
    return right;
  }
}
