package mpi;

import io.starling.collectives.Window;
import io.starling.mpi.Base;
import io.starling.mpi.Life;
import io.starling.mpi.PredefinedOperator;
import io.starling.runtime.ThreadLevel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;

/** Begin and end of a job, the constants of MPI, and help for buffers. */
@SuppressWarnings({
  "doclint:missing", // The constants are MPI's, and calls that differ in a type are described once.
  "checkstyle:name"
})
public final class MPI {

  public static final int ANY_SOURCE = -1;
  public static final int ANY_TAG = -1;
  public static final int APPNUM = 4;
  public static final int BSEND_OVERHEAD = 128;
  public static final int CART = 1;
  public static final int CONGRUENT = 1;
  public static final int DISPLACEMENT_CURRENT = -54278278;
  public static final int DISTRIBUTE_BLOCK = 0;
  public static final int DISTRIBUTE_CYCLIC = 1;
  public static final int DISTRIBUTE_DFLT_DARG = -1;
  public static final int DISTRIBUTE_NONE = 2;
  public static final int DIST_GRAPH = 3;
  public static final int ERR_ACCESS = 20;
  public static final int ERR_AMODE = 21;
  public static final int ERR_ARG = 13;
  public static final int ERR_ASSERT = 22;
  public static final int ERR_BAD_FILE = 23;
  public static final int ERR_BASE = 24;
  public static final int ERR_BUFFER = 1;
  public static final int ERR_COMM = 5;
  public static final int ERR_CONVERSION = 25;
  public static final int ERR_COUNT = 2;
  public static final int ERR_DIMS = 12;
  public static final int ERR_DISP = 26;
  public static final int ERR_DUP_DATAREP = 27;
  public static final int ERR_FILE = 30;
  public static final int ERR_FILE_EXISTS = 28;
  public static final int ERR_FILE_IN_USE = 29;
  public static final int ERR_GROUP = 9;
  public static final int ERR_INFO = 34;
  public static final int ERR_INFO_KEY = 31;
  public static final int ERR_INFO_NOKEY = 32;
  public static final int ERR_INFO_VALUE = 33;
  public static final int ERR_INTERN = 17;
  public static final int ERR_IN_STATUS = 18;
  public static final int ERR_IO = 35;
  public static final int ERR_KEYVAL = 36;
  public static final int ERR_LASTCODE = 92;
  public static final int ERR_LOCKTYPE = 37;
  public static final int ERR_NAME = 38;
  public static final int ERR_NOT_SAME = 40;
  public static final int ERR_NO_MEM = 39;
  public static final int ERR_NO_SPACE = 41;
  public static final int ERR_NO_SUCH_FILE = 42;
  public static final int ERR_OP = 10;
  public static final int ERR_OTHER = 16;
  public static final int ERR_PENDING = 19;
  public static final int ERR_PORT = 43;
  public static final int ERR_QUOTA = 44;
  public static final int ERR_RANK = 6;
  public static final int ERR_READ_ONLY = 45;
  public static final int ERR_REQUEST = 7;
  public static final int ERR_RMA_CONFLICT = 46;
  public static final int ERR_RMA_SYNC = 47;
  public static final int ERR_ROOT = 8;
  public static final int ERR_SERVICE = 48;
  public static final int ERR_SIZE = 49;
  public static final int ERR_SPAWN = 50;
  public static final int ERR_SYSRESOURCE = 0;
  public static final int ERR_TAG = 4;
  public static final int ERR_TOPOLOGY = 11;
  public static final int ERR_TRUNCATE = 15;
  public static final int ERR_TYPE = 3;
  public static final int ERR_UNKNOWN = 14;
  public static final int ERR_UNSUPPORTED_DATAREP = 51;
  public static final int ERR_UNSUPPORTED_OPERATION = 52;
  public static final int ERR_WIN = 53;
  public static final int GRAPH = 2;
  public static final int HOST = 1;
  public static final int IDENT = 0;
  public static final int IO = 2;
  public static final int KEYVAL_INVALID = -1;
  public static final int LASTUSEDCODE = 5;
  public static final int LOCK_EXCLUSIVE = 1;
  public static final int LOCK_SHARED = 2;
  public static final int MAX_DATAREP_STRING = 128;
  public static final int MAX_INFO_KEY = 36;
  public static final int MAX_INFO_VAL = 256;
  public static final int MAX_OBJECT_NAME = 64;
  public static final int MAX_PORT_NAME = 1024;
  public static final int MODE_APPEND = 128;
  public static final int MODE_CREATE = 1;
  public static final int MODE_DELETE_ON_CLOSE = 16;
  public static final int MODE_EXCL = 64;
  public static final int MODE_NOCHECK = 1;
  public static final int MODE_NOPRECEDE = 2;
  public static final int MODE_NOPUT = 4;
  public static final int MODE_NOSTORE = 8;
  public static final int MODE_NOSUCCEED = 16;
  public static final int MODE_RDONLY = 2;
  public static final int MODE_RDWR = 8;
  public static final int MODE_SEQUENTIAL = 256;
  public static final int MODE_UNIQUE_OPEN = 32;
  public static final int MODE_WRONLY = 4;
  public static final int ORDER_C = 0;
  public static final int ORDER_FORTRAN = 1;
  public static final int PROC_NULL = -2;
  public static final int ROOT = -4;
  public static final int SEEK_CUR = 602;
  public static final int SEEK_END = 604;
  public static final int SEEK_SET = 600;
  public static final int SIMILAR = 2;
  public static final int SUBVERSION = 1;
  public static final int SUCCESS = 0;
  public static final int TAG_UB = 0;
  public static final int THREAD_FUNNELED = 1;
  public static final int THREAD_MULTIPLE = 3;
  public static final int THREAD_SERIALIZED = 2;
  public static final int THREAD_SINGLE = 0;
  public static final int UNDEFINED = -32766;
  public static final int UNEQUAL = 3;
  public static final int UNIVERSE_SIZE = 6;
  public static final int VERSION = 3;
  public static final int WIN_BASE = 7;
  public static final int WIN_DISP_UNIT = 9;
  public static final int WIN_SIZE = 8;
  public static final int WTIME_IS_GLOBAL = 3;

