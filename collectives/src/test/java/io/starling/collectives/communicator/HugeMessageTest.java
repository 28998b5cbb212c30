package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HugeMessageTest {

  private static final long BYTES = (2L << 30) + 1;
  private static final long NEEDED = 2 * BYTES + (512L << 20);

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "UCX", "SHARED", "SHARED_STAGED"})
  void a_message_may_be_longer_than_an_int_can_count(TestFabric fabric) {
    long free =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getFreeMemorySize();
    assumeTrue(
        free >= NEEDED,
        () -> "needs %d MiB of free memory, there are %d".formatted(NEEDED >> 20, free >> 20));
    try (Arena arena = Arena.ofShared()) {
      MemorySegment source = arena.allocate(BYTES, Long.BYTES);
      for (long i = 0; i < BYTES / Long.BYTES; i++) {
        source.setAtIndex(ValueLayout.JAVA_LONG, i, i * 0x9E3779B97F4A7C15L);
      }
      source.set(ValueLayout.JAVA_BYTE, BYTES - 1, (byte) 77);
      MemorySegment copy = arena.allocate(BYTES, Long.BYTES);
      RankTeam.run(
          fabric,
          2,
          world -> world.broadcast(Buffer.of(world.rank() == 0 ? source : copy, Datatype.INT8), 0));
      assertThat(copy.mismatch(source)).isEqualTo(-1);
    }
  }
}
