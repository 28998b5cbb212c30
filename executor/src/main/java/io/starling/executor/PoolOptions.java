package io.starling.executor;

/**
 * How a {@link RankExecutor} works; all ranks pass the same.
 *
 * @param root the rank that submits tasks
 * @param lostTasks what becomes of the tasks of a rank that has died
 * @param tasksAhead how many tasks a worker has at most while its tasks take less than a
 *     millisecond: the next ones then wait where they run. A worker with longer tasks has one
 */
public record PoolOptions(int root, LostTasks lostTasks, int tasksAhead) {

  private static final PoolOptions DEFAULTS = new PoolOptions(0, LostTasks.FAIL, 8);

  /**
   * Checks the values that do not depend on a communicator.
   *
   * @throws IllegalArgumentException if {@code lostTasks} is null or {@code tasksAhead} less than 1
   */
  public PoolOptions {
    if (lostTasks == null) {
      throw new IllegalArgumentException("lostTasks must not be null");
    }
    if (tasksAhead < 1) {
      throw new IllegalArgumentException("tasksAhead must be at least 1, not " + tasksAhead);
    }
  }

  /**
   * Rank 0 submits, tasks of dead ranks fail, and a worker with short tasks has up to eight.
   *
   * @return the options of {@link RankExecutor#of(io.starling.collectives.Communicator)}
   */
  public static PoolOptions defaults() {
    return DEFAULTS;
  }

  /**
   * The same with another root.
   *
   * @param rank the rank that submits tasks
   * @return new options
   */
  public PoolOptions withRoot(int rank) {
    return new PoolOptions(rank, lostTasks, tasksAhead);
  }

  /**
   * The same with another fate of the tasks of dead ranks.
   *
   * @param fate what becomes of them
   * @return new options
   */
  public PoolOptions withLostTasks(LostTasks fate) {
    return new PoolOptions(root, fate, tasksAhead);
  }

  /**
   * The same with another number of tasks per worker.
   *
   * @param most how many tasks a worker has at most, 1 or more
   * @return new options
   */
  public PoolOptions withTasksAhead(int most) {
    return new PoolOptions(root, lostTasks, most);
  }
}