  public static final Errhandler ERRORS_ARE_FATAL = new Errhandler(true);
  public static final Errhandler ERRORS_RETURN = new Errhandler(false);

  public static final Datatype DATATYPE_NULL = new Datatype(null, "MPI_DATATYPE_NULL");
  public static final Datatype BYTE = Types.basic(Base.BYTE, "UINT8_T");
  public static final Datatype CHAR = Types.basic(Base.CHAR, "UINT16_T");
  public static final Datatype SHORT = Types.basic(Base.SHORT, "INT16_T");
  public static final Datatype BOOLEAN = Types.basic(Base.BOOLEAN, "UINT8_T");
  public static final Datatype INT = Types.basic(Base.INT, "INT32_T");
  public static final Datatype LONG = Types.basic(Base.LONG, "INT64_T");
  public static final Datatype FLOAT = Types.basic(Base.FLOAT, "FLOAT");
  public static final Datatype DOUBLE = Types.basic(Base.DOUBLE, "DOUBLE");
  public static final Datatype PACKED = Types.packed();
  public static final Datatype INT2 = Types.pair(Types.Pair.INT, "2INT");
  public static final Datatype SHORT_INT = Types.shortAndInt();
  public static final Datatype LONG_INT = Types.pair(Types.Pair.LONG, "LONG_INT");
  public static final Datatype FLOAT_INT = Types.pair(Types.Pair.FLOAT, "FLOAT_INT");
  public static final Datatype DOUBLE_INT = Types.pair(Types.Pair.DOUBLE, "DOUBLE_INT");
  public static final Datatype FLOAT_COMPLEX = Types.complex(Base.FLOAT, "C_COMPLEX");
  public static final Datatype DOUBLE_COMPLEX = Types.complex(Base.DOUBLE, "C_DOUBLE_COMPLEX");

  public static final Int2 int2 = new Int2();
  public static final ShortInt shortInt = new ShortInt();
  public static final LongInt longInt = new LongInt();
  public static final FloatInt floatInt = new FloatInt();
  public static final DoubleInt doubleInt = new DoubleInt();

  public static final Op MAX = new Op(PredefinedOperator.MAX);
  public static final Op MIN = new Op(PredefinedOperator.MIN);
  public static final Op SUM = new Op(PredefinedOperator.SUM);
  public static final Op PROD = new Op(PredefinedOperator.PROD);
  public static final Op LAND = new Op(PredefinedOperator.LAND);
  public static final Op BAND = new Op(PredefinedOperator.BAND);
  public static final Op LOR = new Op(PredefinedOperator.LOR);
  public static final Op BOR = new Op(PredefinedOperator.BOR);
  public static final Op LXOR = new Op(PredefinedOperator.LXOR);
  public static final Op BXOR = new Op(PredefinedOperator.BXOR);
  public static final Op MINLOC = new Op(PredefinedOperator.MINLOC);
  public static final Op MAXLOC = new Op(PredefinedOperator.MAXLOC);
  public static final Op REPLACE = new Op(Window.REPLACE);
  public static final Op NO_OP = new Op(Window.NO_OPERATION);

