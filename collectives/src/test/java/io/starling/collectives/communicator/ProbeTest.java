package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ProbeTest {

  private static final int[] LENGTHS = {0, 1, 10_000, 1_000_000};

  @ParameterizedTest
  @EnumSource
  void a_probe_tells_how_long_a_message_is_before_it_is_received(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int length : LENGTHS) {
            byte[] sent = new byte[length];
            java.util.Arrays.fill(sent, (byte) 3);
            if (world.rank() == 0) {
              world.send(Buffer.of(sent), 1, 4);
            } else {
              Status found = world.probe(0, 4);
              assertThat(found).isEqualTo(new Status(0, 4, length));
              byte[] received = new byte[(int) found.bytes()];
              assertThat(world.receive(Buffer.of(received), found.source(), found.tag()))
                  .isEqualTo(found);
              assertThat(received).isEqualTo(sent);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_probe_leaves_the_message_where_it_is(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            world.send(Buffer.of(new int[] {1}), 1, 4);
            world.send(Buffer.of(new int[2]), 1, 4);
          } else {
            for (int i = 0; i < 3; i++) {
              assertThat(world.probe(0, Communicator.ANY_TAG)).isEqualTo(new Status(0, 4, 4));
              assertThat(world.iProbe(Communicator.ANY_SOURCE, 4)).contains(new Status(0, 4, 4));
            }
            world.receive(Buffer.of(new int[1]), 0, 4);
            assertThat(world.probe(0, 4)).isEqualTo(new Status(0, 4, 8));
            world.receive(Buffer.of(new int[2]), 0, 4);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void looking_again_and_again_finds_the_message_in_the_end(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            world.receive(Buffer.EMPTY, 1, 1);
            world.send(Buffer.of(new byte[1_000_000]), 1, 2);
          } else {
            assertThat(world.iProbe(0, 2)).isEmpty();
            world.send(Buffer.EMPTY, 0, 1);
            Optional<Status> found = world.iProbe(0, 2);
            while (found.isEmpty()) {
              Thread.onSpinWait();
              found = world.iProbe(0, 2);
            }
            assertThat(found).contains(new Status(0, 2, 1_000_000));
            world.receive(Buffer.of(new byte[1_000_000]), 0, 2);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_probe_finds_only_what_fits_and_no_other_communicator_s_messages(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Communicator other = world.duplicate()) {
            if (world.rank() == 0) {
              Request send = other.iSend(Buffer.of(new int[5]), 1, 7);
              world.send(Buffer.EMPTY, 1, 8);
              send.await();
            } else {
              assertThat(world.probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG))
                  .isEqualTo(new Status(0, 8, 0));
              assertThat(world.iProbe(0, 7)).isEmpty();
              assertThat(world.iProbe(1, 8)).isEmpty();
              world.receive(Buffer.EMPTY, 0, 8);
              assertThat(other.probe(0, Communicator.ANY_TAG)).isEqualTo(new Status(0, 7, 20));
              other.receive(Buffer.of(new int[5]), 0, 7);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_probe_passes_over_the_message_that_a_receive_under_way_gets(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            world.receive(Buffer.EMPTY, 1, 0);
            world.send(Buffer.of(new int[] {1}), 1, 5);
            world.send(Buffer.of(new int[] {2, 2}), 1, 5);
          } else {
            int[] first = new int[1];
            Request receive = world.iReceive(Buffer.of(first), 0, 5);
            world.send(Buffer.EMPTY, 0, 0);
            assertThat(world.probe(0, 5)).isEqualTo(new Status(0, 5, 8));
            receive.await();
            assertThat(first).containsExactly(1);
            world.receive(Buffer.of(new int[2]), 0, 5);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_message_that_is_longer_than_the_buffer_after_a_probe_fails_and_is_gone(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int length : new int[] {8, 10_000, 1_000_000}) {
            if (world.rank() == 0) {
              world.send(Buffer.of(new byte[length]), 1, 5);
              world.send(Buffer.EMPTY, 1, 6);
            } else {
              int room = (int) world.probe(0, 5).bytes() - 1;
              assertThatThrownBy(() -> world.receive(Buffer.of(new byte[room]), 0, 5))
                  .isInstanceOf(StarlingException.class)
                  .hasMessageContainingAll("rank 1", "longer than the buffer");
              world.receive(Buffer.EMPTY, 0, 6);
              assertThat(world.iProbe(0, 5)).isEmpty();
            }
            world.barrier();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_probe_waits_while_a_collective_goes_on(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          int[] value = {world.rank() == 0 ? 6 : 0};
          Request broadcast = world.iBroadcast(Buffer.of(value), 0);
          if (world.rank() == 2) {
            broadcast.await();
            world.send(Buffer.EMPTY, 1, 1);
          } else if (world.rank() == 1) {
            assertThat(world.probe(Communicator.ANY_SOURCE, 1).source()).isEqualTo(2);
            world.receive(Buffer.EMPTY, 2, 1);
          }
          broadcast.await();
          assertThat(value).containsExactly(6);
        });
  }

  @Test
  void who_waits_in_a_probe_says_for_whom_and_which_tag() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          if (world.rank() == 0) {
            Request receive = world.iReceive(Buffer.of(new int[1]), 1, 1);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> world.probe(1, 17))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining(
                    "rank 0 waits for probe for a message from rank 1 with tag 17; ")
                .hasMessageContaining("receive of at most 4 bytes from rank 1 with tag 1");
            assertThatThrownBy(
                    () -> world.matchedProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG))
                .hasMessageContaining("matched probe for a message from any rank with any tag");
            assertThat(Thread.interrupted()).isTrue();
            receive.cancel();
            receive.await();
          }
        });
  }

  @Test
  void probes_refuse_wrong_ranks_and_tags_and_closed_communicators() {
    SteppedRanks ranks = new SteppedRanks(2, 1);
    Communicator world = ranks.worlds().getFirst();
    for (int source : new int[] {-3, 2}) {
      assertThatThrownBy(() -> world.probe(source, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("rank 0: source " + source + " is not a rank");
      assertThatThrownBy(() -> world.iProbe(source, 0)).hasMessageContaining("is not a rank");
      assertThatThrownBy(() -> world.matchedProbe(source, 0)).hasMessageContaining("is not a rank");
      assertThatThrownBy(() -> world.iMatchedProbe(source, 0))
          .hasMessageContaining("is not a rank");
    }
    assertThatThrownBy(() -> world.iProbe(0, Communicator.MAX_TAG + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tag 1073741824 is out of range");
    world.close();
    assertThatThrownBy(() -> world.probe(0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> world.iMatchedProbe(Communicator.PROC_NULL, 0))
        .hasMessageContaining("closed");
  }
}
