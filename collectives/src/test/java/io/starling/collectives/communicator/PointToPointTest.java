package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PointToPointTest {

  /** Short, on the way through staging, and beyond every eager limit. */
  private static final int[] LENGTHS = {1, 10_000, 1_000_000};

  @ParameterizedTest
  @EnumSource
  void a_message_tells_its_source_tag_and_length(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          int next = (world.rank() + 1) % 3;
          int previous = (world.rank() + 2) % 3;
          for (int length : LENGTHS) {
            byte[] received = new byte[length];
            Request request = world.iReceive(Buffer.of(received), previous, 7);
            world.send(Buffer.of(filled(length, world.rank())), next, 7);
            request.await();
            assertThat(request.status()).isEqualTo(new Status(previous, 7, length));
            assertThat(received).isEqualTo(filled(length, previous));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void messages_with_the_same_tag_come_in_the_order_of_their_sends(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] value = new int[1];
          for (int i = 0; i < 200; i++) {
            value[0] = i;
            if (world.rank() == 0) {
              world.send(Buffer.of(value), 1, 5);
            } else {
              world.receive(Buffer.of(value), 0, i % 2 == 0 ? 5 : Communicator.ANY_TAG);
              assertThat(value).containsExactly(i);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void tags_can_be_received_in_another_order_than_they_were_sent(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            List<Request> sends = new ArrayList<>();
            for (int tag = 0; tag < 20; tag++) {
              sends.add(world.iSend(Buffer.of(new int[] {tag * tag}), 1, tag));
            }
            sends.forEach(Request::await);
          } else {
            for (int tag = 19; tag >= 0; tag--) {
              int[] value = new int[1];
              assertThat(world.receive(Buffer.of(value), 0, tag).tag()).isEqualTo(tag);
              assertThat(value).containsExactly(tag * tag);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_receive_from_anybody_says_who_it_was(TestFabric fabric) {
    RankTeam.run(
        fabric,
        5,
        world -> {
          if (world.rank() > 0) {
            world.send(Buffer.of(new int[] {world.rank()}), 0, Communicator.MAX_TAG - world.rank());
            return;
          }
          TreeSet<Integer> sources = new TreeSet<>();
          for (int i = 1; i < 5; i++) {
            int[] value = new int[1];
            Status status =
                world.receive(Buffer.of(value), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(value).containsExactly(status.source());
            assertThat(status.tag()).isEqualTo(Communicator.MAX_TAG - status.source());
            sources.add(status.source());
          }
          assertThat(sources).containsExactly(1, 2, 3, 4);
        });
  }

  @ParameterizedTest
  @EnumSource
  void collectives_and_messages_for_anybody_do_not_meet(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] value = new int[1];
          Request receive =
              world.iReceive(Buffer.of(value), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
          int[] broadcast = {world.rank() == 0 ? 4 : 0};
          world.broadcast(Buffer.of(broadcast), 0);
          world.barrier();
          world.send(Buffer.of(new int[] {9}), 1 - world.rank(), 0);
          receive.await();
          assertThat(broadcast).containsExactly(4);
          assertThat(value).containsExactly(9);
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_message_may_be_empty(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          Request receive = world.iReceive(Buffer.EMPTY, 1 - world.rank(), 3);
          world.send(Buffer.of(new long[0]), 1 - world.rank(), 3);
          receive.await();
          assertThat(receive.status()).isEqualTo(new Status(1 - world.rank(), 3, 0));
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_rank_may_send_to_itself(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          for (int length : LENGTHS) {
            byte[] received = new byte[length];
            Request send = world.iSend(Buffer.of(filled(length, 1)), 0, 0);
            assertThat(world.receive(Buffer.of(received), 0, 0))
                .isEqualTo(new Status(0, 0, length));
            send.await();
            assertThat(received).isEqualTo(filled(length, 1));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_message_may_be_shorter_than_the_buffer(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int length : LENGTHS) {
            byte[] received = new byte[length + 5];
            Request receive = world.iReceive(Buffer.of(received), 1 - world.rank(), 0);
            world.send(Buffer.of(filled(length, 3)), 1 - world.rank(), 0);
            receive.await();
            assertThat(receive.status().bytes()).isEqualTo(length);
            assertThat(received).startsWith(filled(length, 3)).endsWith(0, 0, 0, 0, 0);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_message_longer_than_the_buffer_fails_on_the_receiver_and_nothing_is_overwritten(
      TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int length : new int[] {9, 10_000, 1_000_000}) {
            tooLong(world, length, MemorySegment.ofArray(new byte[length]));
            tooLong(world, length, Arena.ofAuto().allocate(length));
          }
        });
  }

  private static void tooLong(Communicator world, int length, MemorySegment memory) {
    if (world.rank() == 0) {
      world.send(Buffer.of(filled(length, 1)), 1, 8);
      world.send(Buffer.of(new int[] {length}), 1, 8);
    } else {
      Buffer room = Buffer.of(memory, Datatype.INT8, length / 2);
      assertThatThrownBy(() -> world.receive(room, 0, 8))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("rank 1")
          .hasMessageContaining("from rank 0")
          .hasMessageContaining("at most " + length / 2 + " bytes")
          .hasMessageContaining("longer than the buffer");
      long beyond = (long) length - length / 2;
      assertThat(memory.asSlice(length / 2, beyond).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
      int[] next = new int[1];
      world.receive(Buffer.of(next), 0, 8);
      assertThat(next).containsExactly(length);
    }
    world.barrier();
  }

  @ParameterizedTest
  @EnumSource
  void persistent_sends_and_receives_can_be_started_again(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] out = new int[1];
          int[] in = new int[1];
          int other = 1 - world.rank();
          try (PersistentRequest send = world.sendInit(Buffer.of(out), other, 1);
              PersistentRequest receive =
                  world.receiveInit(Buffer.of(in), Communicator.ANY_SOURCE, 1)) {
            for (int i = 0; i < 5; i++) {
              out[0] = 10 * world.rank() + i;
              receive.start();
              send.start().await();
              receive.await();
              assertThat(in).containsExactly(10 * other + i);
              assertThat(receive.status()).isEqualTo(new Status(other, 1, Integer.BYTES));
            }
          }
        });
  }

  private static byte[] filled(int length, int salt) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31 + salt);
    }
    return bytes;
  }
}
