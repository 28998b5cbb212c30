package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.AttributeKey;
import io.starling.collectives.Communicator;
import io.starling.collectives.Comparison;
import io.starling.collectives.Group;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.ReceivedObject;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.ResultRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects as messages, splits and attributes of intercommunicators. */
class IntercommunicatorPartsTest {

  private static final int TAG = 5;

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void objects_travel_between_the_groups(TestFabric fabric) {
    RankTeam.run(
        fabric,
        5,
        world ->
            IntercommunicatorTest.join(
                world,
                rank -> rank % 2,
                (groups, side) -> {
                  for (int length : new int[] {1, 100_000}) {
                    // A message of the next round may come before those of this one.
                    int tag = TAG + length;
                    Request sent =
                        groups.iSendObject(
                            List.of(side, groups.rank(), new int[length]),
                            groups.rank() % groups.remoteSize(),
                            tag);
                    int peers =
                        (int)
                            IntStream.range(0, groups.remoteSize())
                                .filter(peer -> peer % groups.size() == groups.rank())
                                .count();
                    for (int i = 0; i < peers; i++) {
                      ReceivedObject<List<Object>> received =
                          groups.receiveObjectWithStatus(Communicator.ANY_SOURCE, tag);
                      assertThat(received.value().subList(0, 2))
                          .containsExactly(1 - side, received.status().source());
                      assertThat((int[]) received.value().get(2)).hasSize(length);
                    }
                    sent.await();
                  }
                }));
  }

  /** Three colors: one in both groups, one in one group only, and none. */
  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void a_split_parts_both_groups(TestFabric fabric) {
    RankTeam.run(
        fabric,
        7,
        world ->
            IntercommunicatorTest.join(
                world,
                rank -> rank < 3 ? 0 : 1,
                (groups, side) -> {
                  // The groups are in descending order of the ranks of the world.
                  int color = world.rank() < 2 || world.rank() > 4 ? 1 : 2;
                  if (world.rank() == 2) {
                    color = Communicator.UNDEFINED;
                  }
                  try (Intercommunicator part = groups.split(color, world.rank())) {
                    if (color != 1) {
                      assertThat(part).isNull();
                      return;
                    }
                    assertThat(part.size()).isEqualTo(2);
                    assertThat(part.remoteSize()).isEqualTo(2);
                    assertThat(part.rank()).isEqualTo(side == 0 ? world.rank() : world.rank() - 5);
                    int[] theirs = new int[2];
                    part.allgather(Buffer.of(new int[] {world.rank()}), Buffer.of(theirs));
                    assertThat(theirs)
                        .containsExactly(side == 0 ? new int[] {5, 6} : new int[] {0, 1});
                  }
                }));
  }

  /** The last ranks of each group, in reverse order; a process that is not there is refused. */
  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void groups_of_each_side_make_an_intercommunicator(TestFabric fabric) {
    RankTeam.run(
        fabric,
        7,
        world ->
            IntercommunicatorTest.join(
                world,
                rank -> rank < 3 ? 0 : 1,
                (groups, side) -> {
                  Group all = groups.group();
                  Group last = all.include(all.size() - 1, all.size() - 2);
                  assertThatThrownBy(() -> groups.create(groups.remoteGroup()))
                      .isInstanceOf(IllegalArgumentException.class)
                      .hasMessageContaining("not in the local group");
                  try (Intercommunicator made = groups.create(last)) {
                    if (!last.contains(groups.process())) {
                      assertThat(made).isNull();
                      return;
                    }
                    assertThat(made.group()).isEqualTo(last);
                    assertThat(made.name()).endsWith(".create()");
                    assertThat(made.remoteSize()).isEqualTo(2);
                    assertThat(made.rank()).isEqualTo(last.rankOf(world.process()));
                    assertThat(made.compare(groups)).isEqualTo(Comparison.UNEQUAL);
                    made.barrier();
                  }
                }));
  }

  @Test
  void an_empty_group_makes_none() {
    IntercommunicatorTest.inHalves(
        TestFabric.SHARED,
        4,
        groups -> {
          boolean isFirst = groups.group().contains(0);
          assertThat(groups.create(isFirst ? groups.group() : Group.EMPTY)).isNull();
        });
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void duplicates_are_congruent_and_may_be_made_beside_messages(TestFabric fabric) {
    AttributeKey<String> key = AttributeKey.<String>of("shared").shared();
    RankTeam.run(
        fabric,
        5,
        world ->
            IntercommunicatorTest.join(
                world,
                rank -> rank % 2,
                (groups, side) -> {
                  groups.setAttribute(key, "value");
                  ResultRequest<Intercommunicator> request = groups.iDuplicate();
                  groups.barrier();
                  try (Intercommunicator duplicate = request.result()) {
                    assertThat(duplicate.attribute(key)).contains("value");
                    assertThat(groups.compare(duplicate)).isEqualTo(Comparison.CONGRUENT);
                    assertThat(groups.compare(groups)).isEqualTo(Comparison.IDENTICAL);
                    int reversed = groups.size() - groups.rank();
                    try (Intercommunicator other = groups.split(0, reversed)) {
                      assertThat(groups.compare(other)).isEqualTo(Comparison.SIMILAR);
                    }
                    duplicate.barrier();
                  }
                }));
  }

  @Test
  void a_negative_color_is_refused_before_anything_is_sent() {
    IntercommunicatorTest.inHalves(
        TestFabric.SHARED,
        2,
        groups ->
            assertThatThrownBy(() -> groups.split(-2, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("color -2 is negative"));
  }

  @Test
  void attributes_go_to_duplicates_as_their_keys_say_and_end_with_their_intercommunicator() {
    IntercommunicatorTest.inHalves(
        TestFabric.SHARED,
        4,
        groups -> {
          List<String> log = new ArrayList<>();
          AttributeKey<String> key =
              AttributeKey.<String>of("shared")
                  .onCopy((original, value) -> Optional.of(value + " of " + original.size()))
                  .onDelete(
                      (owner, value) -> {
                        owner.barrier();
                        log.add(value);
                      });
          groups.setAttribute(key, "one");
          try (Intercommunicator duplicate = groups.duplicate()) {
            assertThat(duplicate.attribute(key)).contains("one of 2");
            assertThat(groups.attribute(key)).contains("one");
          }
          assertThat(log).containsExactly("one of 2");
          assertThat(groups.deleteAttribute(key)).isTrue();
          assertThat(groups.attribute(key)).isEmpty();
          assertThat(groups.deleteAttribute(key)).isFalse();
        });
  }

  @Test
  void a_refused_close_deletes_no_attribute() {
    AttributeKey<String> key = AttributeKey.of("kept");
    IntercommunicatorTest.inHalves(
        TestFabric.SHARED,
        2,
        groups -> {
          groups.setAttribute(key, "value");
          if (groups.process() == 1) {
            groups.receive(Buffer.EMPTY, 0, TAG);
            groups.barrier();
            return;
          }
          Request barrier = groups.iBarrier();
          assertThatThrownBy(groups::close).isInstanceOf(IllegalStateException.class);
          assertThat(groups.attribute(key)).contains("value");
          groups.send(Buffer.EMPTY, 0, TAG);
          barrier.await();
        });
  }
}
