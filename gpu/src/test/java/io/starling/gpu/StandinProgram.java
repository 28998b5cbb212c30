package io.starling.gpu;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/** What JVMs on the stand-in run in its own tests, through JCuda: the first argument says what. */
final class StandinProgram {

  static final String PTX = "// add\n.version 7.0\n.target sm_50\n.visible .entry add_bytes()";

  private static final int SIZE = 10_000;

  private StandinProgram() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "devices" -> System.out.println(Gpus.here());
      case "fold" -> fold();
      case "order" -> order();
      case "no-wait" -> noWait();
      case "no-order" -> noOrder();
      case "allocate" -> allocate(arguments);
      case "touch" -> touch();
      case "no-context" -> noContext();
      case "exclusive" -> exclusive();
      case "retain" -> System.out.println(retain());
      case "leak" -> leak();
      case "illegal" -> illegal(SIZE + 1);
      case "legal" -> illegal(SIZE);
      case "module" -> modules(arguments);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static int retain() {
    check(JCudaDriver.cuInit(0));
    CUcontext context = new CUcontext();
    int result = JCudaDriver.cuDevicePrimaryCtxRetain(context, device());
    if (result == 0) {
      check(JCudaDriver.cuCtxSetCurrent(context));
    }
    return result;
  }

  private static CUdevice device() {
    CUdevice device = new CUdevice();
    check(JCudaDriver.cuDeviceGet(device, 0));
    return device;
  }

  private static void check(int result) {
    if (result != 0) {
      throw new IllegalStateException("the stand-in says " + result);
    }
  }

  private static CUdeviceptr memory(long size) {
    CUdeviceptr memory = new CUdeviceptr();
    check(JCudaDriver.cuMemAlloc(memory, size));
    return memory;
  }

  private static ByteBuffer pinned(int size) {
    Pointer pointer = new Pointer();
    check(JCudaDriver.cuMemHostAlloc(pointer, size, 0));
    return pointer.getByteBuffer(0, size);
  }

  private static CUstream stream() {
    CUstream stream = new CUstream();
    check(JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
    return stream;
  }

  private static CUevent event() {
    CUevent event = new CUevent();
    check(JCudaDriver.cuEventCreate(event, 0));
    return event;
  }

  private static CUfunction kernel() {
    CUmodule module = new CUmodule();
    check(load(module, PTX));
    CUfunction function = new CUfunction();
    check(JCudaDriver.cuModuleGetFunction(function, module, "add_bytes"));
    return function;
  }

  private static int launch(CUfunction kernel, CUdeviceptr left, CUdeviceptr right, long size) {
    Pointer parameters =
        Pointer.to(
            Pointer.to(left), Pointer.to(right), Pointer.to(right), Pointer.to(new long[] {size}));
    return JCudaDriver.cuLaunchKernel(
        kernel, 4, 1, 1, 32, 1, 1, 0, new CUstream(), parameters, null);
  }

  private static void fold() {
    check(retain());
    byte[] left = new byte[SIZE];
    byte[] right = new byte[SIZE];
    byte[] sum = new byte[SIZE];
    for (int at = 0; at < SIZE; at++) {
      left[at] = (byte) at;
      right[at] = (byte) (3 * at);
      sum[at] = (byte) (4 * at);
    }
    CUdeviceptr one = memory(SIZE);
    CUdeviceptr other = memory(SIZE);
    check(JCudaDriver.cuMemcpyHtoD(one, Pointer.to(left), SIZE));
    check(JCudaDriver.cuMemcpyHtoD(other, Pointer.to(right), SIZE));
    check(launch(kernel(), one, other, SIZE));
    byte[] result = new byte[SIZE];
    check(JCudaDriver.cuMemcpyDtoH(Pointer.to(result), other, SIZE));
    check(JCudaDriver.cuMemFree(one));
    check(JCudaDriver.cuMemFree(other));
    System.out.println(Arrays.equals(result, sum) ? "the sum" : "something else");
  }

  /** A value goes from stream to stream, each waiting for the one before it. */
  private static void order() {
    check(retain());
    CUdeviceptr memory = memory(SIZE);
    ByteBuffer seen = pinned(20);
    CUstream writer = stream();
    CUstream reader = stream();
    CUevent written = event();
    CUevent read = event();
    for (int step = 0; step < seen.capacity(); step++) {
      check(JCudaDriver.cuStreamWaitEvent(writer, read, 0));
      check(JCudaDriver.cuMemsetD8Async(memory, (byte) step, SIZE, writer));
      check(JCudaDriver.cuEventRecord(written, writer));
      check(JCudaDriver.cuStreamWaitEvent(reader, written, 0));
      Pointer target = Pointer.to(seen).withByteOffset(step);
      check(JCudaDriver.cuMemcpyDtoHAsync(target, memory, 1, reader));
      check(JCudaDriver.cuEventRecord(read, reader));
    }
    check(JCudaDriver.cuEventSynchronize(read));
    byte[] values = new byte[seen.capacity()];
    seen.get(values);
    System.out.println(Arrays.toString(values));
  }

  private static void noWait() {
    check(retain());
    CUdeviceptr memory = memory(1);
    check(JCudaDriver.cuMemsetD8(memory, (byte) 7, 1));
    check(JCudaDriver.cuCtxSynchronize());
    ByteBuffer target = pinned(1);
    CUstream stream = stream();
    CUevent event = event();
    for (int i = 0; i < 5; i++) {
      check(JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(target), memory, 1, stream));
    }
    check(JCudaDriver.cuEventRecord(event, stream));
    System.out.printf(
        "before: %d, stream %d, event %d%n",
        target.get(0), JCudaDriver.cuStreamQuery(stream), JCudaDriver.cuEventQuery(event));
    check(JCudaDriver.cuStreamSynchronize(stream));
    System.out.printf(
        "after: %d, stream %d, event %d%n",
        target.get(0), JCudaDriver.cuStreamQuery(stream), JCudaDriver.cuEventQuery(event));
  }

