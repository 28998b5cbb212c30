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
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

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

  private static final int READ_WRITE = 2;
  private static final long SET_INTERFACE = 0x400454caL;
  private static final short TAP_WITHOUT_HEADER = 0x1002;
  private static final int REQUEST_BYTES = 40;
  private static final int FLAGS = 16;
  private static final int LARGEST_FRAME = 65_536;
  private static final int FRAMES = 1024;

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
  private static final MethodHandle READ = function("read", TRANSFER);
  private static final MethodHandle WRITE = function("write", TRANSFER);

  private DelayLine() {}

  private static MethodHandle function(
      String name, FunctionDescriptor type, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), type, options);
  }

  /** A frame under way. */
  private static final class Frame {
    private final MemorySegment bytes = Arena.global().allocate(LARGEST_FRAME, Long.BYTES);
    private long length;
    private long due;
  }

  public static void main(String... arguments) throws Throwable {
    long latency = Long.parseLong(arguments[0]) * 1000;
    int one = device(arguments[1]);
    int other = device(arguments[2]);
    carry(one, other, latency);
    carry(other, one, latency);
  }

  private static int device(String name) throws Throwable {
    int file = (int) OPEN.invokeExact(Arena.global().allocateFrom("/dev/net/tun"), READ_WRITE);
    MemorySegment request = Arena.global().allocate(REQUEST_BYTES, Long.BYTES);
    request.setString(0, name);
    request.set(JAVA_SHORT, FLAGS, TAP_WITHOUT_HEADER);
    if (file < 0 || (int) IOCTL.invokeExact(file, SET_INTERFACE, request) < 0) {
      throw new IllegalStateException("cannot make the TAP device " + name);
    }
    return file;
  }

  /** Two threads: one takes frames in, the other waits until each is due. All wait equally long. */
  private static void carry(int from, int to, long latency) {
    BlockingQueue<Frame> free = new ArrayBlockingQueue<>(FRAMES);
    BlockingQueue<Frame> underWay = new ArrayBlockingQueue<>(FRAMES);
    for (int i = 0; i < FRAMES; i++) {
      free.add(new Frame());
    }
    Thread.ofPlatform().start(() -> takeIn(from, free, underWay, latency));
    Thread.ofPlatform().start(() -> letOut(to, underWay, free));
  }

  private static void takeIn(
      int from, BlockingQueue<Frame> free, BlockingQueue<Frame> underWay, long latency) {
    try {
      while (true) {
        Frame frame = free.take();
        frame.length = (long) READ.invokeExact(from, frame.bytes, (long) LARGEST_FRAME);
        if (frame.length < 0) {
          throw new IllegalStateException("a TAP device cannot be read");
        }
        frame.due = System.nanoTime() + latency;
        underWay.put(frame);
      }
    } catch (Throwable e) {
      end(e);
    }
  }

  private static void letOut(int to, BlockingQueue<Frame> underWay, BlockingQueue<Frame> free) {
    try {
      while (true) {
        Frame frame = underWay.take();
        for (long left = frame.due - System.nanoTime();
            left > 0;
            left = frame.due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        long written = (long) WRITE.invokeExact(to, frame.bytes, frame.length);
        if (written < 0) {
          // The device is down: the frame is lost, as it is in a cable that was pulled.
          Thread.onSpinWait();
        }
        free.put(frame);
      }
    } catch (Throwable e) {
      end(e);
    }
  }

  private static void end(Throwable reason) {
    reason.printStackTrace();
    Runtime.getRuntime().halt(1);
  }
}
