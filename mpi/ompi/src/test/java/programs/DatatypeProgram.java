package programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import mpi.Struct;

/** Derived datatypes, structures and complex numbers travel from each rank to the next. */
public final class DatatypeProgram {

  private DatatypeProgram() {}

  /** A particle: a mass, a place of three numbers, a name. */
  private static final class Particle extends Struct {
    private final int mass = addDouble();
    private final int place = addFloat(3);
    private final int id = addInt();
    private final int letter = addChar();

    @Override
    protected Data newData() {
      return new Data();
    }

    private final class Data extends Struct.Data {
      double getMass() {
        return getDouble(mass);
      }

      void set(double value, float x, int number, char c) {
        putDouble(mass, value);
        putFloat(place, 1, x);
        putInt(id, number);
        putChar(letter, c);
      }

      String text() {
        return getDouble(mass)
            + " "
            + getFloat(place, 1)
            + " "
            + getInt(id)
            + " "
            + getChar(letter);
      }
    }
  }

  public static void main(String[] args) throws MPIException {
    Checks.that(MPI.INT.isNull(), "null before Init");
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    sizes();
    errors();
    columns();
    structs();
    complex();
    attributes();
    MPI.COMM_WORLD.barrier();
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println("datatypes ok");
    }
    MPI.Finalize();
  }

  private static void sizes() throws MPIException {
    Checks.equal("MPI_2INT", MPI.INT2.getName());
    sizes(MPI.INT2, 8, 8, 8);
    sizes(MPI.SHORT_INT, 6, 8, 8);
    sizes(MPI.LONG_INT, 12, 16, 12);
    sizes(MPI.DOUBLE_INT, 12, 16, 12);
    sizes(MPI.FLOAT_COMPLEX, 2, 2, 2);
    sizes(MPI.CHAR, 1, 1, 1);
    Datatype vector = Datatype.createVector(2, 1, 3, MPI.INT);
    sizes(vector, 2, 4, 4);
    Datatype struct =
        Datatype.createStruct(
            new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.INT});
    sizes(struct, 12, 16, 12);
    sizes(Datatype.createResized(MPI.INT, -4, 16), 1, 4, 1);
    Checks.equal(-1, Datatype.createResized(MPI.INT, -4, 16).getLb());
    sizes(Datatype.createStruct(new int[0], new int[0], new Datatype[0]), 0, 0, 0);
    Datatype onlyInts =
        Datatype.createStruct(
            new int[] {0, 1}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.INT});
    Checks.equal(4, onlyInts.getExtent(), "a block of no doubles aligns nothing");
  }

  private static void sizes(Datatype type, int size, int extent, int trueExtent)
      throws MPIException {
    Checks.equal(size, type.getSize());
    Checks.equal(extent, type.getExtent());
    Checks.equal(trueExtent, type.getTrueExtent());
  }

  private static void errors() {
    Checks.refused(MPI.ERR_TYPE, MPI.INT::free);
    Checks.refused(MPI.ERR_TYPE, () -> MPI.DATATYPE_NULL.getSize());
    Checks.refused(MPI.ERR_COUNT, () -> Datatype.createContiguous(-1, MPI.INT));
    Checks.refused(MPI.ERR_ARG, () -> Datatype.createVector(1, -1, 1, MPI.INT));
    Checks.refused(
        MPI.ERR_TYPE,
        () ->
            MPI.COMM_WORLD.send(
                new int[1], 1, Datatype.createContiguous(1, MPI.INT), MPI.PROC_NULL, 0));
  }

  private static void columns() throws MPIException {
    Comm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int rank = world.getRank();
    Datatype column = Datatype.createVector(3, 1, 4, MPI.INT);
    column.commit();
    int[] matrix = new int[12];
    int[] other = new int[12];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = 100 * rank + i;
    }
    int right = (rank + 1) % size;
    int left = (rank + size - 1) % size;
    Status status = world.sendRecv(matrix, 1, column, right, 1, other, 1, column, left, 1);
    Checks.equal(1, status.getCount(column));
    Checks.equal(new int[] {100 * left, 0, 0, 0}, Arrays.copyOf(other, 4));
    Checks.equal(100 * left + 8, other[8]);

    IntBuffer direct = MPI.newIntBuffer(12);
    direct.put(0, matrix);
    IntBuffer into = MPI.newIntBuffer(12);
    world.sendRecv(direct, 1, column, right, 2, into, 3, MPI.INT, left, 2);
    Checks.equal(
        new int[] {100 * left, 100 * left + 4, 100 * left + 8},
        new int[] {into.get(0), into.get(1), into.get(2)});
    world.sendRecv(
        MPI.slice(matrix, 1), 1, column, right, 3, MPI.slice(other, 1), 1, column, left, 3);
    Checks.equal(100 * left + 9, other[9]);
    column.free();
    Checks.that(column.isNull(), "freed");
  }

  private static void structs() throws MPIException {
    Comm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int rank = world.getRank();
    var particle = new Particle();
    Checks.equal(32, particle.getExtent());
    byte[] two = new byte[2 * particle.getExtent()];
    byte[] received = new byte[2 * particle.getExtent()];
    Particle.Data first = particle.getData(two);
    Particle.Data second = particle.getData(two, 1);
    first.set(rank, 0.5f, 7 + rank, 'a');
    second.set(rank + 0.5, 1.5f, 8 + rank, '\u20ac');
    int left = (rank + size - 1) % size;
    world.sendRecv(
        two, 2, particle.getType(), (rank + 1) % size, 4, received, 2, particle.getType(), left, 4);
    Particle.Data one = particle.getData(received, 1);
    Checks.equal((left + 0.5) + " 1.5 " + (8 + left) + " \u20ac", one.text());
    Checks.equal(left + 0.5, one.getMass());
  }

  private static void complex() throws MPIException {
    double[] numbers = {1, 2, 0, 1};
    double[] sum = new double[4];
    MPI.COMM_WORLD.allReduce(numbers, sum, 2, MPI.DOUBLE_COMPLEX, MPI.SUM);
    int size = MPI.COMM_WORLD.getSize();
    Checks.equal(2.0 * size, DoubleComplex.get(sum).getImag());
    Checks.equal((double) size, DoubleComplex.get(sum, 1).getImag());
    Checks.refused(
        MPI.ERR_OP, () -> MPI.COMM_WORLD.allReduce(numbers, sum, 2, MPI.DOUBLE_COMPLEX, MPI.MAX));
  }

  private static void attributes() throws MPIException {
    int key = Datatype.createKeyval();
    Datatype type = Datatype.createContiguous(2, MPI.INT);
    Checks.that(type.getAttr(key) == null, "no value at first");
    type.setAttr(key, "text");
    type.setName("pair");
    Datatype copy = type.dup();
    Checks.equal("Dup pair", copy.getName());
    type.deleteAttr(key);
    Checks.equal("text", copy.getAttr(key));
    Checks.refused(MPI.ERR_OTHER, () -> type.deleteAttr(key));
    Checks.refused(MPI.ERR_KEYVAL, () -> type.setAttr(MPI.KEYVAL_INVALID, 1));
    Checks.refused(0, () -> type.setAttr(key, new Object()));
    Datatype.freeKeyval(key);
    Checks.equal("text", copy.getAttr(key));
  }
}
