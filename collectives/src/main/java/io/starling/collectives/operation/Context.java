package io.starling.collectives.operation;

import io.starling.runtime.progress.Board;
import io.starling.runtime.progress.Engine;
import io.starling.topology.layout.Hierarchy;
import io.starling.topology.layout.Layout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A communicator as its operations see it: a group of processes and a number that separates its
 * messages from those of other communicators (MPI 4.1, section 7.2). Processes are identified by
 * their numbers in the job: their ranks in its first world, and for those that came later the next
 * ones.
 */
public final class Context {

  /**
   * In place of a rank: no rank. Sends to it and receives from it complete at once, without data.
   */
  public static final int PROC_NULL = -2;

  private final Engine engine;

  /** All processes that were started together with this one. */
  private final Context world;

  private final int number;
  private final int rank;
  private final int size;
  private final int[] processes;

  /** The processes with their ranks, sorted; null if both are the same. */
  private final long[] ranks;

  private final Layout layout;
  private final Hierarchy hierarchy;
  private final CommunicatorFailures health;
  private final Board board;
  private final Map<Object, Object> common = new HashMap<>();

  private Context(
      Engine engine,
      Context world,
      int number,
      int rank,
      int size,
      int[] processes,
      Layout layout,
      boolean mayHaveBoard) {
    this.engine = engine;
    this.world = world == null ? this : world;
    this.number = number;
    this.rank = rank;
    this.size = size;
    this.processes = processes;
    this.ranks = sorted(processes);
    this.layout = layout;
    this.hierarchy = layout.hierarchy(rank);
    this.health = new CommunicatorFailures(this);
    this.board = mayHaveBoard ? makeBoard() : null;
  }

  /** The remote group of an intercommunicator. */
  private Context(Context union, int rank, int... processes) {
    engine = union.engine;
    world = union.world;
    number = union.number;
    this.rank = rank;
    size = processes.length;
    this.processes = processes;
    ranks = sorted(processes);
    layout = Layout.flat(size);
    hierarchy = layout.hierarchy(0);
    health = new CommunicatorFailures(this, union.health.name());
    board = null;
  }

  private static long[] sorted(int... processes) {
    return processes == null
        ? null
        : IntStream.range(0, processes.length)
            .mapToLong(rank -> (long) processes[rank] << Integer.SIZE | rank)
            .sorted()
            .toArray();
  }

  /** All processes of a job to which none come later. */
  public static Context world(Engine engine, Layout layout) {
    return world(engine, 0, layout);
  }

  /**
   * All processes that were started together with this one.
   *
   * @param first the number of the first one in the job
   */
  public static Context world(Engine engine, int first, Layout layout) {
    int size = layout.size();
    int[] processes = first == 0 ? null : IntStream.range(first, first + size).toArray();
    return new Context(engine, null, 0, engine.rank() - first, size, processes, layout, true);
  }

  /**
   * Some processes of this one.
   *
   * @param itsNumber a number that no other communicator of these processes has
   * @param members their ranks in this communicator, in their new order; this rank is among them
   * @param isFirst whether all of them know that none has used the number before
   */
  public Context derive(int itsNumber, int[] members, boolean isFirst) {
    int itsRank = 0;
    while (members[itsRank] != rank) {
      itsRank++;
    }
    int[] itsProcesses = Arrays.stream(members).map(this::process).toArray();
    return new Context(
        engine,
        world,
        itsNumber,
        itsRank,
        members.length,
        itsProcesses,
        layout.select(members),
        isFirst && isInWorld(itsProcesses));
  }

  /** Whether all are of this one's world. Ranks of several worlds may differ in having boards. */
  private boolean isInWorld(int... itsProcesses) {
    return Arrays.stream(itsProcesses).allMatch(process -> world.findRank(process) != PROC_NULL);
  }

  /**
   * Processes of several worlds.
   *
   * @param itsNumber a number that no other communicator of these processes has
   * @param itsProcesses in the order of their ranks; this one is among them
   * @param itsLayout where they are
   */
  public Context join(int itsNumber, int[] itsProcesses, Layout itsLayout) {
    int itsRank = 0;
    while (itsProcesses[itsRank] != engine.rank()) {
      itsRank++;
    }
    return new Context(
        engine, world, itsNumber, itsRank, itsProcesses.length, itsProcesses, itsLayout, false);
  }

  /** All processes that were started together with this one. */
  public Context world() {
    return world;
  }

  /** The processes that are not of this one's world. */
  public int[] strangers() {
    return processes == null
        ? new int[0]
        : Arrays.stream(processes)
            .filter(process -> world.findRank(process) == PROC_NULL)
            .toArray();
  }

  /**
   * This communicator as the messages of an intercommunicator see it: its ranks are those of the
   * other group.
   *
   * @param itsRank this process's rank in its own group
   * @param others the ranks of the other group in this communicator
   */
  public Context facing(int itsRank, int... others) {
    return new Context(this, itsRank, Arrays.stream(others).map(this::process).toArray());
  }

  private Board makeBoard() {
    boolean isOneOfFew = size > 1 && size <= Board.MOST_RANKS && number < Board.GROUPS;
    return isOneOfFew && layout.table().nodes() == 1
        ? engine.board(number, IntStream.range(0, size).map(this::process).toArray())
        : null;
  }

  public Engine engine() {
    return engine;
  }

  public int number() {
    return number;
  }

  /** This process's rank in the communicator. */
  public int rank() {
    return rank;
  }

  public int size() {
    return size;
  }

  /** The rank in the job of a rank of the communicator. */
  public int process(int itsRank) {
    return processes == null ? itsRank : processes[itsRank];
  }

  /** The rank in the communicator of one of its processes. */
  public int rankOf(int process) {
    if (ranks == null) {
      return process;
    }
    // The first entry that is not below this key.
    int at = Arrays.binarySearch(ranks, (long) process << Integer.SIZE);
    return (int) ranks[at < 0 ? -at - 1 : at];
  }

  /** The rank of a process in this communicator, or {@link #PROC_NULL} if it is not a member. */
  public int findRank(int process) {
    if (ranks == null) {
      return process < size ? process : PROC_NULL;
    }
    int at = Arrays.binarySearch(ranks, (long) process << Integer.SIZE);
    int index = at < 0 ? -at - 1 : at;
    boolean found = index < size && ranks[index] >>> Integer.SIZE == process;
    return found ? (int) ranks[index] : PROC_NULL;
  }

  /** The board of its ranks; null at all of them if they have none. */
  public Board board() {
    return board;
  }

  /**
   * What the operations of this communicator have in common, made at its first use.
   *
   * @param key different for different things
   */
  public <T> T common(Object key, Class<T> type, Function<Context, T> maker) {
    return type.cast(common.computeIfAbsent(key, _ -> maker.apply(this)));
  }

  /** The failures of this communicator. */
  public CommunicatorFailures health() {
    return health;
  }

  public Layout layout() {
    return layout;
  }

  /** This rank's groups. */
  public Hierarchy hierarchy() {
    return hierarchy;
  }
}