  /** One stream takes long before it writes; the other one reads and has not been told to wait. */
  private static void noOrder() {
    check(retain());
    CUdeviceptr memory = memory(1);
    check(JCudaDriver.cuMemsetD8(memory, (byte) 7, 1));
    check(JCudaDriver.cuCtxSynchronize());
    ByteBuffer target = pinned(2);
    CUstream writer = stream();
    CUstream reader = stream();
    for (int i = 0; i < 10; i++) {
      check(JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(target), memory, 1, writer));
    }
    check(JCudaDriver.cuMemsetD8Async(memory, (byte) 9, 1, writer));
    check(JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(target).withByteOffset(1), memory, 1, reader));
    check(JCudaDriver.cuCtxSynchronize());
    System.out.println(target.get(1));
  }

  private static void allocate(String[] arguments) {
    check(retain());
    for (int i = 1; i < arguments.length; i++) {
      System.out.println(JCudaDriver.cuMemAlloc(new CUdeviceptr(), Long.parseLong(arguments[i])));
    }
  }

  private static void touch() {
    check(retain());
    MemorySegment segment =
        MemorySegment.ofAddress(new Address(memory(SIZE)).value()).reinterpret(SIZE);
    System.out.println("touched " + segment.get(ValueLayout.JAVA_BYTE, 0));
  }

  /** JCuda shows an address to its heirs only. */
  private static final class Address extends Pointer {

    Address(Pointer pointer) {
      super(pointer);
    }

    long value() {
      return getNativePointer() + getByteOffset();
    }
  }

  private static void noContext() throws InterruptedException {
    check(retain());
    Thread other =
        Thread.ofPlatform()
            .start(() -> System.out.println(JCudaDriver.cuMemAlloc(new CUdeviceptr(), 1)));
    other.join();
  }

  private static void modules(String[] arguments) {
    check(retain());
    for (int i = 1; i < arguments.length; i++) {
      System.out.println(load(new CUmodule(), arguments[i]));
    }
  }

  private static int load(CUmodule module, String text) {
    return JCudaDriver.cuModuleLoadData(module, (text + "\0").getBytes(StandardCharsets.US_ASCII));
  }

  private static void illegal(long size) {
    check(retain());
    CUdeviceptr memory = memory(SIZE);
    check(launch(kernel(), memory, memory, size));
    System.out.println(JCudaDriver.cuCtxSynchronize());
    System.out.println(JCudaDriver.cuMemFree(memory));
  }

  private static void exclusive() throws IOException, InterruptedException {
    System.out.println(retain());
    StandinDriver.runBeside(StandinProgram.class, "retain");
    check(JCudaDriver.cuDevicePrimaryCtxRelease(device()));
    StandinDriver.runBeside(StandinProgram.class, "retain");
  }

  private static void leak() {
    check(retain());
    memory(100);
    pinned(200);
    stream();
    event();
    CUdeviceptr memory = memory(300);
    byte[] bytes = new byte[300];
    check(JCudaDriver.cuMemcpyHtoD(memory, Pointer.to(bytes), 300));
    check(JCudaDriver.cuMemcpyDtoH(Pointer.to(bytes), memory, 30));
    check(JCudaDriver.cuMemFree(memory));
    check(JCudaDriver.cuDevicePrimaryCtxRelease(device()));
  }
}
