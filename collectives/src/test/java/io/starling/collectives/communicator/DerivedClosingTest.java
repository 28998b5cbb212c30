package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Tags;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The end of communicators that were split off or duplicated. */
class DerivedClosingTest {

  @Test
  void numbers_of_closed_communicators_are_used_again() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          for (int i = 0; i < Tags.MAX_CONTEXTS + 10; i++) {
            world.duplicate().close();
          }
        });
  }

  @Test
  void more_communicators_than_numbers_are_refused_on_all_ranks() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          List<Communicator> open = new ArrayList<>();
          for (int i = 1; i < Tags.MAX_CONTEXTS; i++) {
            open.add(world.split(0, 0));
          }
          assertThatThrownBy(world::duplicate)
              .isInstanceOf(StarlingException.class)
              .hasMessageContaining(
                  "rank %d: 4096 communicators are open, which is the limit; close some first"
                      .formatted(world.rank()));
          open.forEach(Communicator::close);
          world.duplicate().close();
        });
  }

  @Test
  void a_closed_communicator_refuses_calls_and_leaves_the_others_alone() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          Communicator other = world.duplicate();
          PersistentRequest barrier = other.barrierInit();
          PersistentRequest send = other.sendInit(Buffer.of(new int[1]), 0, 0);
          other.close();
          other.close();
          assertThatThrownBy(barrier::start).hasMessageContaining("closed");
          assertThatThrownBy(send::start).hasMessageContaining("closed");
          assertThatThrownBy(other::barrier)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("closed");
          assertThatThrownBy(() -> other.send(Buffer.of(new int[1]), 0, 0))
              .hasMessageContaining("closed");
          assertThatThrownBy(other::duplicate).hasMessageContaining("closed");
          world.barrier();
        });
  }

  @Test
  void a_communicator_with_a_collective_under_way_is_not_closed() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          try (Communicator other = world.duplicate()) {
            if (world.rank() == 0) {
              Request barrier = other.iBarrier();
              assertThatThrownBy(other::close)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("barrier");
              world.barrier();
              barrier.await();
            } else {
              world.barrier();
              other.barrier();
            }
          }
        });
  }

  @Test
  void a_communicator_with_a_message_under_way_is_not_closed() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          try (Communicator other = world.duplicate()) {
            if (world.rank() == 0) {
              int[] got = new int[1];
              Request receive = other.iReceive(Buffer.of(got), 1, 3);
              assertThatThrownBy(other::close)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContainingAll("1 of its operations", "receive", "rank 1");
              world.barrier();
              receive.await();
              assertThat(got).containsExactly(7);
            } else {
              world.barrier();
              other.send(Buffer.of(new int[] {7}), 0, 3);
            }
          }
        });
  }

  @Test
  void a_derived_communicator_may_be_closed_after_the_job_s() {
    RankTeam team = RankTeam.open(TestFabric.LOCAL, 2);
    team.run(
        world -> {
          Communicator other = world.duplicate();
          world.close();
          assertThatThrownBy(other::barrier).hasMessageContaining("closed");
          other.close();
        });
  }
}
