package mpi;

import io.starling.mpi.Base;
import io.starling.mpi.Life;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The constants of MPI, Init and Finalize. Init and Finalize may be called any number of times. */
@SuppressWarnings({
  "MemberName", // mpiJava's names.
  "NonFinalStaticField",
  "checkstyle:VisibilityModifier",
  "checkstyle:Regexp" // Programs read these fields at run time, and none is final in MPJ Express.
})
public class MPI {

  /** PROC_NULL and UNDEFINED. */
  static final int NONE = -1;

  /** ANY_SOURCE and ANY_TAG. */
  static final int ANY = -2;

  static final int KEY_OF_TAG_UB = 0;
  static final int KEY_OF_HOST = 1;
  static final int KEY_OF_IO = 2;

  /** The rank, the configuration and the device, which the launcher puts before the arguments. */
  private static final int LAUNCHERS_ARGUMENTS = 3;

  private static final double NANOS = 1e-9;
  private static final double MILLIS = 1e-3;
  private static final long START_NANOS = System.nanoTime();
  private static final double START = MILLIS * System.currentTimeMillis();

  /** A constant of MPJ Express, of no meaning here. */
  public static final boolean DEBUG = true;

  /** A constant of MPJ Express, of no meaning here. */
  public static boolean isOldSelected;

  /** The processors that this machine has. */
  public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

  /** In place of a source: any rank. */
  public static int ANY_SOURCE = ANY;

  /** In place of a tag: any tag. */
  public static int ANY_TAG = ANY;

  /**
   * In place of a rank: none, as beyond the edge of a grid. Programs ask for the edge by comparing
   * with this, with -1, which MPJ Express itself gives, or with 0: all three work.
   */
  public static int PROC_NULL = NONE;

  /** No number: of a rank, a count, a colour. */
  public static int UNDEFINED = NONE;

  /** The result of Compare for one and the same. */
  public static final int IDENT = 0;

  /** The result of Compare for the same processes in another order. */
  public static final int SIMILAR = 1;

  /** The result of Compare for other processes. */
  public static final int UNEQUAL = 2;

  /** The result of Compare for two communicators of the same processes in the same order. */
  public static final int CONGRUENT = 3;

  /** The topology of a graph. */
  public static int GRAPH = 1;

  /** The topology of a grid. */
  public static int CART = 2;

  /** One thread. */
  public static int THREAD_SINGLE = 1;

  /** Several threads, of which one calls. */
  public static int THREAD_FUNNELED = 2;

  /** Several threads, which call one after the other. */
  public static int THREAD_SERIALIZED = 3;

  /** Several threads, which call at the same time. This is the level that there is. */
  public static int THREAD_MULTIPLE = 4;

  /** The key of the largest tag. */
  public static int TAG_UB = KEY_OF_TAG_UB;

  /** The key of the rank of a host process, of which there is none. */
  public static int HOST = KEY_OF_HOST;

  /** The key of a rank that can do input and output. */
  public static int IO = KEY_OF_IO;

  /** What a message takes of an attached buffer beside its data. Buffers are advice: nothing. */
  public static int BSEND_OVERHEAD;

  /** What a buffer for Pack needs beside its data. Buffers grow: nothing. */
  public static int SEND_OVERHEAD;

  /** What a buffer for Unpack needs beside its data. Buffers grow: nothing. */
  public static int RECV_OVERHEAD;

  /** No elements. */
  public static Datatype NULL = BasicType.none();

  /** The elements of a byte[]. */
  public static Datatype BYTE = BasicType.of(1, Base.BYTE, io.starling.runtime.Datatype.INT8);

  /** The elements of a char[]. */
  public static Datatype CHAR = BasicType.of(2, Base.CHAR, io.starling.runtime.Datatype.INT16);

  /** The elements of a short[]. */
  public static Datatype SHORT = BasicType.of(3, Base.SHORT, io.starling.runtime.Datatype.INT16);

  /** The elements of a boolean[]. */
  public static Datatype BOOLEAN =
      BasicType.of(4, Base.BOOLEAN, io.starling.runtime.Datatype.UINT8);

  /** The elements of an int[]. */
  public static Datatype INT = BasicType.of(5, Base.INT, io.starling.runtime.Datatype.INT32);

  /** The elements of a long[]. */
  public static Datatype LONG = BasicType.of(6, Base.LONG, io.starling.runtime.Datatype.INT64);

  /** The elements of a float[]. */
  public static Datatype FLOAT = BasicType.of(7, Base.FLOAT, io.starling.runtime.Datatype.FLOAT32);

  /** The elements of a double[]. */
  public static Datatype DOUBLE =
      BasicType.of(8, Base.DOUBLE, io.starling.runtime.Datatype.FLOAT64);

  /** The content of an mpjbuf.Buffer. */
  public static Datatype PACKED = BasicType.packed();

  /** The lower bound of a structure. */
  public static Datatype LB = BasicType.lowerMarker();

  /** The upper bound of a structure. */
  public static Datatype UB = BasicType.upperMarker();

  /** The elements of an array of objects, which are serialized. */
  public static Datatype OBJECT = BasicType.object();

  /** A value and its place, two elements of a short[]. */
  public static Datatype SHORT2 = Datatype.pair(SHORT);

  /** A value and its place, two elements of an int[]. */
  public static Datatype INT2 = Datatype.pair(INT);

