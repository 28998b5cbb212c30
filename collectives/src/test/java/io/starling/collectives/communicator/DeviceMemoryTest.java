package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What crosses between host and device, and what is refused. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DeviceMemoryTest {

  private static final int RANKS = 4;
  private static final int COUNT = 10_000;
  private static final long BYTES = (long) COUNT * Long.BYTES;

  private final List<AdversarialDevice> devices =
      IntStream.range(0, RANKS)
          .mapToObj(rank -> new AdversarialDevice(rank, _ -> true, Long.MAX_VALUE))
          .toList();
  private final RankTeam team = RankTeam.open(TestFabric.ADVERSARIAL, RANKS);

  @AfterEach
  void close() {
    team.close();
  }

  private AdversarialDevice deviceOf(Communicator world) {
    return devices.get(world.rank());
  }

  private Buffer onDevice(Communicator world, long... values) {
    return MemoryBuffer.of(deviceOf(world).region(values), Datatype.INT64);
  }

  private List<Long> bytesIn() {
    return devices.stream().map(AdversarialDevice::bytesIn).toList();
  }

  private List<Long> bytesOut() {
    return devices.stream().map(AdversarialDevice::bytesOut).toList();
  }

  @Test
  void a_leader_that_sends_on_what_it_receives_lets_each_byte_cross_once() {
    team.run(
        world ->
            world
                .withAlgorithm("broadcast=chain,segment=4K")
                .broadcast(onDevice(world, new long[COUNT]), 0));

    assertThat(bytesIn()).containsExactly(0L, BYTES, BYTES, BYTES);
    assertThat(bytesOut()).containsExactly(BYTES, 0L, 0L, 0L);
  }

  @Test
  void the_root_of_a_broadcast_fills_its_host_copy_once_for_all_children() {
    team.run(
        world ->
            world
                .withAlgorithm("broadcast=flat,segment=4K")
                .broadcast(onDevice(world, new long[COUNT]), 1));

    assertThat(bytesIn()).containsExactly(BYTES, 0L, BYTES, BYTES);
    assertThat(bytesOut()).containsExactly(0L, BYTES, 0L, 0L);
  }

  @Test
  void a_contribution_crosses_once_to_where_it_is_folded() {
    team.run(
        world ->
            world
                .withAlgorithm("reduce=chain,segment=4K")
                .reduce(
                    onDevice(world, new long[COUNT]),
                    onDevice(world, new long[COUNT]),
                    ReductionOperator.SUM,
                    0));

    assertThat(bytesIn()).containsExactly(BYTES, BYTES, BYTES, 0L);
    assertThat(bytesOut()).containsExactly(0L, BYTES, BYTES, BYTES);
  }

  @Test
  void what_goes_round_a_ring_crosses_once_in_each_direction() {
    team.run(
        world ->
            world
                .withAlgorithm("allgather=ring")
                .allgather(
                    onDevice(world, new long[COUNT]), onDevice(world, new long[RANKS * COUNT])));

    assertThat(bytesIn()).containsOnly(3 * BYTES);
    assertThat(bytesOut()).containsOnly(BYTES);
  }

  @Test
  void messages_go_from_device_to_host_and_back() {
    long[] values = IntStream.range(0, COUNT).mapToLong(i -> i * 7L).toArray();
    team.run(
        world -> {
          if (world.rank() == 0) {
            world.send(onDevice(world, values), 1, 5);
          } else if (world.rank() == 1) {
            long[] got = new long[COUNT];
            assertThat(world.receive(Buffer.of(got), 0, 5).bytes()).isEqualTo(BYTES);
            world.send(Buffer.of(got), 2, 6);
          } else if (world.rank() == 2) {
            Buffer got = onDevice(world, new long[2 * COUNT]);
            assertThat(world.receive(got, 1, 6).bytes()).isEqualTo(BYTES);
            long[] read = new long[2 * COUNT];
            got.pack(MemorySegment.ofArray(read));
            assertThat(Arrays.copyOf(read, COUNT)).isEqualTo(values);
            assertThat(Arrays.copyOfRange(read, COUNT, 2 * COUNT)).containsOnly(0);
          }
        });
  }

  @Test
  void the_slot_of_a_long_message_is_used_again() {
    team.run(
        world -> {
          long[] values = new long[2 << 20];
          for (int i = 0; i < 3; i++) {
            if (world.rank() == 0) {
              world.send(onDevice(world, values), 1, 5);
            } else if (world.rank() == 1) {
              world.receive(onDevice(world, values), 0, 5);
            }
          }
        });
    assertThat(devices.get(0).slots()).isOne();
    assertThat(devices.get(1).slots()).isOne();
  }

  @Test
  void a_device_that_breaks_down_fails_the_operation_and_says_why() {
    devices.get(1).breakDown("the fan has stopped");
    assertThatThrownBy(
            () ->
                team.run(
                    world -> {
                      Buffer data = onDevice(world, new long[COUNT]);
                      world.broadcast(data, 1);
                    }))
        .hasMessageContaining("rank 1")
        .hasMessageContaining("the fan has stopped");
  }

  @Test
  void a_buffer_of_another_device_is_refused() {
    AdversarialDevice other = new AdversarialDevice(9, _ -> true, 0);
    team.run(
        world -> {
          world.broadcast(onDevice(world, 1, 2, 3), 0);
          if (world.rank() == 0) {
            Buffer wrong = MemoryBuffer.of(other.region(1, 2, 3), Datatype.INT64);
            assertThatThrownBy(() -> world.send(wrong, 1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a rank uses one device");
          }
          world.barrier();
        });
  }

  @Test
  void memory_is_held_from_the_beginning_of_an_operation_to_its_end() {
    AtomicInteger holders = new AtomicInteger();
    team.run(
        world -> {
          DeviceRegion whole = deviceOf(world).region(new long[COUNT]);
          DeviceRegion counting =
              new DeviceRegion() {
                @Override
                public Device device() {
                  return whole.device();
                }

                @Override
                public MemorySegment segment() {
                  return whole.segment();
                }

                @Override
                public void hold() {
                  holders.incrementAndGet();
                }

                @Override
                public void release() {
                  holders.decrementAndGet();
                }
              };
          if (world.rank() == 1) {
            Request receive = world.iReceive(MemoryBuffer.of(counting, Datatype.INT64), 0, 3);
            assertThat(holders).hasValue(1);
            world.barrier();
            receive.await();
            assertThat(holders).hasValue(0);
          } else {
            world.barrier();
            if (world.rank() == 0) {
              world.send(Buffer.of(new long[COUNT]), 1, 3);
            }
          }
        });
  }

  @Test
  void elements_in_pieces_are_refused() {
    AdversarialDevice device = devices.getFirst();
    Datatype spaced = Datatype.resized(0, 16, Datatype.INT64);
    assertThatThrownBy(() -> MemoryBuffer.of(device.region(1, 2, 3, 4), spaced, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pack them");
  }

  @Test
  void a_message_longer_than_its_buffer_leaves_the_device_alone() {
    team.run(
        world -> {
          if (world.rank() == 0) {
            world.send(onDevice(world, 1, 2, 3), 1, 0);
          } else if (world.rank() == 1) {
            Buffer room = onDevice(world, 7, 7);
            assertThatThrownBy(() -> world.receive(room, 0, 0))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("longer than the buffer");
          }
        });
    assertThat(devices.get(1).bytesIn()).isZero();
  }

  @Test
  void the_processor_cannot_touch_a_buffer_on_a_device() {
    Buffer buffer = MemoryBuffer.of(devices.getFirst().region(1, 2), Datatype.INT64);
    assertThat(MemoryBuffer.of(buffer).segment().byteSize()).isZero();
    assertThat(buffer.slice(1, 1).byteSize()).isEqualTo(Long.BYTES);
    assertThat(buffer.as(Datatype.INT8).count()).isEqualTo(16);
    assertThat(Duration.ofNanos(devices.getFirst().longestSleep())).isPositive();
  }
}
