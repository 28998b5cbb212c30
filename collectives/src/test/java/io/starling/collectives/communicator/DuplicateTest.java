package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.AttributeKey;
import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.call.Member;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Requests;
import io.starling.runtime.ResultRequest;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Duplicates that are made while the ranks do something else. */
class DuplicateTest {

  private static final AttributeKey<String> SHARED = AttributeKey.<String>of("shared").shared();
  private static final long SEED = Long.getLong("starling.seed", 1);

  private static int sum(Communicator communicator) {
    return communicator.allreduce(1, ReductionOperator.SUM);
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void several_duplicates_are_made_beside_collectives(TestFabric fabric) {
    RankTeam.run(
        fabric,
        5,
        world -> {
          world.setAttribute(SHARED, "rank " + world.rank());
          // The ranks begin at different places among the collectives.
          List<ResultRequest<Communicator>> requests = new ArrayList<>();
          for (int turn = 0; turn < 6; turn++) {
            if (turn >= world.rank() % 3) {
              requests.add(world.iDuplicate());
            }
            assertThat(sum(world)).isEqualTo(5);
          }
          while (requests.size() < 6) {
            requests.add(world.iDuplicate());
          }
          Requests.awaitAll(requests);
          for (ResultRequest<Communicator> request : requests) {
            try (Communicator twin = request.result()) {
              assertThat(twin).isSameAs(request.result());
              assertThat(twin.group()).isEqualTo(world.group());
              assertThat(twin.name()).isEqualTo("world.iDuplicate()");
              assertThat(twin.attribute(SHARED)).contains("rank " + world.rank());
              assertThat(sum(twin)).isEqualTo(5);
            }
          }
        });
  }

  @Test
  void ranks_that_have_used_other_numbers_find_a_common_one() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        3,
        world -> {
          List<Communicator> open = new ArrayList<>();
          for (int i = 0; i < 40 * world.rank(); i++) {
            open.add(world.createGroup(Group.of(world.rank()), 0));
          }
          ResultRequest<Communicator> first = world.iDuplicate();
          ResultRequest<Communicator> second = world.iDuplicate();
          try (Communicator one = first.result();
              Communicator two = second.result()) {
            assertThat(sum(one)).isEqualTo(3);
            assertThat(sum(two)).isEqualTo(3);
          }
          open.forEach(Communicator::close);
        });
  }

  /** Takes rank 1's place in the first agreement, with words that contradict those of rank 0. */
  private static final class Contradiction extends Operation {

    private static final long TAG = Tags.agreement(0, 0);

    private final Memory words;
    private int missing = 2;

    Contradiction(Engine engine) {
      super(engine);
      long[] ones = new long[NumberAgreement.WORDS + 2];
      Arrays.fill(ones, -1);
      words = Memory.of(MemorySegment.ofArray(ones));
    }

    @Override
    protected void start() {
      send(0, 0, 0, TAG + Tags.source(1), words, 0, words.byteSize());
    }

    @Override
    protected void onSent(int child, int segment) {
      missing--;
      receive(0, 0, 0, TAG, Tags.EXACT, words, 0, words.byteSize());
    }

    @Override
    protected void onReceived(int child, int segment) {
      missing--;
    }

    @Override
    protected boolean finished() {
      return missing == 0;
    }

    @Override
    public String describe() {
      return "a contradiction";
    }
  }

  @Test
  void a_duplicate_that_fails_gives_its_numbers_back() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          Member member = ((RankCommunicator) world).member();
          if (world.rank() == 1) {
            try (Member.Entry _ = member.enter()) {
              Contradiction contradiction = new Contradiction(member.engine());
              contradiction.begin();
              member.engine().waits().await(contradiction);
            }
          } else {
            assertThatThrownBy(() -> world.iDuplicate().result())
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("other ranks have passed another group or tag");
            assertThat(member.numbers().areReserved()).isFalse();
          }
          try (Communicator twin = world.duplicate()) {
            assertThat(sum(twin)).isEqualTo(2);
          }
        });
  }

  @Test
  void the_duplicate_of_a_grid_is_a_grid() {
    RankTeam.run(
        TestFabric.LOCAL,
        4,
        world -> {
          try (CartesianCommunicator grid =
                  world.cartesian(new int[] {2, 2}, new boolean[] {true, false});
              Communicator twin = grid.iDuplicate().result()) {
            assertThat(twin).isInstanceOf(CartesianCommunicator.class);
            assertThat(((CartesianCommunicator) twin).dimensions()).containsExactly(2, 2);
          }
        });
  }

  @Test
  void a_communicator_is_not_closed_while_its_duplicate_is_made() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          Communicator parent = world.duplicate();
          ResultRequest<Communicator> request = null;
          if (world.rank() == 0) {
            request = parent.iDuplicate();
            assertThat(request).hasToString("world.duplicate().iDuplicate()");
            assertThatThrownBy(parent::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 of its operations is under way");
            assertThatThrownBy(request::cancel)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("can't be cancelled");
          }
          world.barrier();
          (request == null ? parent.iDuplicate() : request).result().close();
          parent.close();
        });
  }

  @Test
  void a_rank_may_die_at_any_time() {
    for (long seed = SEED; seed < SEED + 20; seed++) {
      Random chance = new Random(seed);
      int size = 2 + chance.nextInt(5);
      int victim = chance.nextInt(size);
      MortalRanks ranks = new MortalRanks(size, seed);
      ranks.dieAtLook(victim, chance.nextInt(10));
      ranks.run(
          world -> {
            try {
              sum(world.iDuplicate().result());
            } catch (RankFailedException e) {
              assertThat(e.ranks()).containsExactly(victim);
            }
            if (world.rank() == victim) {
              ranks.die(victim);
            }
            try (Communicator living = world.shrink()) {
              assertThat(sum(living)).isEqualTo(world.size() - 1);
            }
          });
    }
  }
}
