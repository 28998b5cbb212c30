package programs.chapter;

import java.util.Arrays;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Checks;

/** A job starts more ranks of this class, and works with them. */
public final class Children {

  private Children() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        rest -> {
          Intercomm parent = Intercomm.getParent();
          if (parent.isNull()) {
            Chapter.section("one program", Children::oneProgram);
            Chapter.section("two programs", Children::twoPrograms);
          } else {
            Chapter.section("child", () -> child(parent, rest));
          }
        });
  }

  private static void oneProgram() throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int[] codes = {9, 9};
    Intercomm children =
        world.spawn(
            "java",
            new String[] {Children.class.getName(), "first", "an argument"},
            2,
            MPI.INFO_NULL,
            0,
            codes);
    Checks.equal(new int[] {0, 0}, codes, "codes");
    Checks.equal(2, children.getRemoteSize(), "children");
    talk(children);
    children.disconnect();
  }

  private static void twoPrograms() throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int[] codes = {9, 9, 9};
    String name = Children.class.getName();
    Intercomm children =
        world.spawnMultiple(
            new String[] {"java", "java"},
            new String[][] {{name, "first", "an argument"}, {name, "second", "an argument"}},
            new int[] {1, 2},
            new mpi.Info[] {MPI.INFO_NULL, MPI.INFO_NULL},
            world.getSize() - 1,
            codes);
    Checks.equal(new int[] {0, 0, 0}, codes, "codes");
    Checks.equal(3, children.getRemoteSize(), "children");
    talk(children);
    children.disconnect();
  }

  private static void talk(Intercomm children) throws MPIException {
    int[] sum = new int[1];
    children.allReduce(new int[] {children.getRank() + 1}, sum, 1, MPI.INT, MPI.SUM);
    int count = children.getRemoteSize();
    Checks.equal(100 * count, sum[0], "from the children");
    Intracomm all = children.merge(false);
    Checks.equal(children.getSize() + count, all.getSize(), "all together");
    int[] ranks = new int[all.getSize()];
    all.allGather(new int[] {all.getRank()}, 1, MPI.INT, ranks, 1, MPI.INT);
    int[] expected = new int[ranks.length];
    Arrays.setAll(expected, i -> i);
    Checks.equal(expected, ranks, "ranks");
    all.free();
  }

  private static void child(Intercomm parent, String... arguments) throws MPIException {
    boolean isFirst = MPI.COMM_WORLD.getAttr(MPI.APPNUM).equals(0);
    String which = isFirst ? "first" : "second";
    Checks.equal(new String[] {which, "an argument"}, arguments, "arguments");
    Checks.equal(MPI.COMM_WORLD.getSize(), parent.getSize(), "a world of children");
    int[] sum = new int[1];
    parent.allReduce(new int[] {100}, sum, 1, MPI.INT, MPI.SUM);
    int parents = parent.getRemoteSize();
    Checks.equal(parents * (parents + 1) / 2, sum[0], "from the parents");
    Intracomm all = parent.merge(true);
    Checks.equal(parents + parent.getRank(), all.getRank(), "after the parents");
    all.allGather(new int[] {all.getRank()}, 1, MPI.INT, new int[all.getSize()], 1, MPI.INT);
    all.free();
    parent.disconnect();
  }
}
