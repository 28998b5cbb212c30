package io.starling.gpu;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.stream.Stream;

/** What JVMs on the stand-in run in its own tests, past JCuda: the first argument says what. */
final class StandinForeignProgram {

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup DRIVER =
      SymbolLookup.libraryLookup(CudaProbe.DRIVER_LIBRARY, Arena.global());
  private static final long HANDLE_SIZE = 64;
  private static final long SIZE = 10_000;
  private static final int LAZY_PEERS = 1;

  private StandinForeignProgram() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    switch (arguments[0]) {
      case "names" -> names();
      case "share" -> share();
      case "open" -> open(arguments[1]);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static int call(String function, Object... arguments) {
    return call(DRIVER.find(function).orElseThrow(), arguments);
  }

  /** A handle goes by value, as the structure that it is. */
  private static int call(MemorySegment function, Object... arguments) {
    MemoryLayout[] layouts =
        Stream.of(arguments).map(argument -> layout(argument)).toArray(MemoryLayout[]::new);
    FunctionDescriptor form = FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts);
    Object[] values =
        Stream.of(arguments)
            .map(argument -> argument instanceof ByValue(var structure) ? structure : argument)
            .toArray();
    try {
      return (int) LINKER.downcallHandle(function, form).invokeWithArguments(values);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private record ByValue(MemorySegment structure) {}

  private static MemoryLayout layout(Object argument) {
    return switch (argument) {
      case Integer _ -> ValueLayout.JAVA_INT;
      case Long _ -> ValueLayout.JAVA_LONG;
      case ByValue _ ->
          MemoryLayout.structLayout(
              MemoryLayout.sequenceLayout(HANDLE_SIZE / 8, ValueLayout.JAVA_LONG));
      default -> ValueLayout.ADDRESS;
    };
  }

  private static void check(int result) {
    if (result != 0) {
      throw new IllegalStateException("the stand-in says " + result);
    }
  }

  private static MemorySegment cell() {
    return Arena.global().allocate(ValueLayout.JAVA_LONG);
  }

  private static void retain() {
    check(call("cuInit", 0));
    MemorySegment context = cell();
    check(call("cuDevicePrimaryCtxRetain", context, 0));
    check(call("cuCtxSetCurrent", context.get(ValueLayout.ADDRESS, 0)));
  }

  private static void names() {
    retain();
    System.out.println("old: " + call("cuMemAlloc", cell(), 1));
    MemorySegment newest = cell();
    check(call("cuGetProcAddress_v2", text("cuMemAlloc"), newest, 12060, 0L, MemorySegment.NULL));
    MemorySegment address = cell();
    System.out.println("newest: " + call(newest.get(ValueLayout.ADDRESS, 0), address, 10L));
    MemorySegment value = cell();
    long start = address.get(ValueLayout.JAVA_LONG, 0);
    check(call("cuPointerGetAttribute", value, 2, start + 9));
    System.out.println("memory type: " + value.get(ValueLayout.JAVA_INT, 0));
    System.out.println("beyond: " + call("cuPointerGetAttribute", value, 2, start + 10));
    check(call("cuMemFree_v2", start));
    System.out.println("freed: " + call("cuMemsetD8_v2", start, 1, 1L));
    check(call("cuGetErrorName", 2, value));
    System.out.println(value.get(ValueLayout.ADDRESS, 0).reinterpret(100).getString(0));
  }

  private static MemorySegment text(String text) {
    return Arena.global().allocateFrom(text);
  }

  private static void share() throws IOException, InterruptedException {
    retain();
    MemorySegment address = cell();
    check(call("cuMemAlloc_v2", address, SIZE));
    long memory = address.get(ValueLayout.JAVA_LONG, 0);
    check(call("cuMemsetD8_v2", memory, 5, SIZE));
    check(call("cuCtxSynchronize"));
    MemorySegment handle = Arena.global().allocate(HANDLE_SIZE, 8);
    check(call("cuIpcGetMemHandle", handle, memory));
    ByValue value = new ByValue(handle);
    System.out.println("own: " + call("cuIpcOpenMemHandle_v2", cell(), value, LAZY_PEERS));
    String digits = HexFormat.of().formatHex(handle.toArray(ValueLayout.JAVA_BYTE));
    System.out.println(
        "status " + StandinDriver.runBeside(StandinForeignProgram.class, "open", digits));
    System.out.println("written there: " + last(memory));
    check(call("cuMemFree_v2", memory));
    System.out.println(
        "status " + StandinDriver.runBeside(StandinForeignProgram.class, "open", digits));
  }

  private static void open(String digits) {
    retain();
    MemorySegment handle = Arena.global().allocate(HANDLE_SIZE, 8);
    handle.copyFrom(MemorySegment.ofArray(HexFormat.of().parseHex(digits)));
    MemorySegment address = cell();
    int result = call("cuIpcOpenMemHandle_v2", address, new ByValue(handle), LAZY_PEERS);
    System.out.println("opened: " + result);
    if (result == 0) {
      long memory = address.get(ValueLayout.JAVA_LONG, 0);
      System.out.println("read there: " + last(memory));
      check(call("cuMemsetD8_v2", memory, 6, SIZE));
      check(call("cuCtxSynchronize"));
      System.out.println("free: " + call("cuMemFree_v2", memory));
      System.out.println("close: " + call("cuIpcCloseMemHandle", memory));
    }
  }

  private static int last(long memory) {
    MemorySegment target = cell();
    check(call("cuMemcpyDtoH_v2", target, memory + SIZE - 1, 1L));
    return target.get(ValueLayout.JAVA_BYTE, 0);
  }
}