  public static final Group GROUP_EMPTY = new Group(io.starling.collectives.Group.EMPTY);
  public static final Info INFO_NULL = new Info(null);
  public static final Info INFO_ENV = new Info(io.starling.collectives.Hints.EMPTY);
  public static final Intracomm COMM_WORLD = new Intracomm();
  public static final Intracomm COMM_SELF = new Intracomm();
  public static final Request REQUEST_NULL = new Request(null, null);

  private static final long START = System.nanoTime();
  private static final int MAJOR = VERSION;
  private static final int MINOR = SUBVERSION;

  /** A class with static members only, of which programs may make objects all the same. */
  public MPI() {}

  /**
   * Joins the job (MPI_Init), once per process.
   *
   * @param args the arguments of the program
   * @return a copy
   * @throws MPIException if it was called before
   */
  public static String[] Init(String[] args) throws MPIException {
    String[] copy = args.clone();
    Job.JOB.begin(ThreadLevel.SERIALIZED, THREAD_SINGLE);
    return copy;
  }

  /**
   * Joins the job (MPI_Init_thread), once per process.
   *
   * @param args the arguments of the program
   * @param required THREAD_SINGLE to THREAD_MULTIPLE
   * @return the same
   * @throws MPIException if it was called before
   */
  public static int InitThread(String[] args, int required) throws MPIException {
    Objects.requireNonNull(args, "args");
    int level = Math.clamp(required, THREAD_SINGLE, THREAD_MULTIPLE);
    Job.JOB.begin(level == THREAD_MULTIPLE ? ThreadLevel.MULTIPLE : ThreadLevel.SERIALIZED, level);
    return level;
  }

  /**
   * The thread level (MPI_Query_thread).
   *
   * @return what {@link #InitThread} has returned, or THREAD_SINGLE
   * @throws MPIException before Init or after Finalize
   */
  public static int queryThread() throws MPIException {
    Calls.check();
    return Job.JOB.level();
  }

  /**
   * Whether this thread has joined the job (MPI_Is_thread_main).
   *
   * @return true on the thread that has called Init
   * @throws MPIException before Init or after Finalize
   */
  public static boolean isThreadMain() throws MPIException {
    Calls.check();
    return Job.JOB.isMain();
  }

  /**
   * Leaves the job (MPI_Finalize).
   *
   * @throws MPIException before Init or after Finalize
   */
  public static void Finalize() throws MPIException {
    Calls.run(Job.JOB::end);
  }

  /**
   * Whether Init was called (MPI_Initialized).
   *
   * @return true from then on
   * @throws MPIException never
   */
  public static boolean isInitialized() throws MPIException {
    return Job.JOB.hasBegun();
  }

  /**
   * Whether Finalize was called (MPI_Finalized).
   *
   * @return true from then on
   * @throws MPIException never
   */
  public static boolean isFinalized() throws MPIException {
    return Life.isEnded();
  }

  /**
   * Gives memory for buffered sends (MPI_Buffer_attach).
   *
   * @param buffer its length counts
   * @throws MPIException if there is one already
   */
  public static void attachBuffer(byte[] buffer) throws MPIException {
    Objects.requireNonNull(buffer, "buffer");
    Calls.run(() -> Job.JOB.attach(buffer));
  }

  /**
   * Waits for buffered sends, and takes their memory back (MPI_Buffer_detach).
   *
   * @return what was attached
   * @throws MPIException if there is none
   */
  public static byte[] detachBuffer() throws MPIException {
    return Calls.call(Job.JOB::detach);
  }

  /**
   * The time (MPI_Wtime).
   *
   * @return seconds since some time in the past
   * @throws MPIException before Init or after Finalize
   */
  public static double wtime() throws MPIException {
    Calls.check();
    return (System.nanoTime() - START) * 1e-9;
  }

  /**
   * The resolution of {@link #wtime} (MPI_Wtick).
   *
   * @return in seconds
   * @throws MPIException before Init or after Finalize
   */
  public static double wtick() throws MPIException {
    Calls.check();
    return 1e-9;
  }

  /**
   * The version of MPI (MPI_Get_version).
   *
   * @return 3.1, which the API has
   */
  public static Version getVersion() {
    return new Version(MAJOR, MINOR);
  }

