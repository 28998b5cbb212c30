package programs.ported;

import java.nio.DoubleBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

/** Bodies that attract each other: positions by iAllGatherv, and by a pipeline in a ring. */
public final class NBody {

  private static final int BODIES = 23;
  private static final int STEPS = 5;
  private static final double DT = 0.01;

  private final Intracomm communicator;
  private final int rank;
  private final int size;
  private final int[] counts;
  private final int[] starts;

  private NBody(Intracomm communicator) throws MPIException {
    this.communicator = communicator;
    rank = communicator.getRank();
    size = communicator.getSize();
    counts = new int[size];
    starts = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = 2 * (BODIES / size + (i < BODIES % size ? 1 : 0));
      starts[i] = i == 0 ? 0 : starts[i - 1] + counts[i - 1];
    }
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    NBody bodies = new NBody(MPI.COMM_WORLD);
    double[] expected = serial();
    if (!bodies.isRight(expected, bodies.gathered())
        || !bodies.isRight(expected, bodies.pipelined())) {
      System.err.println("a body has gone astray");
      MPI.COMM_WORLD.abort(1);
    }
    MPI.Finalize();
  }

  private static double[] initial() {
    double[] positions = new double[2 * BODIES];
    for (int i = 0; i < BODIES; i++) {
      positions[2 * i] = Math.cos(i) * (1 + i % 3);
      positions[2 * i + 1] = Math.sin(i) * (1 + i % 4);
    }
    return positions;
  }

  private static void attract(double x, double y, double[] others, int length, double[] force) {
    for (int j = 0; j < length; j += 2) {
      double dx = others[j] - x;
      double dy = others[j + 1] - y;
      double r2 = dx * dx + dy * dy + 0.01;
      double f = 1 / (r2 * Math.sqrt(r2));
      force[0] += f * dx;
      force[1] += f * dy;
    }
  }

  private static void move(double[] positions, double[] velocities, double[] forces) {
    for (int i = 0; i < positions.length; i++) {
      velocities[i] += DT * forces[i];
      positions[i] += DT * velocities[i];
    }
  }

  private static double[] serial() {
    double[] positions = initial();
    double[] velocities = new double[positions.length];
    for (int step = 0; step < STEPS; step++) {
      double[] forces = new double[positions.length];
      for (int i = 0; i < positions.length; i += 2) {
        double[] force = new double[2];
        attract(positions[i], positions[i + 1], positions, positions.length, force);
        forces[i] = force[0];
        forces[i + 1] = force[1];
      }
      move(positions, velocities, forces);
    }
    return positions;
  }

  private double[] mine() {
    double[] mine = new double[counts[rank]];
    System.arraycopy(initial(), starts[rank], mine, 0, mine.length);
    return mine;
  }

  private void addForces(double[] mine, double[] others, int length, double[] forces) {
    for (int i = 0; i < mine.length; i += 2) {
      double[] force = {forces[i], forces[i + 1]};
      attract(mine[i], mine[i + 1], others, length, force);
      forces[i] = force[0];
      forces[i + 1] = force[1];
    }
  }

  private double[] gathered() throws MPIException {
    double[] mine = mine();
    double[] velocities = new double[mine.length];
    double[] all = new double[2 * BODIES];
    DoubleBuffer send = MPI.newDoubleBuffer(mine.length);
    DoubleBuffer receive = MPI.newDoubleBuffer(2 * BODIES);
    for (int step = 0; step < STEPS; step++) {
      send.clear();
      send.put(mine);
      Request request =
          communicator.iAllGatherv(
              send, mine.length, MPI.DOUBLE, receive, counts, starts, MPI.DOUBLE);
      double[] forces = new double[mine.length];
      request.waitFor();
      receive.clear();
      receive.get(all);
      addForces(mine, all, all.length, forces);
      move(mine, velocities, forces);
    }
    return mine;
  }

  /** The positions travel; persistent requests move them while forces are computed. */
  private double[] pipelined() throws MPIException {
    double[] mine = mine();
    double[] velocities = new double[mine.length];
    int room = counts[0];
    DoubleBuffer here = MPI.newDoubleBuffer(room);
    DoubleBuffer coming = MPI.newDoubleBuffer(room);
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    Prequest[] forth = {
      communicator.sendInit(here, room, MPI.DOUBLE, next, 1),
      communicator.recvInit(coming, room, MPI.DOUBLE, previous, 1)
    };
    Prequest[] back = {
      communicator.sendInit(coming, room, MPI.DOUBLE, next, 2),
      communicator.recvInit(here, room, MPI.DOUBLE, previous, 2)
    };
    double[] others = new double[room];
    for (int step = 0; step < STEPS; step++) {
      double[] forces = new double[mine.length];
      here.clear();
      here.put(mine);
      DoubleBuffer current = here;
      for (int hop = 0; hop < size; hop++) {
        Prequest[] requests = hop % 2 == 0 ? forth : back;
        Prequest.startAll(requests);
        current.clear();
        current.get(others);
        addForces(mine, others, counts[(rank + size - hop) % size], forces);
        Request.waitAll(requests);
        current = hop % 2 == 0 ? coming : here;
      }
      move(mine, velocities, forces);
    }
    for (int i = 0; i < 2; i++) {
      forth[i].free();
      back[i].free();
    }
    return mine;
  }

  private boolean isRight(double[] expected, double[] mine) throws MPIException {
    boolean[] right = {true};
    for (int i = 0; i < mine.length; i++) {
      right[0] &= Math.abs(mine[i] - expected[starts[rank] + i]) < 1e-9;
    }
    communicator.allReduce(right, 1, MPI.BOOLEAN, MPI.LAND);
    return right[0];
  }
}