  /** A value and its place, two elements of a long[]. */
  public static Datatype LONG2 = Datatype.pair(LONG);

  /** A value and its place, two elements of a float[]. */
  public static Datatype FLOAT2 = Datatype.pair(FLOAT);

  /** A value and its place, two elements of a double[]. */
  public static Datatype DOUBLE2 = Datatype.pair(DOUBLE);

  /** The greater. */
  public static Op MAX = new Max();

  /** The lesser. */
  public static Op MIN = new Min();

  /** The sum. */
  public static Op SUM = new Sum();

  /** The product. */
  public static Op PROD = new Prod();

  /** Whether both are true. */
  public static Op LAND = new Land();

  /** The bits that are set in both. */
  public static Op BAND = new Band();

  /** Whether one is true. */
  public static Op LOR = new Lor();

  /** The bits that are set in one. */
  public static Op BOR = new Bor();

  /** Whether exactly one is true. */
  public static Op LXOR = new Lxor();

  /** The bits that are set in exactly one. */
  public static Op BXOR = new Bxor();

  /** The greatest value and its place. */
  public static Op MAXLOC = new Op(io.starling.mpi.PredefinedOperator.MAXLOC, new Maxloc());

  /** The least value and its place. */
  public static Op MINLOC = new Op(io.starling.mpi.PredefinedOperator.MINLOC, new Minloc());

  /** An inactive request. */
  public static Request REQUEST_NULL = new Request((Pending) null);

  /** The status of a call that had nothing to wait for. */
  public static Status EMPTY_STATUS = new Status();

  /** All processes; null before Init. */
  public static Intracomm COMM_WORLD;

  /** This process alone; null before Init. */
  public static Comm COMM_SELF;

  /** No communicator; null before Init. */
  public static Comm COMM_NULL;

  /** The group without processes; null before Init. */
  public static Group GROUP_EMPTY;

  /** No group; null before Init. */
  public static Group GROUP_NULL;

  /** Every error is thrown; null before Init. */
  public static Errhandler ERRORS_ARE_FATAL;

  /** Always null, as in MPJ Express: every error is thrown. */
  public static Errhandler ERRORS_RETURN;

  /** Programs may make one. */
  public MPI() {}

  /**
   * Joins the job at the first call; begins anew at calls after Finalize.
   *
   * @param args what main got
   * @return the arguments of the program: without the first three, if these are the launcher's
   */
  public static String[] Init(String[] args) throws MPIException {
    try {
      Session session = Session.begin();
      COMM_WORLD = new Intracomm(session.world(), session);
      COMM_SELF = new Intracomm(session.own(), session);
      COMM_NULL = new Comm(null);
      GROUP_EMPTY = new Group(io.starling.collectives.Group.EMPTY);
      GROUP_NULL = new Group((mpjdev.Group) null);
      ERRORS_ARE_FATAL = new Errhandler();
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
    return args != null && args.length >= LAUNCHERS_ARGUMENTS && isRank(args[0])
        ? Arrays.copyOfRange(args, LAUNCHERS_ARGUMENTS, args.length)
        : args;
  }

  private static boolean isRank(String text) {
    try {
      return Integer.parseInt(text) >= 0;
    } catch (NumberFormatException _) {
      return false;
    }
  }

  /** Waits until all processes call it, and ends calls until the next Init. */
  public static void Finalize() throws MPIException {
    try {
      Session.current().end();
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Whether calls are possible.
   *
   * @return true between Init and Finalize
   */
  public static boolean Initialized() throws MPIException {
    return Life.isRunning();
  }

  /**
   * The time.
   *
   * @return seconds since 1970
   */
  public static double Wtime() throws MPIException {
    return START + NANOS * (System.nanoTime() - START_NANOS);
  }

  /**
   * The resolution of {@link #Wtime}.
   *
   * @return seconds
   */
  public static double Wtick() throws MPIException {
    return NANOS;
  }

  /**
   * The name of this host.
   *
   * @return the name, or localhost if it has none
   */
  public static String Get_processor_name() throws MPIException {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost";
    }
  }

  /**
   * Allows buffered sends. They take memory of their own, as much as they need.
   *
   * @param userBuffer not used
   */
  public static void Buffer_attach(ByteBuffer userBuffer) throws MPIException {
    Session.current().attach();
  }

  /** Waits for buffered sends; does nothing if no buffer is attached. */
  public static void Buffer_detach() throws MPIException {
    try {
      Session.current().detach();
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Does nothing: every error is thrown.
   *
   * @param errhandler not used
   */
  public static void Errorhandler_set(Errhandler errhandler) throws MPIException {}

  /**
   * There are no handlers.
   *
   * @return null
   */
  public static Errhandler Errorhandler_get() throws MPIException {
    return null;
  }

  /**
   * Does nothing, as in MPJ Express: Init joins the job.
   *
   * @param required not used
   * @param provided not used
   * @param args not used
   * @return null
   */
  public static String[] initThread(int required, int provided, String[] args) {
    return null;
  }

  /**
   * Whether this thread may call.
   *
   * @return true
   */
  public static boolean isMainThread() {
    return true;
  }

  /**
   * Which threads may call.
   *
   * @return THREAD_MULTIPLE
   */
  public static int queryThread() {
    return THREAD_MULTIPLE;
  }
}
