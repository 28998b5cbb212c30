package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.StarlingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiting for several requests, of every kind and form. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RequestsTest {

  @ParameterizedTest
  @EnumSource
  void all_are_awaited_whatever_they_are(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          int[] received = new int[2];
          try (PersistentRequest receive = world.receiveInit(Buffer.of(received), other, 1);
              PersistentRequest idle = world.receiveInit(Buffer.of(new int[1]), other, 2)) {
            Requests.awaitAll(
                Arrays.asList(
                    receive.start(),
                    idle,
                    null,
                    world.iBarrier(),
                    world.iSend(Buffer.of(new int[] {4, 5}), other, 1)));
            assertThat(received).containsExactly(4, 5);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void any_and_some_find_each_request_once_if_it_is_taken_out(TestFabric fabric) {
    int count = 30;
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            for (int i = count - 1; i >= 0; i--) {
              world.send(Buffer.of(new byte[i * 1000]), 1, i);
            }
            return;
          }
          Request[] requests = new Request[count];
          for (int i = 0; i < count; i++) {
            requests[i] = world.iReceive(Buffer.of(new byte[i * 1000]), 0, i);
          }
          TreeSet<Integer> found = new TreeSet<>();
          for (int round = 0; found.size() < count; round++) {
            int[] indices =
                switch (round % 4) {
                  case 0 -> new int[] {Requests.awaitAny(Arrays.asList(requests))};
                  case 1 -> Requests.awaitSome(Arrays.asList(requests));
                  case 2 -> new int[] {Requests.testAny(Arrays.asList(requests))};
                  default -> Requests.testSome(Arrays.asList(requests));
                };
            for (int index : indices) {
              if (index != Requests.NONE) {
                assertThat(requests[index].status().tag()).isEqualTo(index);
                assertThat(found.add(index)).isTrue();
                requests[index] = null;
              }
            }
          }
          assertThat(Requests.awaitAny(Arrays.asList(requests))).isEqualTo(Requests.NONE);
          assertThat(Requests.awaitSome(Arrays.asList(requests))).isEmpty();
          assertThat(Requests.testAny(Arrays.asList(requests))).isEqualTo(Requests.NONE);
          assertThat(Requests.testSome(List.of())).isEmpty();
          assertThat(Requests.testAll(Arrays.asList(requests))).isTrue();
          Requests.awaitAll(List.of());
        });
  }

  @Test
  void tests_make_progress_and_wait_for_nothing() {
    SteppedRanks ranks = new SteppedRanks(2, 4);
    Communicator world = ranks.worlds().getFirst();
    List<Request> requests = new ArrayList<>();
    requests.add(world.iReceive(Buffer.of(new int[1]), 1, 0));
    requests.add(world.iReceive(Buffer.of(new int[1]), 1, 1));
    assertThat(Requests.testAll(requests)).isFalse();
    assertThat(Requests.testAny(requests)).isEqualTo(Requests.NONE);
    assertThat(Requests.testSome(requests)).isEmpty();
    ranks.worlds().get(1).iSend(Buffer.of(new int[1]), 0, 1).await();
    int found = Requests.NONE;
    while (found == Requests.NONE) {
      found = Requests.testAny(requests);
    }
    assertThat(found).isEqualTo(1);
    assertThat(Requests.testSome(requests)).containsExactly(1);
    assertThat(Requests.testAll(requests)).isFalse();
    requests.getFirst().cancel();
    Requests.awaitAll(requests);
    assertThat(requests.getFirst().isCancelled()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void all_have_ended_when_the_first_failure_is_thrown_with_the_others_in_it(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            for (int tag = 0; tag < 4; tag++) {
              world.send(Buffer.of(new int[2]), 1, tag);
            }
            return;
          }
          Request first = world.iReceive(Buffer.of(new int[2]), 0, 3);
          Request failing = world.iReceive(Buffer.of(new int[1]), 0, 2);
          Request alsoFailing = world.iReceive(Buffer.of(new int[1]), 0, 1);
          Request last = world.iReceive(Buffer.of(new int[2]), 0, 0);
          List<Request> all = List.of(first, failing, alsoFailing, last, failing);
          for (int again = 0; again < 2; again++) {
            assertThatThrownBy(() -> Requests.awaitAll(all))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("with tag 2")
                .satisfies(
                    failure ->
                        assertThat(failure.getSuppressed())
                            .singleElement()
                            .extracting(Throwable::getMessage)
                            .asString()
                            .contains("with tag 1"));
          }
          assertThat(first.status().bytes()).isEqualTo(8);
          assertThat(last.status().bytes()).isEqualTo(8);
          assertThatThrownBy(() -> Requests.testAll(all)).hasMessageContaining("with tag 2");
          assertThatThrownBy(() -> Requests.awaitSome(all)).hasMessageContaining("with tag 2");
          assertThat(Requests.awaitAny(all)).isZero();
          assertThatThrownBy(() -> Requests.awaitAny(List.of(alsoFailing, first)))
              .hasMessageContaining("with tag 1");
          assertThatThrownBy(() -> Requests.testAny(List.of(alsoFailing, first)))
              .hasMessageContaining("with tag 1");
        });
  }
}