  /**
   * The library (MPI_Get_library_version).
   *
   * @return a text that begins as programs expect it
   */
  public static String getLibVersion() {
    return "Open MPI v5.0.8, package: Starling, ident: 5.0.8, repo rev: starling, Java API on"
        + " Starling";
  }

  /**
   * The name of the host (MPI_Get_processor_name).
   *
   * @return at most 255 bytes
   * @throws MPIException before Init or after Finalize
   */
  public static String getProcessorName() throws MPIException {
    Calls.check();
    return Job.hostName();
  }

  /**
   * For profiling libraries (MPI_Pcontrol): does nothing.
   *
   * @param level any number
   * @param object any object
   */
  public static void pControl(int level, Object object) {
    // As the standard's library does.
  }

  /**
   * A direct buffer in the native order; the same for other types.
   *
   * @param capacity in elements
   * @return a new buffer
   */
  public static ByteBuffer newByteBuffer(int capacity) {
    return NioBuffers.direct(capacity, Byte.BYTES);
  }

  public static CharBuffer newCharBuffer(int capacity) {
    return NioBuffers.direct(capacity, Character.BYTES).asCharBuffer();
  }

  public static ShortBuffer newShortBuffer(int capacity) {
    return NioBuffers.direct(capacity, Short.BYTES).asShortBuffer();
  }

  public static IntBuffer newIntBuffer(int capacity) {
    return NioBuffers.direct(capacity, Integer.BYTES).asIntBuffer();
  }

  public static LongBuffer newLongBuffer(int capacity) {
    return NioBuffers.direct(capacity, Long.BYTES).asLongBuffer();
  }

  public static FloatBuffer newFloatBuffer(int capacity) {
    return NioBuffers.direct(capacity, Float.BYTES).asFloatBuffer();
  }

  public static DoubleBuffer newDoubleBuffer(int capacity) {
    return NioBuffers.direct(capacity, Double.BYTES).asDoubleBuffer();
  }

  /**
   * The elements from one on; the same for other types. The buffer's position moves there, and its
   * limit to its capacity.
   *
   * @param buffer any buffer
   * @param offset the index of the first element
   * @return a view
   */
  public static ByteBuffer slice(ByteBuffer buffer, int offset) {
    buffer.clear().position(offset);
    return buffer.slice().order(ByteOrder.nativeOrder());
  }

  /**
   * The elements from one on; the same for other types.
   *
   * @param buffer an array
   * @param offset the index of the first element
   * @return a view
   */
  public static ByteBuffer slice(byte[] buffer, int offset) {
    return ByteBuffer.wrap(buffer, offset, buffer.length - offset)
        .slice()
        .order(ByteOrder.nativeOrder());
  }

  public static CharBuffer slice(CharBuffer buffer, int offset) {
    buffer.clear().position(offset);
    return buffer.slice();
  }

  public static CharBuffer slice(char[] buffer, int offset) {
    return CharBuffer.wrap(buffer, offset, buffer.length - offset).slice();
  }

  public static ShortBuffer slice(ShortBuffer buffer, int offset) {
    buffer.clear().position(offset);
    return buffer.slice();
  }

  public static ShortBuffer slice(short[] buffer, int offset) {
    return ShortBuffer.wrap(buffer, offset, buffer.length - offset).slice();
  }

  public static IntBuffer slice(IntBuffer buffer, int offset) {
    buffer.clear().position(offset);
    return buffer.slice();
  }

  public static IntBuffer slice(int[] buffer, int offset) {
    return IntBuffer.wrap(buffer, offset, buffer.length - offset).slice();
  }

  public static LongBuffer slice(LongBuffer buffer, int offset) {
    buffer.clear().position(offset);
    return buffer.slice();
  }

  public static LongBuffer slice(long[] buffer, int offset) {
    return LongBuffer.wrap(buffer, offset, buffer.length - offset).slice();
  }

  public static FloatBuffer slice(FloatBuffer buffer, int offset) {
    buffer.clear().position(offset);
    return buffer.slice();
  }

  public static FloatBuffer slice(float[] buffer, int offset) {
    return FloatBuffer.wrap(buffer, offset, buffer.length - offset).slice();
  }

  public static DoubleBuffer slice(DoubleBuffer buffer, int offset) {
    buffer.clear().position(offset);
    return buffer.slice();
  }

  public static DoubleBuffer slice(double[] buffer, int offset) {
    return DoubleBuffer.wrap(buffer, offset, buffer.length - offset).slice();
  }
}
