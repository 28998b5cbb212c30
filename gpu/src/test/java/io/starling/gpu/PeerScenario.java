package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.memory.Device;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Two processes whose devices show each other their memory, on the stand-in. The first one writes,
 * settles and exports; the second one opens and copies.
 */
final class PeerScenario {

  private static final int SIZE = 5000;
  private static final int OFFSET = 72;
  private static final int LENGTH = 4096;

  /** Where a description has the number of the allocation. */
  private static final int NUMBER = 72;

  private PeerScenario() {}

  /** Runs one of the methods below. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    switch (arguments[0]) {
      case "share" -> share(Integer.parseInt(arguments[1]));
      case "free" -> free();
      case "threads" -> threads();
      case "tickets" -> tickets();
      case "replace" -> replace();
      default -> read(List.of(arguments));
    }
  }

  private static byte value(int buffer, long offset) {
    return (byte) (31L * buffer + offset);
  }

  private static MemorySegment values(int buffer) {
    byte[] values = new byte[SIZE];
    for (int offset = 0; offset < SIZE; offset++) {
      values[offset] = value(buffer, offset);
    }
    return MemorySegment.ofArray(values);
  }

  /** Shows parts of some buffers to another process, right after copies to them were posted. */
  private static void share(int count) throws IOException, InterruptedException {
    List<DeviceBuffer> buffers = new ArrayList<>();
    List<String> descriptions = new ArrayList<>(List.of("read"));
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined()) {
      Completions completions = new Completions(gpu.device());
      for (int i = 0; i < count; i++) {
        DeviceBuffer buffer = gpu.allocate(SIZE);
        MemorySegment host = arena.allocate(SIZE).copyFrom(values(i));
        int copied = completions.next();
        gpu.device().copyIn(copied, host, 0, buffer.segment(), 0, SIZE);
        int settled = completions.next();
        gpu.device().settle(settled, buffer.segment(), OFFSET, LENGTH);
        completions.await(settled);
        assertThat(completions.isOpen(copied)).isFalse();
        buffers.add(buffer);
        descriptions.add(description(gpu.device(), buffer, arena));
      }
      assertThat(StandinDriver.runBeside(PeerScenario.class, descriptions.toArray(String[]::new)))
          .isZero();
      completions.await();
      buffers.forEach(DeviceBuffer::close);
    }
  }

  private static String description(Device device, DeviceBuffer buffer, Arena arena) {
    MemorySegment description = arena.allocate(Device.DESCRIPTION_BYTES);
    assertThat(device.export(buffer.segment(), OFFSET, LENGTH, description)).isTrue();
    return HexFormat.of().formatHex(description.toArray(ValueLayout.JAVA_BYTE));
  }

  /** The other process. Goes round twice, so that mappings are found again. */
  private static void read(List<String> arguments) {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined();
        DeviceBuffer copy = gpu.allocate(LENGTH)) {
      Completions completions = new Completions(gpu.device());
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < arguments.size() - 1; i++) {
          MemorySegment from = gpu.device().open(segment(arguments.get(i + 1), arena), LENGTH);
          assertThat(from.byteSize()).isEqualTo(LENGTH);
          gpu.device().copyWithin(completions.next(), from, 0, copy.segment(), 0, LENGTH);
          MemorySegment host = arena.allocate(LENGTH);
          gpu.device().copyOut(completions.next(), copy.segment(), 0, host, 0, LENGTH);
          completions.await();
          for (int offset = 0; offset < LENGTH; offset++) {
            assertThat(host.get(ValueLayout.JAVA_BYTE, offset))
                .isEqualTo(value(i, OFFSET + offset));
          }
          assertThat(gpu.device().open(segment(arguments.get(i + 1), arena), SIZE)).isNull();
        }
      }
      // Other memory at the same place: the first must go, or its owner would never get it back.
      MemorySegment other = segment(arguments.getLast(), arena);
      other.set(ValueLayout.JAVA_LONG, NUMBER, other.get(ValueLayout.JAVA_LONG, NUMBER) + 1);
      assertThat(gpu.device().open(other, LENGTH)).isNotNull();
    }
    System.out.println("read " + (arguments.size() - 1));
  }

  private static MemorySegment segment(String digits, Arena arena) {
    return arena
        .allocate(Device.DESCRIPTION_BYTES)
        .copyFrom(MemorySegment.ofArray(HexFormat.of().parseHex(digits)));
  }

  /** What was freed is refused. */
  private static void free() throws IOException, InterruptedException {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined()) {
      DeviceBuffer buffer = gpu.allocate(SIZE);
      String digits = description(gpu.device(), buffer, arena);
      buffer.close();
      System.out.println("freed: " + StandinDriver.runBeside(PeerScenario.class, "read", digits));
    }
  }

  /** Ranks of one process reach each other's memory on one device only. */
  private static void threads() {
    try (Gpu gpu = Gpu.open(0);
        Gpu same = Gpu.open(0);
        Gpu other = Gpu.open(1);
        Arena arena = Arena.ofConfined();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      String digits = description(gpu.device(), buffer, arena);
      MemorySegment from = same.device().open(segment(digits, arena), LENGTH);
      assertThat(from.address()).isEqualTo(buffer.segment().address() + OFFSET);
      assertThat(from.byteSize()).isEqualTo(LENGTH);
      assertThat(other.device().open(segment(digits, arena), LENGTH)).isNull();
    }
  }

  /** Of all parts of an allocation CUDA is asked for a handle once. */
  private static void tickets() {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined();
        DeviceBuffer buffer = gpu.allocate(SIZE);
        DeviceBuffer other = gpu.allocate(SIZE)) {
      MemorySegment description = arena.allocate(Device.DESCRIPTION_BYTES);
      for (int offset = 0; offset < 100; offset++) {
        assertThat(gpu.device().export(buffer.segment(), offset, 1, description)).isTrue();
        assertThat(gpu.device().open(description, 1).address())
            .isEqualTo(buffer.segment().address() + offset);
      }
      System.out.println("other: " + gpu.device().export(other.segment(), 0, 1, description));
    }
  }

  /** Other memory at the same place gets a description of its own. */
  private static void replace() throws IOException, InterruptedException {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined()) {
      DeviceBuffer buffer = gpu.allocate(SIZE);
      long address = buffer.segment().address();
      String digits = description(gpu.device(), buffer, arena);
      buffer.close();
      try (DeviceBuffer next = gpu.allocate(SIZE)) {
        assertThat(next.segment().address()).isEqualTo(address);
        next.copyFrom(values(0));
        String others = description(gpu.device(), next, arena);
        assertThat(others).isNotEqualTo(digits);
        assertThat(StandinDriver.runBeside(PeerScenario.class, "read", others)).isZero();
      }
    }
  }
}
