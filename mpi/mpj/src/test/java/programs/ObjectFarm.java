package programs;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import mpi.MPI;
import mpi.Status;

/** Counts words: texts and counts travel as objects. */
public final class ObjectFarm {

  private static final int TASKS = 30;

  private ObjectFarm() {}

  /** A text to count. */
  static final class Task implements Serializable {
    private static final long serialVersionUID = 1L;
    final int number;
    final ArrayList<String> lines = new ArrayList<>();

    Task(int number) {
      this.number = number;
      for (int i = 0; i <= 40 * number; i++) {
        lines.add("one two word" + number + " two");
      }
    }
  }

  /** Runs with two ranks or more. */
  public static void main(String[] args) {
    MPI.Init(args);
    if (MPI.COMM_WORLD.Size() == 1) {
      System.out.println("object farm: needs two ranks");
    } else if (MPI.COMM_WORLD.Rank() == 0) {
      master();
    } else {
      work();
    }
    MPI.Finalize();
  }

  private static void master() {
    Map<String, Integer> total = new TreeMap<>();
    Object[] result = new Object[1];
    int expected = 0;
    for (int i = 0; i < TASKS + MPI.COMM_WORLD.Size() - 1; i++) {
      Status status = MPI.COMM_WORLD.Recv(result, 0, 1, MPI.OBJECT, MPI.ANY_SOURCE, 1);
      if (result[0] instanceof Map<?, ?> counts) {
        counts.forEach((word, count) -> total.merge((String) word, (Integer) count, Integer::sum));
      }
      Task task = i < TASKS ? new Task(i) : null;
      expected += task == null ? 0 : task.lines.size();
      MPI.COMM_WORLD.Send(new Task[] {task}, 0, 1, MPI.OBJECT, status.source, 2);
    }
    Check.equal(expected, total.get("one"), "the number of ones");
    Check.equal(2 * expected, total.get("two"), "the number of twos");
    Check.equal(1 + 40 * 29, total.get("word29"), "the number of a word");
    System.out.println("object farm: right");
  }

  private static void work() {
    Object[] result = {"ready"};
    Task[] task = new Task[1];
    MPI.COMM_WORLD.Send(result, 0, 1, MPI.OBJECT, 0, 1);
    MPI.COMM_WORLD.Recv(task, 0, 1, MPI.OBJECT, 0, 2);
    while (task[0] != null) {
      Map<String, Integer> counts = new TreeMap<>();
      for (String line : task[0].lines) {
        for (String word : line.split(" ")) {
          counts.merge(word, 1, Integer::sum);
        }
      }
      result[0] = counts;
      MPI.COMM_WORLD.Send(result, 0, 1, MPI.OBJECT, 0, 1);
      MPI.COMM_WORLD.Recv(task, 0, 1, MPI.OBJECT, 0, 2);
    }
  }
}
