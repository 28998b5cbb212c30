package io.starling.executor;

import io.starling.collectives.Communicator;
import io.starling.runtime.ThreadLevel;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * An executor service whose tasks run on other ranks (as {@code MPICommExecutor} of mpi4py). One
 * rank, the root, submits tasks; the others run them in {@link #close} until the root closes the
 * pool:
 *
 * <pre>{@code
 * try (Communicator world = Starling.world();
 *     RankExecutor pool = RankExecutor.of(world)) {
 *   if (pool.isRoot()) {
 *     Future<Double> area = pool.submit(() -> integrate(0, 1));
 *     pool.map(Main::solve, problems).forEach(System.out::println);
 *     System.out.println(area.get());
 *   }
 * }
 * }</pre>
 *
 * <p>{@link #run} is the same without the condition. In a job of one rank, the root runs the tasks
 * itself.
 *
 * <p><b>Tasks</b> travel to another process. They, what they refer to, and their results are {@link
 * java.io.Serializable}, or whatever the codec of the communicator can write. A lambda that is
 * passed to a method of this class is serialisable; one that becomes a {@code Callable} or {@code
 * Runnable} first is not. A task that can't be sent is refused by the call that submits it, with a
 * {@link io.starling.collectives.CodecException} that names the class and the path to it. Large
 * primitive arrays of a task must not change until it is done. Each rank runs one task at a time.
 *
 * <p><b>Failures.</b> What a task throws is the cause of the {@link ExecutionException}, whose
 * message names the rank; if it can't be sent, a {@link TaskException} describes it. {@link
 * LostTasks} says what becomes of the tasks of a rank that dies. If the root dies, {@link #close}
 * throws a {@link io.starling.runtime.RankFailedException} on the others.
 *
 * <p><b>Threads.</b> With {@link ThreadLevel#MULTIPLE}, any thread of the root submits and waits, a
 * thread of the pool takes the answers, and a cancel interrupts a running task within some
 * milliseconds. At lower levels only the threads that may call Starling use the pool, answers are
 * taken and tasks handed out inside its calls and those of its futures, and a task that runs is not
 * interrupted: a cancelled one ends, and its result is dropped.
 *
 * <p>A {@link Future} of a cancelled task is done at once. {@link #isTerminated} waits for the end
 * of all tasks that run.
 */
public final class RankExecutor implements ExecutorService {

  /** What the root does with a pool. */
  @FunctionalInterface
  public interface Program {

    /**
     * Submits tasks and waits for results.
     *
     * @param pool is closed when this method returns
     * @throws Exception any failure; the pool is shut down at once
     */
    void run(RankExecutor pool) throws Exception;
  }

  private final Communicator communicator;
  private final PoolOptions options;
  private final Dispatcher dispatcher;
  private boolean closed;

  private RankExecutor(Communicator communicator, PoolOptions options) {
    this.communicator = communicator;
    this.options = options;
    dispatcher = isRoot() ? dispatcher() : null;
  }

  private Dispatcher dispatcher() {
    Dispatcher made = new Dispatcher(communicator, options);
    if (communicator.threadLevel() == ThreadLevel.MULTIPLE) {
      ThreadProgress progress = new ThreadProgress(communicator, made);
      made.drivenBy(progress);
      progress.start();
    } else {
      made.drivenBy(new CallerProgress(communicator, made));
    }
    return made;
  }

  /**
   * A pool in which rank 0 submits tasks and all other ranks run them. All ranks call it; it
   * duplicates the communicator.
   *
   * @param communicator the ranks; their codec, thread level and failures are those of the pool
   * @return this rank's part, to be closed before the communicator
   */
  public static RankExecutor of(Communicator communicator) {
    return of(communicator, PoolOptions.defaults());
  }

  /**
   * A pool with other options.
   *
   * @param communicator the ranks; their codec, thread level and failures are those of the pool
   * @param options the same on all ranks
   * @return this rank's part, to be closed before the communicator
   * @throws IllegalArgumentException if the root is no rank of the communicator
   */
  public static RankExecutor of(Communicator communicator, PoolOptions options) {
    if (options == null) {
      throw new IllegalArgumentException("options must not be null");
    }
    if (options.root() < 0 || options.root() >= communicator.size()) {
      throw new IllegalArgumentException(
          "rank %d: root %d is not a rank; ranks are 0 to %d"
              .formatted(communicator.rank(), options.root(), communicator.size() - 1));
    }
    Communicator own = communicator.duplicate();
    own.rename(communicator.name() + ".executor");
    return new RankExecutor(own, options);
  }

  /**
   * Runs a program at rank 0 with a pool of all other ranks, and returns at all of them when it has
   * ended. All ranks call it.
   *
   * @param communicator the ranks
   * @param program runs at rank 0
   * @throws Exception what the program has thrown, at rank 0; tasks that were not done are
   *     cancelled
   */
  public static void run(Communicator communicator, Program program) throws Exception {
    try (RankExecutor pool = of(communicator)) {
      if (pool.isRoot()) {
        try {
          program.run(pool);
        } catch (Throwable e) {
          pool.shutdownNow();
          throw e;
        }
      }
    }
  }

  /**
   * Whether this rank submits tasks.
   *
   * @return true at the root
   */
  public boolean isRoot() {
    return communicator.rank() == options.root();
  }

  /**
   * How many ranks run tasks.
   *
   * @return the number of living ranks without the root; 1 in a job of one rank
   */
  public int workers() {
    return root().workers();
  }

  private Dispatcher root() {
    if (dispatcher == null) {
      throw new RejectedExecutionException(
          ("rank %d runs tasks and submits none: rank %d, the root, does. Put the calls into"
                  + " if (pool.isRoot()) or RankExecutor.run")
              .formatted(communicator.rank(), options.root()));
    }
    return dispatcher;
  }

  int chunksUnderWay() {
    return workers() * (options.tasksAhead() + 1);
  }

  /**
   * Submits a task with a result; see {@link ExecutorService#submit(Callable)}.
   *
   * @param task runs on another rank
   * @param <T> the type of the result
   * @return its future
   * @throws RejectedExecutionException at other ranks than the root, after a shutdown, or if no
   *     worker is left
   * @throws io.starling.collectives.CodecException if the task can't be sent
   */
  public <T> Future<T> submit(SerializableCallable<T> task) {
    return root().submit(present(task), false);
  }

  /**
   * Submits a task without a result; see {@link ExecutorService#submit(Runnable)}.
   *
   * @param task runs on another rank
   * @return its future, with null as the result
   * @throws RejectedExecutionException at other ranks than the root, after a shutdown, or if no
   *     worker is left
   * @throws io.starling.collectives.CodecException if the task can't be sent
   */
  public Future<?> submit(SerializableRunnable task) {
    return submit(task, null);
  }

  /**
   * {@inheritDoc} The task is serialisable; {@link #submit(SerializableCallable)} takes lambdas.
   */
  @Override
  public <T> Future<T> submit(Callable<T> task) {
    return root().submit(present(task), false);
  }

  /**
   * {@inheritDoc} The task is serialisable; {@link #submit(SerializableRunnable)} takes lambdas.
   */
  @Override
  public Future<?> submit(Runnable task) {
    return submit(task, null);
  }

  /** {@inheritDoc} Task and result are serialisable; the future has a copy of the result. */
  @Override
  public <T> Future<T> submit(Runnable task, T result) {
    return root().submit(new RunnableTask<>(present(task), result), false);
  }

  /**
   * Runs a task; see {@link #execute(Runnable)}.
   *
   * @param task runs on another rank
   */
  public void execute(SerializableRunnable task) {
    execute((Runnable) task);
  }

  /**
   * {@inheritDoc} The task is serialisable. What it throws goes to the handler of uncaught
   * exceptions of a thread of the root.
   */
  @Override
  public void execute(Runnable task) {
    Future<?> _ = root().submit(new RunnableTask<>(present(task), null), true);
  }

  static <T> T present(T task) {
    if (task == null) {
      throw new NullPointerException("task must not be null");
    }
    return task;
  }

  /**
   * Applies a function to each input, one task for each; see {@link #map(SerializableFunction,
   * Iterable, int)}.
   *
   * @param function runs on other ranks
   * @param inputs are serialisable
   * @param <T> the type of the inputs
   * @param <R> the type of the results
   * @return the results in the order of the inputs
   */
  public <T, R> Stream<R> map(
      SerializableFunction<? super T, ? extends R> function, Iterable<? extends T> inputs) {
    return map(function, inputs, 1);
  }

  /**
   * Applies a function to each input; each task has several of them. Tasks begin at once, as many
   * as the workers can hold; others follow as results are taken, so inputs may be many more than
   * memory holds. If the function throws, the stream throws a {@link
   * java.util.concurrent.CompletionException} with the exception as its cause, and the other tasks
   * are cancelled; so they are when the stream is closed.
   *
   * @param function runs on other ranks
   * @param inputs are serialisable
   * @param chunk how many inputs a task has, 1 or more; more are cheaper where the function is fast
   * @param <T> the type of the inputs
   * @param <R> the type of the results
   * @return the results in the order of the inputs
   */
  public <T, R> Stream<R> map(
      SerializableFunction<? super T, ? extends R> function,
      Iterable<? extends T> inputs,
      int chunk) {
    return map(function, inputs, chunk, true);
  }

  /**
   * The same with the results in the order in which tasks end; those of a task stay together.
   *
   * @param function runs on other ranks
   * @param inputs are serialisable
   * @param chunk how many inputs a task has, 1 or more
   * @param <T> the type of the inputs
   * @param <R> the type of the results
   * @return the results in any order
   */
  public <T, R> Stream<R> mapUnordered(
      SerializableFunction<? super T, ? extends R> function,
      Iterable<? extends T> inputs,
      int chunk) {
    return map(function, inputs, chunk, false);
  }

  private <T, R> Stream<R> map(
      SerializableFunction<? super T, ? extends R> function,
      Iterable<? extends T> inputs,
      int chunk,
      boolean isOrdered) {
    present(function);
    if (chunk < 1) {
      throw new IllegalArgumentException("chunk must be at least 1 input, not " + chunk);
    }
    Iterator<? extends T> each = inputs.iterator();
    MapResults<T, R> results = new MapResults<>(this, root(), function, each, chunk, isOrdered);
    results.fill();
    int order = isOrdered ? Spliterator.ORDERED : 0;
    return StreamSupport.stream(Spliterators.<R>spliteratorUnknownSize(results, order), false)
        .onClose(results::cancel);
  }

  @Override
  public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks)
      throws InterruptedException {
    return invokeAll(tasks, Long.MAX_VALUE);
  }

  @Override
  public <T> List<Future<T>> invokeAll(
      Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
      throws InterruptedException {
    return invokeAll(tasks, unit.toNanos(timeout));
  }

  private <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long nanoseconds)
      throws InterruptedException {
    return new Batch<T>(root(), tasks).all(nanoseconds);
  }

  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks)
      throws InterruptedException, ExecutionException {
    try {
      return invokeAny(tasks, Long.MAX_VALUE);
    } catch (TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return invokeAny(tasks, unit.toNanos(timeout));
  }

  private <T> T invokeAny(Collection<? extends Callable<T>> tasks, long nanoseconds)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("tasks must be at least one, not none");
    }
    return new Batch<T>(root(), tasks).any(nanoseconds);
  }

  @Override
  public void shutdown() {
    root().shutdown();
  }

  /**
   * {@inheritDoc} The futures of tasks that no worker has got are cancelled; what is returned runs
   * them on this rank. Running tasks are interrupted where threads may call.
   */
  @Override
  public List<Runnable> shutdownNow() {
    return root().shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return root().isShutDown();
  }

  @Override
  public boolean isTerminated() {
    root().look();
    return root().isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return root().await(dispatcher::isTerminated, unit.toNanos(timeout));
  }

  /**
   * At the root, waits for all tasks, then lets the other ranks go; if the thread is interrupted,
   * it cancels what is left. At other ranks, runs tasks until the root has closed the pool.
   *
   * @throws io.starling.runtime.RankFailedException if the root has failed, at other ranks
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (dispatcher == null) {
      Worker.of(communicator, options.root()).serve();
      communicator.close();
      return;
    }
    dispatcher.shutdown();
    boolean interrupted = false;
    while (!dispatcher.isTerminated()) {
      try {
        dispatcher.await(dispatcher::isTerminated, Long.MAX_VALUE);
      } catch (InterruptedException e) {
        interrupted = true;
        dispatcher.shutdownNow();
      }
    }
    dispatcher.leave();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The communicator's name, and this rank's part. */
  @Override
  public String toString() {
    return communicator.name() + (isRoot() ? ": root" : ": worker at rank " + communicator.rank());
  }
}
