package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Hints;
import io.starling.collectives.PointToPointCommunicator;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.mpi.Failures;
import io.starling.mpi.Life;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This process's part in its job, which it joins once. */
final class Job {

  static final Job JOB = new Job();

  /** Where Linux has the name, without a question to a name server. */
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  private volatile Communicator world;
  private volatile Thread main;
  private volatile int level;
  private byte[] attached;

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
    Communicator joined = join(threads);
    Communicator self = joined.createGroup(Group.of(joined.process()), 0);
    main = Thread.currentThread();
    this.level = level;
    world = joined;
    MPI.COMM_WORLD.bind(joined);
    MPI.COMM_SELF.bind(self);
    describe(MPI.COMM_WORLD.attributes());
    MPI.INFO_ENV.fill(environment());
  }

  /** No communicator has an error handler yet, so a failure is thrown. */
  private static Communicator join(ThreadLevel threads) throws MPIException {
    try {
      return Life.begin(threads);
    } catch (StarlingException e) {
      Failure failure = Failures.of(e);
      int code = failure.errorClass().code();
      throw new MPIException(code, code, failure.getMessage(), failure);
    }
  }

  /** The attributes of COMM_WORLD. */
  private void describe(AttributeTable attributes) {
    attributes.predefined(MPI.TAG_UB, PointToPointCommunicator.MAX_TAG);
    attributes.predefined(MPI.HOST, MPI.PROC_NULL);
    attributes.predefined(MPI.IO, MPI.ANY_SOURCE);
    attributes.predefined(MPI.WTIME_IS_GLOBAL, false);
    attributes.predefined(MPI.APPNUM, Spawns.programNumber());
    attributes.predefined(MPI.LASTUSEDCODE, MPI.ERR_LASTCODE);
    attributes.predefined(MPI.UNIVERSE_SIZE, world.size());
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
      return Files.readString(HOST_NAME).strip();
    } catch (IOException _) {
      return nameOfAddress();
    }
  }

  private static String nameOfAddress() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost";
    }
  }

  /** Attaches memory for buffered sends. Starling has its own: the length alone counts. */
  synchronized void attach(byte[] buffer) {
    if (attached != null) {
      throw new Failure(ErrorClass.BUFFER, "a buffer is attached already; detach it first");
    }
    attached = buffer;
  }

  /** Waits for all buffered sends, and gives the memory back. */
  synchronized byte[] detach() {
    if (attached == null) {
      throw new Failure(ErrorClass.BUFFER, "no buffer is attached");
    }
    BufferedSends.flush();
    byte[] buffer = attached;
    attached = null;
    return buffer;
  }

  /** Throws if the attached memory has no room for a message. */
  synchronized void requireAttached(long bytes) {
    long length = attached == null ? 0 : attached.length;
    if (bytes + MPI.BSEND_OVERHEAD > length) {
      throw new Failure(
          ErrorClass.BUFFER,
          "a buffered send of %d bytes needs %d more, but the attached buffer has %d in all"
              .formatted(bytes, MPI.BSEND_OVERHEAD, length));
    }
  }

  /**
   * Ends calls when all ranks do. What the program has left open is no failure: so the rank leaves
   * the job when its JVM ends, as a close of the world would refuse open requests.
   */
  void end() {
    BufferedSends.flush();
    Leftovers.closeAll();
    world.barrier();
    Life.suspend();
  }
}
