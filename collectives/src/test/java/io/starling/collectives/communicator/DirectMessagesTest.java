package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Message;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Messages on a port that goes to a device's memory by itself. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DirectMessagesTest {

  private static final int RANKS = 3;
  private static final int COUNT = 10_000;
  private static final long BYTES = (long) COUNT * Long.BYTES;

  private final List<AdversarialDevice> devices =
      IntStream.range(0, RANKS)
          .mapToObj(rank -> new AdversarialDevice(rank, _ -> true, Long.MAX_VALUE))
          .toList();
  private final AtomicInteger holders = new AtomicInteger();
  private final AtomicInteger keepers = new AtomicInteger();
  private final DirectPort[] ports = new DirectPort[RANKS];
  private final RankTeam team =
      RankTeam.wrapped(
          TestFabric.SYNCHRONOUS, RANKS, port -> ports[port.rank()] = new DirectPort(port));

  @AfterEach
  void close() {
    team.close();
  }

  private static long[] values(int seed) {
    return LongStream.range(0, COUNT).map(i -> 3 * i + seed).toArray();
  }

  private Buffer onDevice(Communicator world, long... values) {
    return MemoryBuffer.of(devices.get(world.rank()).region(values), Datatype.INT64);
  }

  private static long[] content(Buffer buffer) {
    long[] values = new long[(int) buffer.count()];
    MemoryBuffer.of(buffer).memory().read(0, MemorySegment.ofArray(values), 0, buffer.byteSize());
    return values;
  }

  private void assertThatNothingCrossed() {
    assertThat(devices)
        .allMatch(device -> device.bytesIn() + device.bytesOut() + device.slots() == 0);
  }

  private int direct() {
    return IntStream.range(0, RANKS).map(rank -> ports[rank].messages()).sum();
  }

  private int ofHost() {
    return IntStream.range(0, RANKS).map(rank -> ports[rank].messagesOfHost()).sum();
  }

  /** A region that counts who holds it and who keeps it. */
  private record Counted(DeviceRegion region, AtomicInteger holders, AtomicInteger keepers)
      implements DeviceRegion {

    @Override
    public Device device() {
      return region.device();
    }

    @Override
    public MemorySegment segment() {
      return region.segment();
    }

    @Override
    public void hold() {
      holders.incrementAndGet();
    }

    @Override
    public void release() {
      holders.decrementAndGet();
    }

    @Override
    public void keep() {
      keepers.incrementAndGet();
    }

    @Override
    public void letGo() {
      keepers.decrementAndGet();
    }
  }

  private void assertThatNobodyHasTheMemory() {
    assertThat(holders).hasValue(0);
    assertThat(keepers).hasValue(0);
  }

  private Buffer counted(Communicator world, long... values) {
    return MemoryBuffer.of(
        new Counted(devices.get(world.rank()).region(values), holders, keepers), Datatype.INT64);
  }

  @Test
  void a_message_between_devices_takes_no_slot_and_crosses_nowhere() {
    team.run(
        world -> {
          if (world.rank() == 0) {
            world.send(onDevice(world, values(1)), 1, 5);
            world.synchronousSend(onDevice(world, values(2)), 1, 6);
          } else if (world.rank() == 1) {
            Buffer first = onDevice(world, new long[COUNT]);
            Buffer second = onDevice(world, new long[2 * COUNT]);
            assertThat(world.receive(first, 0, 5).bytes()).isEqualTo(BYTES);
            assertThat(world.receive(second, Communicator.ANY_SOURCE, Communicator.ANY_TAG))
                .isEqualTo(new Status(0, 6, BYTES));
            assertThat(content(first)).isEqualTo(values(1));
            assertThat(content(second)).startsWith(values(2)).endsWith(new long[COUNT]);
          }
        });
    assertThatNothingCrossed();
    assertThat(direct()).isEqualTo(4);
    assertThat(ofHost()).isZero();
  }

  @Test
  void each_side_decides_for_itself() {
    team.run(
        world -> {
          if (world.rank() == 0) {
            world.send(onDevice(world, values(1)), 1, 5);
          } else if (world.rank() == 1) {
            long[] got = new long[COUNT];
            world.receive(Buffer.of(got), 0, 5);
            world.send(Buffer.of(got), 2, 5);
          } else {
            Buffer got = onDevice(world, new long[COUNT]);
            world.receive(got, 1, 5);
            assertThat(content(got)).isEqualTo(values(1));
          }
        });
    assertThatNothingCrossed();
    assertThat(direct()).isEqualTo(2);
    assertThat(ofHost()).isEqualTo(2);
  }

  @Test
  void to_send_and_receive_at_once_goes_past_the_host_too() {
    team.run(
        world -> {
          Buffer got = onDevice(world, new long[COUNT]);
          int next = (world.rank() + 1) % RANKS;
          int previous = (world.rank() + RANKS - 1) % RANKS;
          world.sendReceive(onDevice(world, values(world.rank())), next, 1, got, previous, 1);
          assertThat(content(got)).isEqualTo(values(previous));
        });
    assertThatNothingCrossed();
    assertThat(direct()).isEqualTo(2 * RANKS);
  }

  @Test
  void collectives_keep_their_slots() {
    team.run(
        world -> {
          Buffer data = onDevice(world, world.rank() == 0 ? values(3) : new long[COUNT]);
          world.withAlgorithm("broadcast=chain,segment=4K").broadcast(data, 0);
          assertThat(content(data)).isEqualTo(values(3));
        });
    assertThat(direct()).isZero();
    assertThat(devices).extracting(AdversarialDevice::bytesIn).containsExactly(0L, BYTES, BYTES);
  }

  @Test
  void a_message_that_was_probed_for_is_received_straight_into_the_device() {
    team.run(
        world -> {
          if (world.rank() == 0) {
            world.send(onDevice(world, values(1)), 1, 5);
            world.send(onDevice(world, values(2)), 1, 5);
          } else if (world.rank() == 1) {
            Buffer got = onDevice(world, new long[COUNT]);
            assertThat(world.probe(0, 5).bytes()).isEqualTo(BYTES);
            world.receive(got, 0, 5);
            assertThat(content(got)).isEqualTo(values(1));
            Message message = world.matchedProbe(0, 5);
            assertThat(message.receive(got).bytes()).isEqualTo(BYTES);
            assertThat(content(got)).isEqualTo(values(2));
          }
        });
    assertThatNothingCrossed();
    assertThat(ofHost()).isZero();
  }

  @Test
  void a_receive_that_is_cancelled_lets_its_memory_go() {
    team.run(
        world -> {
          if (world.rank() == 1) {
            Request receive = world.iReceive(counted(world, 1, 2), 0, 5);
            assertThat(holders).hasValue(1);
            assertThat(keepers).hasValue(1);
            receive.cancel();
            receive.await();
            assertThatNobodyHasTheMemory();
          }
        });
  }

  @Test
  void a_message_longer_than_the_memory_fails_the_receive_and_lets_the_memory_go() {
    team.run(
        world -> {
          if (world.rank() == 0) {
            world.send(onDevice(world, 1, 2, 3), 1, 5);
          } else if (world.rank() == 1) {
            Buffer room = counted(world, 7, 7);
            assertThatThrownBy(() -> world.receive(room, 0, 5))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("rank 1")
                .hasMessageContaining("from rank 0")
                .hasMessageContaining("longer than the buffer");
            assertThatNobodyHasTheMemory();
          }
        });
  }

  @Test
  void what_the_transport_refuses_fails_the_send_and_says_what_helps() {
    team.run(
        world -> {
          if (world.rank() == 0) {
            ports[0].fail("Operation is not supported (-22)");
            Buffer data = counted(world, 1, 2);
            assertThatThrownBy(() -> world.send(data, 1, 5))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("send of 16 bytes to rank 1 with tag 5: rank 0: ")
                .hasMessageContaining("Operation is not supported")
                .hasMessageContaining("STARLING_GPU_UCX=off");
            assertThatNobodyHasTheMemory();
          }
        });
  }

  @Test
  void a_send_that_can_not_be_posted_lets_its_memory_go() {
    team.run(
        world -> {
          if (world.rank() == 0) {
            ports[0].lose(1);
            Buffer data = counted(world, 1, 2);
            assertThatThrownBy(() -> world.send(data, 1, 5))
                .hasMessageContaining("the cable is out");
            assertThatNobodyHasTheMemory();
          }
        });
  }

  @Test
  void memory_is_kept_as_long_as_the_transport_has_it_also_after_a_failure() {
    team.run(
        world -> {
          if (world.rank() == 0) {
            ports[0].lose(1);
            ports[0].keepCancels();
            Buffer room = counted(world, 1, 2);
            Buffer data = onDevice(world, 3, 4);
            assertThatThrownBy(() -> world.sendReceive(data, 1, 5, room, 2, 5))
                .hasMessageContaining("the cable is out");
            assertThat(holders).hasValue(0);
            assertThat(keepers).hasValue(1);
            ports[0].cancelNow();
          }
          world.barrier();
          assertThatNobodyHasTheMemory();
        });
  }

  /** The transport knows nothing of the order in which the device works. */
  @Test
  void memory_that_the_device_is_at_work_on_is_sent_through_a_slot() {
    team.run(
        world -> {
          Buffer data = onDevice(world, values(world.rank()));
          Buffer got = onDevice(world, new long[COUNT]);
          Request broadcast = world.withAlgorithm("broadcast=chain").iBroadcast(data, 0);
          if (world.rank() == 0) {
            world.send(data, 2, 5);
          } else if (world.rank() == 2) {
            world.receive(got, 0, 5);
          }
          broadcast.await();
          assertThat(content(data)).isEqualTo(values(0));
          assertThat(content(got)).isEqualTo(world.rank() == 2 ? values(0) : new long[COUNT]);
        });
    assertThat(ports[0].messages()).isZero();
    assertThat(ports[0].messagesOfHost()).isEqualTo(1);
    assertThat(ports[2].messages()).isEqualTo(1);
  }

  @Test
  void messages_keep_their_order_where_one_has_to_wait_for_the_device() {
    team.run(
        world -> {
          Buffer data = onDevice(world, values(0));
          Buffer other = onDevice(world, values(7));
          List<Buffer> got = Stream.generate(() -> onDevice(world, 1)).limit(3).toList();
          Request broadcast = world.withAlgorithm("broadcast=chain").iBroadcast(data, 0);
          if (world.rank() == 0) {
            Request first = world.iSend(data.slice(0, 1), 2, 5);
            Request second = world.iSend(other.slice(0, 1), 2, 5);
            Request third = world.iSend(Buffer.of(new long[] {8}), 2, 5);
            first.await();
            second.await();
            third.await();
          } else if (world.rank() == 2) {
            got.forEach(room -> world.receive(room, 0, 5));
          }
          broadcast.await();
          if (world.rank() == 2) {
            assertThat(got).extracting(room -> content(room)[0]).containsExactly(0L, 7L, 8L);
          }
        });
    assertThat(ports[0].messages()).isEqualTo(1);
    assertThat(ports[0].messagesOfHost()).isEqualTo(2);
  }
}
