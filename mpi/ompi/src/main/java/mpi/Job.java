package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Hints;
import io.starling.mpi.Life;
import io.starling.runtime.ThreadLevel;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** This process's part in its job, which it joins once. */
final class Job {

  static final Job JOB = new Job();

  private volatile Communicator world;
  private volatile Thread main;
  private volatile int level;
  private final BufferedSends bufferedSends = new BufferedSends();

  private Job() {}

  /** The communicator of all ranks, after Init. */
  Communicator world() {
    return world;
  }

  boolean hasBegun() {
    return world != null;
  }

  synchronized void begin(ThreadLevel threads, int level) throws MPIException {
    if (world != null) {
      throw new MPIException("MPI was initialised before; a process does it once");
    }
    world = Life.begin(threads);
    main = Thread.currentThread();
    this.level = level;
  }

  int level() {
    return level;
  }

  boolean isMain() {
    return Thread.currentThread() == main;
  }

  /** For messages. */
  String rankText() {
    return world == null ? "?" : Integer.toString(world.rank());
  }

  void abort(int code) {
    if (world == null) {
      throw new IllegalStateException("the job has not begun");
    }
    world.abort(code);
  }

  /** The keys of INFO_ENV. */
  Hints environment() {
    return Hints.EMPTY
        .with("maxprocs", Integer.toString(world.size()))
        .with("ompi_np", Integer.toString(world.size()))
        .with("soft", Integer.toString(world.size()))
        .with("host", hostName())
        .with("arch", System.getProperty("os.arch"))
        .with("wdir", System.getProperty("user.dir"))
        .with("command", "java")
        .with("thread_level", threadLevel());
  }

  private String threadLevel() {
    return "MPI_THREAD_"
        + switch (level) {
          case MPI.THREAD_SINGLE -> "SINGLE";
          case MPI.THREAD_FUNNELED -> "FUNNELED";
          case MPI.THREAD_SERIALIZED -> "SERIALIZED";
          default -> "MULTIPLE";
        };
  }

  /** The name of the host. */
  static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost";
    }
  }

  /** The memory of buffered sends. */
  BufferedSends bufferedSends() {
    return bufferedSends;
  }

  /** Leaves the job. What the program has left open is no failure. */
  void end() {
    bufferedSends.await();
    Life.end();
  }
}
