package programs.ported;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Integrals by a farm with a receive open for each worker; the master takes what comes first. */
public final class TaskFarm {

  private static final int TASKS = 30;
  private static final int DO = 10;
  private static final int DONE = 11;
  private static final int END = 12;

  private TaskFarm() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Comm communicator = MPI.COMM_WORLD;
    if (communicator.getSize() < 2) {
      System.err.println("a farm needs two ranks");
      communicator.abort(9);
    }
    if (communicator.getRank() == 0) {
      double[] results = new double[TASKS];
      farm(communicator, results);
      for (int task = 0; task < TASKS; task++) {
        if (results[task] != integral(task)) {
          System.err.println("task " + task + " has a wrong result");
          communicator.abort(1);
        }
      }
    } else {
      work(communicator);
    }
    MPI.Finalize();
  }

  private static double integral(int task) {
    double sum = 0;
    int steps = 1000 * (1 + task % 4);
    for (int i = 0; i < steps; i++) {
      double x = task + (i + 0.5) / steps;
      sum += Math.exp(-x) / steps;
    }
    return sum;
  }

  private static void farm(Comm communicator, double[] results) throws MPIException {
    int workers = communicator.getSize() - 1;
    IntBuffer[] orders = new IntBuffer[workers];
    DoubleBuffer[] answers = new DoubleBuffer[workers];
    Request[] receives = new Request[workers];
    Request[] sends = new Request[workers];
    int next = 0;
    for (int w = 0; w < workers; w++) {
      orders[w] = MPI.newIntBuffer(1);
      answers[w] = MPI.newDoubleBuffer(2);
      sends[w] = communicator.iSend(orders[w].put(0, next), 1, MPI.INT, w + 1, DO);
      receives[w] = communicator.iRecv(answers[w], 2, MPI.DOUBLE, w + 1, DONE);
      next++;
    }
    int index = Request.waitAny(receives);
    while (index != MPI.UNDEFINED) {
      results[(int) answers[index].get(0)] = answers[index].get(1);
      sends[index].waitFor();
      if (next < TASKS) {
        sends[index] = communicator.iSend(orders[index].put(0, next), 1, MPI.INT, index + 1, DO);
        receives[index] = communicator.iRecv(answers[index], 2, MPI.DOUBLE, index + 1, DONE);
        next++;
      } else {
        sends[index] = communicator.isSend(orders[index], 0, MPI.INT, index + 1, END);
      }
      index = Request.waitAny(receives);
    }
    Request.waitAll(sends);
  }

  private static void work(Comm communicator) throws MPIException {
    IntBuffer order = MPI.newIntBuffer(1);
    DoubleBuffer answer = MPI.newDoubleBuffer(2);
    Request receive = communicator.iRecv(order, 1, MPI.INT, 0, MPI.ANY_TAG);
    Status status = receive.waitStatus();
    while (status.getTag() == DO) {
      int task = order.get(0);
      answer.put(0, task);
      answer.put(1, integral(task));
      Request send = communicator.iSend(answer, 2, MPI.DOUBLE, 0, DONE);
      receive = communicator.iRecv(order, 1, MPI.INT, 0, MPI.ANY_TAG);
      status = null;
      while (status == null) {
        status = receive.testStatus();
      }
      send.waitFor();
    }
  }
}
