package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.PartitionedReceive;
import io.starling.collectives.PartitionedSend;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionedMessagesTest {

  private static final int TAG = 4;
  private static final int COUNT = 120;
  private static final long SEED = Long.getLong("starling.seed", 1);

  private static int value(int run, int element) {
    return run * 1_000_003 + element * 7919;
  }

  private static void send(PartitionedSend send, int parts, Random chance, int[] data, int run) {
    send.start();
    List<Integer> order = new ArrayList<>(IntStream.range(0, parts).boxed().toList());
    Collections.shuffle(order, chance);
    for (int part : order) {
      int length = data.length / parts;
      for (int i = part * length; i < (part + 1) * length; i++) {
        data[i] = value(run, i);
      }
      send.ready(part);
    }
    send.request().await();
  }

  private static void receive(PartitionedReceive receive, int parts, int[] into, int run) {
    Arrays.fill(into, -1);
    receive.start();
    int length = into.length / parts;
    for (int part = 0; part < parts; part++) {
      while (!receive.hasArrived(part)) {
        Thread.onSpinWait();
      }
      for (int i = part * length; i < (part + 1) * length; i++) {
        assertThat(into[i]).isEqualTo(value(run, i));
      }
    }
    receive.request().await();
  }

  private static void exchange(Communicator world, int sent, int received) {
    Random chance = new Random(SEED);
    int[] memory = new int[COUNT];
    if (world.rank() == 0) {
      try (PartitionedSend send = world.partitionedSendInit(Buffer.of(memory), sent, 1, TAG)) {
        for (int run = 0; run < 3; run++) {
          send(send, sent, chance, memory, run);
        }
      }
    } else if (world.rank() == 1) {
      try (PartitionedReceive receive =
          world.partitionedReceiveInit(Buffer.of(memory), received, 0, TAG)) {
        for (int run = 0; run < 3; run++) {
          receive(receive, received, memory, run);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void parts_arrive_as_they_become_ready(TestFabric fabric) {
    RankTeam.run(fabric, 3, world -> exchange(world, 8, 8));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 120", "120, 1", "8, 6", "6, 8", "3, 5", "5, 3", "40, 24"})
  void both_sides_may_divide_the_message_differently(int sent, int received) {
    RankTeam.run(TestFabric.ADVERSARIAL, 2, world -> exchange(world, sent, received));
    RankTeam.run(TestFabric.SYNCHRONOUS, 2, world -> exchange(world, sent, received));
  }

  @Test
  void a_part_arrives_before_the_others_are_ready() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          int[] memory = {1, 2, 3, 4};
          if (world.rank() == 0) {
            try (PartitionedSend send = world.partitionedSendInit(Buffer.of(memory), 4, 1, TAG)) {
              send.start();
              send.ready(2);
              world.receive(new int[1], 1, 0);
              assertThat(send.request().test()).isFalse();
              assertThatThrownBy(() -> interrupted(send))
                  .hasMessage(
                      "interrupted: rank 0 waits for partitioned send to rank 1 of 16 bytes with"
                          + " tag 4 (1 of 4 parts ready)");
              send.ready(0, 1);
              send.ready(3);
              send.request().await();
            }
          } else {
            int[] into = new int[4];
            try (PartitionedReceive receive =
                world.partitionedReceiveInit(Buffer.of(into), 4, 0, TAG)) {
              receive.start();
              while (!receive.hasArrived(2)) {
                Thread.onSpinWait();
              }
              assertThat(into).containsExactly(0, 0, 3, 0);
              assertThat(receive.hasArrived(1)).isFalse();
              world.send(new int[1], 0, 0);
              receive.request().await();
              assertThat(into).containsExactly(1, 2, 3, 4);
            }
          }
        });
  }

  private static void interrupted(PartitionedSend send) {
    Thread.currentThread().interrupt();
    try {
      send.request().await();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void requests_match_in_the_order_in_which_they_were_made() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        2,
        world -> {
          int[] first = {10, 11};
          int[] second = {20, 21};
          if (world.rank() == 0) {
            try (PartitionedSend one = world.partitionedSendInit(Buffer.of(first), 2, 1, TAG);
                PartitionedSend two = world.partitionedSendInit(Buffer.of(second), 2, 1, TAG)) {
              two.start();
              two.ready(0, 1);
              one.start();
              one.ready(0, 1);
              one.request().await();
              two.request().await();
            }
          } else {
            int[] a = new int[2];
            int[] b = new int[2];
            try (PartitionedReceive one = world.partitionedReceiveInit(Buffer.of(a), 1, 0, TAG);
                PartitionedReceive two = world.partitionedReceiveInit(Buffer.of(b), 2, 0, TAG)) {
              one.start();
              two.start();
              one.request().await();
              two.request().await();
              assertThat(a).containsExactly(first);
              assertThat(b).containsExactly(second);
            }
          }
        });
  }

  @Test
  void other_messages_with_the_same_tag_are_not_taken() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        2,
        world -> {
          int[] memory = new int[2];
          if (world.rank() == 0) {
            try (PartitionedSend send = world.partitionedSendInit(Buffer.of(memory), 2, 1, TAG)) {
              send.start();
              send.ready(0, 1);
              world.send(new int[] {9}, 1, TAG);
              send.request().await();
            }
          } else {
            int[] one = new int[1];
            world.receive(one, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(one[0]).isEqualTo(9);
            try (PartitionedReceive receive =
                world.partitionedReceiveInit(Buffer.of(memory), 2, 0, TAG)) {
              receive.start().await();
            }
          }
        });
  }

  @Test
  void elements_may_have_gaps() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          Datatype every = Datatype.resized(0, 8, Datatype.INT32);
          int[] memory = {1, -1, 2, -1, 3, -1, 4, -1};
          if (world.rank() == 0) {
            try (PartitionedSend send =
                world.partitionedSendInit(
                    Buffer.of(MemorySegment.ofArray(memory), every), 4, 1, TAG)) {
              send.start();
              send.ready(0, 3);
              send.request().await();
            }
          } else {
            int[] into = new int[4];
            try (PartitionedReceive receive =
                world.partitionedReceiveInit(Buffer.of(into), 2, 0, TAG)) {
              receive.start().await();
              assertThat(into).containsExactly(1, 2, 3, 4);
            }
          }
        });
  }

  @Test
  void threads_complete_parts_of_one_message() {
    Threading threading = new Threading(ThreadLevel.MULTIPLE, false, false);
    try (RankTeam team = RankTeam.threaded(TestFabric.ADVERSARIAL, 2, SEED, threading)) {
      team.run(
          world -> {
            int[] memory = new int[COUNT];
            if (world.rank() == 1) {
              try (PartitionedReceive receive =
                  world.partitionedReceiveInit(Buffer.of(memory), 3, 0, TAG)) {
                receive(receive, 3, memory, 1);
              }
              return;
            }
            try (PartitionedSend send =
                world.partitionedSendInit(Buffer.of(memory), COUNT, 1, TAG)) {
              send.start();
              IntStream.range(0, COUNT)
                  .parallel()
                  .forEach(
                      part -> {
                        memory[part] = value(1, part);
                        send.ready(part);
                      });
              send.request().await();
            }
          });
    }
  }

  @Test
  void to_no_rank_a_message_is_complete_at_once() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Buffer buffer = Buffer.of(new int[] {7, 8});
          int nobody = Communicator.PROC_NULL;
          try (PartitionedSend send = world.partitionedSendInit(buffer, 2, nobody, TAG);
              PartitionedReceive receive = world.partitionedReceiveInit(buffer, 2, nobody, TAG)) {
            assertThat(send.start().test()).isTrue();
            send.ready(1);
            assertThat(receive.start().test()).isTrue();
            assertThat(receive.hasArrived(1)).isTrue();
          }
        });
  }

  @Test
  void wrong_use_is_refused() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Buffer three = Buffer.of(new int[3]);
          refused(() -> world.partitionedSendInit(three, 2, 0, TAG), "3 elements", "2 equal parts");
          refused(() -> world.partitionedSendInit(three, 0, 0, TAG), "0 equal parts");
          refused(() -> world.partitionedSendInit(three, 3, 1, TAG), "destination 1");
          refused(
              () -> world.partitionedReceiveInit(three, 3, Communicator.ANY_SOURCE, TAG),
              "source -1");
          refused(() -> world.partitionedReceiveInit(three, 3, 0, Communicator.ANY_TAG), "tag -1");
          try (PartitionedSend send = world.partitionedSendInit(three, 3, 0, TAG);
              PartitionedReceive receive =
                  world.partitionedReceiveInit(Buffer.of(new int[3]), 1, 0, TAG)) {
            refused(() -> send.ready(3), "part 3 is not a part; parts are 0 to 2");
            failed(() -> send.ready(1), "part 1 can't be ready, start the request before");
            failed(() -> receive.hasArrived(0), "never started");
            send.start();
            send.ready(1);
            failed(() -> send.ready(1), "part 1 is ready already");
            failed(send::start, "still under way");
            failed(send::close, "still under way");
            assertThat(send.request())
                .hasToString(
                    "partitioned send to rank 0 of 12 bytes with tag 4 (1 of 3 parts ready)");
            receive.start();
            send.ready(0);
            send.ready(2);
            receive.request().await();
            send.request().await();
          }
        });
  }

  private static void refused(Runnable call, String... parts) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }

  private static void failed(Runnable call, String... parts) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void messages_of_different_lengths_fail_the_receive() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          if (world.rank() == 0) {
            PartitionedSend send = world.partitionedSendInit(Buffer.of(new int[4]), 4, 1, TAG);
            send.start();
            send.ready(0, 3);
            send.request().await();
            send.close();
          } else {
            PartitionedReceive receive =
                world.partitionedReceiveInit(Buffer.of(new int[3]), 3, 0, TAG);
            assertThatThrownBy(() -> receive.start().await())
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("message has 16 bytes; both must have the same length")
                .hasMessageContaining("partitioned receive from rank 0 of 12 bytes");
            receive.close();
          }
        });
  }

  @Test
  void a_receive_that_no_send_matches_can_be_closed() {
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world -> {
          Communicator twin = world.duplicate();
          twin.partitionedReceiveInit(Buffer.of(new int[1]), 1, 1 - world.rank(), TAG).close();
          world.barrier();
          twin.close();
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {2, MortalRanks.ROUTED + 2})
  void the_failure_of_the_peer_ends_both_sides(long seed) {
    MortalRanks ranks = new MortalRanks(3, seed);
    ranks.run(
        world -> {
          if (world.rank() == 2) {
            ranks.die(2);
          }
          if (world.rank() == 0) {
            PartitionedReceive receive =
                world.partitionedReceiveInit(Buffer.of(new int[2]), 2, 2, TAG);
            assertThatThrownBy(() -> receive.start().await())
                .isInstanceOf(RankFailedException.class);
          } else {
            PartitionedSend send = world.partitionedSendInit(Buffer.of(new int[2]), 2, 2, TAG);
            assertThatThrownBy(() -> send.start().await()).isInstanceOf(RankFailedException.class);
          }
        });
  }
}
