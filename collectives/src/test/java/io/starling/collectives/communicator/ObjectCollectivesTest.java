package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives on objects, on all fabrics and with several numbers of ranks. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ObjectCollectivesTest {

  private static final int[] SIZES = {1, 2, 3, 5, 8};

  @ParameterizedTest
  @EnumSource
  void collectives_give_every_rank_the_objects(TestFabric fabric) {
    for (int size : SIZES) {
      RankTeam.run(fabric, size, ObjectCollectivesTest::all);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 13})
  void collectives_give_every_rank_the_objects_in_virtual_time(int size) {
    var fabric = new SimulatedFabric(new HockneyNetwork(size, 2_000_000, 100), Noise.NONE, true);
    RankTeam.simulated(fabric, "virtual").run(ObjectCollectivesTest::all);
  }

  private static void all(Communicator world) {
    for (int root : new int[] {0, world.size() - 1, world.size() / 2}) {
      broadcasts(world, root);
      gathers(world, root);
      scatters(world, root);
      reduces(world, root);
    }
    allgathers(world);
    for (int round = 0; round < 3; round++) {
      String text = world.allreduceObjects("(" + world.rank() + ")", String::concat);
      assertThat(text).isEqualTo(inOrder(world.size()));
    }
  }

  private static String inOrder(int size) {
    return IntStream.range(0, size).mapToObj(r -> "(" + r + ")").collect(Collectors.joining());
  }

  private static void broadcasts(Communicator world, int root) {
    boolean isRoot = world.rank() == root;
    for (Object value : ObjectMessagesTest.values()) {
      Object received = world.broadcastObject(isRoot ? value : "ignored", root);
      assertThat(received).isEqualTo(value);
    }
    for (int length : new int[] {0, 50, 200, 1000, 100_000}) {
      var sent = ObjectMessagesTest.Arrays8.of(length);
      ObjectMessagesTest.Arrays8 received = world.broadcastObject(isRoot ? sent : null, root);
      assertThat(received.isSameAs(sent)).isTrue();
    }
    for (int length = 900; length < 1020; length++) {
      String text = "x".repeat(length);
      assertThat(world.broadcastObject(isRoot ? text : null, root)).isEqualTo(text);
    }
  }

  /** Small, long, with arrays, and null. */
  private static Object valueOf(int rank) {
    return switch (rank % 4) {
      case 0 -> "rank " + rank;
      case 1 -> new long[] {rank, 1, 2};
      case 2 -> null;
      default -> List.of(new double[600 * rank], "and", new int[3000]);
    };
  }

  private static void check(Object value, int rank) {
    assertThat(value).usingRecursiveComparison().isEqualTo(valueOf(rank));
  }

  private static void gathers(Communicator world, int root) {
    List<Object> gathered = world.gatherObjects(valueOf(world.rank()), root);
    if (world.rank() == root) {
      assertThat(gathered).hasSize(world.size());
      for (int rank = 0; rank < world.size(); rank++) {
        check(gathered.get(rank), rank);
      }
      assertThatThrownBy(() -> gathered.set(0, "x"))
          .isInstanceOf(UnsupportedOperationException.class);
    } else {
      assertThat(gathered).isEmpty();
    }
  }

  private static void scatters(Communicator world, int root) {
    List<Object> values = new ArrayList<>();
    for (int rank = 0; rank < world.size(); rank++) {
      values.add(valueOf(rank));
    }
    check(world.scatterObjects(world.rank() == root ? values : null, root), world.rank());
  }

  private static void allgathers(Communicator world) {
    List<Object> all = world.allgatherObjects(valueOf(world.rank()));
    assertThat(all).hasSize(world.size());
    for (int rank = 0; rank < world.size(); rank++) {
      check(all.get(rank), rank);
    }
  }

  private static void reduces(Communicator world, int root) {
    String text = world.reduceObjects("(" + world.rank() + ")", String::concat, root);
    assertThat(text).isEqualTo(world.rank() == root ? inOrder(world.size()) : null);
    Map<String, Integer> own = new TreeMap<>(Map.of("all", 1, "r" + world.rank(), 7));
    Map<String, Integer> sum =
        world.reduceObjects(
            own,
            (left, right) -> {
              Map<String, Integer> merged = new TreeMap<>(left);
              right.forEach((key, count) -> merged.merge(key, count, Integer::sum));
              return merged;
            },
            root);
    if (world.rank() == root) {
      assertThat(sum).hasSize(world.size() + 1).containsEntry("all", world.size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void objects_of_collectives_and_of_sends_do_not_meet(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          int next = (world.rank() + 1) % 3;
          Request send = world.iSendObject("sent", next, 0);
          Request bytes = world.iSend(Buffer.of(new int[1]), next, 0);
          assertThat(world.gatherObjects(new int[2000], 1)).hasSize(world.rank() == 1 ? 3 : 0);
          assertThat(world.allreduceObjects(1, Integer::sum)).isEqualTo(3);
          assertThat(world.<String>receiveObject(Communicator.ANY_SOURCE, Communicator.ANY_TAG))
              .isEqualTo("sent");
          world.receive(Buffer.of(new int[1]), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
          send.await();
          bytes.await();
        });
  }

  @Test
  void a_rank_that_is_ahead_mixes_no_collectives_up() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        5,
        world -> {
          for (int i = 0; i < 200; i++) {
            List<Integer> all = world.gatherObjects(10 * i + world.rank(), i % 5);
            if (world.rank() == i % 5) {
              assertThat(all)
                  .containsExactly(10 * i, 10 * i + 1, 10 * i + 2, 10 * i + 3, 10 * i + 4);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void split_communicators_and_grids_have_collectives_on_objects(TestFabric fabric) {
    RankTeam.run(
        fabric,
        4,
        world -> {
          try (Communicator half = world.split(world.rank() % 2, -world.rank());
              Communicator grid = world.cartesian(new int[] {2, 2}, new boolean[2])) {
            List<Integer> halves = half.allgatherObjects(world.rank());
            assertThat(halves).containsExactly(2 + world.rank() % 2, world.rank() % 2);
            assertThat(grid.allreduceObjects(world.rank() + ",", String::concat))
                .isEqualTo("0,1,2,3,");
          }
        });
  }
}
