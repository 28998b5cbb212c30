package io.starling.testbed;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A cable of the test bed with a latency: it makes two TAP devices, and what enters one leaves the
 * other a while later. {@code testbed/hosts up --latency} runs this source file, in the namespace
 * of the switch.
 *
 * <p>Arguments: the latency in microseconds, and the names of the two devices.
 *
 * <p>Source: the Linux kernel's {@code Documentation/networking/tuntap.rst}. The module netem,
 * which would do this, is not in every kernel.
 */
public final class DelayLine {

  private static final int READ_WRITE_NO_WAIT = 2 | 2048;
  private static final long SET_INTERFACE = 0x400454caL;
  private static final short TAP_WITHOUT_HEADER = 0x1002;
  private static final int REQUEST_BYTES = 40;
  private static final int FLAGS = 16;
  private static final int LARGEST_FRAME = 65_536;
  private static final short READABLE = 1;
  private static final long ENTRY_BYTES = 8;
  private static final long SECOND = 1_000_000_000;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle OPEN =
      function(
          "open",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle IOCTL =
      function(
          "ioctl",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
          Linker.Option.firstVariadicArg(2));
  private static final FunctionDescriptor TRANSFER =
      FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle POLL =
      function("ppoll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS));
  private static final MethodHandle READ = function("read", TRANSFER);
  private static final MethodHandle WRITE = function("write", TRANSFER);

  private static MethodHandle function(
      String name, FunctionDescriptor type, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), type, options);
  }

  /** A frame under way. */
  private static final class Frame {
    private final MemorySegment bytes = Arena.global().allocate(LARGEST_FRAME, Long.BYTES);
    private long length;
    private long due;
    private int to;
  }

  private final int[] files;
  private final long latency;
  private final MemorySegment polled;
  private final MemorySegment time = Arena.global().allocate(2L * Long.BYTES, Long.BYTES);

  /** All frames wait equally long, so the first one in is the first one out. */
  private final Deque<Frame> underWay = new ArrayDeque<>();

  private final Deque<Frame> free = new ArrayDeque<>();

  private DelayLine(int one, int other, long latency) {
    files = new int[] {one, other};
    this.latency = latency;
    polled = Arena.global().allocate(ENTRY_BYTES * files.length, ENTRY_BYTES);
    for (int end = 0; end < files.length; end++) {
      polled.set(JAVA_INT, ENTRY_BYTES * end, files[end]);
      polled.set(JAVA_SHORT, ENTRY_BYTES * end + Integer.BYTES, READABLE);
    }
  }

  public static void main(String... arguments) throws Throwable {
    long latency = Long.parseLong(arguments[0]) * 1000;
    DelayLine line = new DelayLine(device(arguments[1]), device(arguments[2]), latency);
    while (true) {
      line.letOut();
      line.await();
      line.takeIn(0);
      line.takeIn(1);
    }
  }

  private static int device(String name) throws Throwable {
    int file =
        (int) OPEN.invokeExact(Arena.global().allocateFrom("/dev/net/tun"), READ_WRITE_NO_WAIT);
    MemorySegment request = Arena.global().allocate(REQUEST_BYTES, Long.BYTES);
    request.setString(0, name);
    request.set(JAVA_SHORT, FLAGS, TAP_WITHOUT_HEADER);
    if (file < 0 || (int) IOCTL.invokeExact(file, SET_INTERFACE, request) < 0) {
      throw new IllegalStateException("cannot make the TAP device " + name);
    }
    return file;
  }

  /** A frame whose device is down is lost, as it is in a cable that was pulled. */
  private void letOut() throws Throwable {
    while (!underWay.isEmpty() && underWay.getFirst().due <= System.nanoTime()) {
      Frame frame = underWay.removeFirst();
      long _ = (long) WRITE.invokeExact(files[frame.to], frame.bytes, frame.length);
      free.add(frame);
    }
  }

  /** Until a frame is due, or comes in. */
  private void await() throws Throwable {
    long left =
        underWay.isEmpty() ? SECOND : Math.max(0, underWay.getFirst().due - System.nanoTime());
    time.set(JAVA_LONG, 0, left / SECOND);
    time.set(JAVA_LONG, Long.BYTES, left % SECOND);
    if ((int) POLL.invokeExact(polled, (long) files.length, time, MemorySegment.NULL) < 0) {
      throw new IllegalStateException("the TAP devices cannot be polled");
    }
  }

  private void takeIn(int from) throws Throwable {
    while (true) {
      Frame frame = free.isEmpty() ? new Frame() : free.removeLast();
      frame.length = (long) READ.invokeExact(files[from], frame.bytes, (long) LARGEST_FRAME);
      if (frame.length <= 0) {
        free.add(frame);
        return;
      }
      frame.due = System.nanoTime() + latency;
      frame.to = 1 - from;
      underWay.add(frame);
    }
  }
}
