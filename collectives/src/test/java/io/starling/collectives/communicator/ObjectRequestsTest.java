package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.CodecException;
import io.starling.collectives.Communicator;
import io.starling.collectives.PackedObject;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.ResultRequest;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Receives of objects that do not wait, and objects that are written once. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ObjectRequestsTest {

  /** Lengths around the first block of 4 KiB, with and without arrays beside the stream. */
  private static Object value(int length, boolean withArray) {
    String text = "x".repeat(length);
    return withArray ? List.of(text, new long[512 + length]) : List.of(text);
  }

  private static void assertSame(Object received, Object sent) {
    assertThat(((List<?>) received).getFirst()).isEqualTo(((List<?>) sent).getFirst());
    assertThat(((List<?>) received).getLast()).isEqualTo(((List<?>) sent).getLast());
  }

  @ParameterizedTest
  @EnumSource
  void objects_of_every_length_around_the_first_block_arrive(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int length = 3900; length < 4110; length += 7) {
            Object sent = value(length, length % 2 == 0);
            Request send = world.iSendObject(sent, 1 - world.rank(), 0);
            assertSame(world.receiveObject(Communicator.ANY_SOURCE, 0), sent);
            send.await();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void receives_take_objects_in_the_order_in_which_they_were_started(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int count = 40;
          if (world.rank() == 0) {
            world.barrier();
            for (int i = 0; i < count; i++) {
              world.sendObject(value(200 * i, i % 3 == 0), 1, i % 4);
            }
            return;
          }
          List<ResultRequest<Object>> requests = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            int source = i % 2 == 0 ? 0 : Communicator.ANY_SOURCE;
            requests.add(world.iReceiveObject(source, i % 5 == 0 ? Communicator.ANY_TAG : i % 4));
          }
          assertThat(requests.getFirst().test()).isFalse();
          assertThat(requests.getFirst().toString()).contains("receive of an object from rank 0");
          world.barrier();
          for (int i = 0; i < count; i++) {
            assertSame(requests.get(i).result(), value(200 * i, i % 3 == 0));
            Status status = requests.get(i).status();
            assertThat(status.source()).isZero();
            assertThat(status.tag()).isEqualTo(i % 4);
            assertThat(requests.get(i).result()).isSameAs(requests.get(i).result());
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void lists_of_requests_and_stages_take_receives_of_objects(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          int[] number = new int[1];
          ResultRequest<int[]> object = world.iReceiveObject(other, 1);
          Request bytes = world.iReceive(Buffer.of(number), other, 1);
          var stage = object.toCompletionStage().thenApply(Status::tag).toCompletableFuture();
          Request first = world.iSend(Buffer.of(new int[] {5}), other, 1);
          assertThat(Requests.awaitAny(List.of(object, bytes))).isEqualTo(1);
          assertThat(Requests.testAll(List.of(object))).isFalse();
          world.barrier();
          Request second = world.iSendObject(new int[70_000], other, 1);
          Requests.awaitAll(Arrays.asList(null, object, bytes, first, second));
          assertThat(object.result()).hasSize(70_000);
          assertThat(stage).isCompletedWithValue(1);
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_wait_for_some_ends_with_its_time_and_names_those_that_are_done(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          List<ResultRequest<Object>> both =
              Arrays.asList(world.iReceiveObject(other, 1), null, world.iReceiveObject(other, 2));
          assertThat(Requests.awaitSome(both, Duration.ofMillis(3))).isEmpty();
          assertThat(Requests.awaitSome(both, Duration.ZERO)).isEmpty();
          world.barrier();
          Request send = world.iSendObject("second", other, 2);
          assertThat(Requests.awaitSome(both, Duration.ofSeconds(50))).containsExactly(2);
          assertThat(both.get(2).result()).isEqualTo("second");
          both.get(0).cancel();
          send.await();
          both.set(2, null);
          assertThat(Requests.awaitSome(both, Duration.ofSeconds(50))).containsExactly(0);
          assertThat(Requests.awaitSome(List.of(), Duration.ofSeconds(50))).isEmpty();
          assertThatThrownBy(() -> Requests.awaitSome(both, null))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_cancelled_receive_leaves_the_object_to_the_next(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          ResultRequest<Object> request = world.iReceiveObject(other, 3);
          request.cancel();
          request.await();
          assertThat(request.isCancelled()).isTrue();
          assertThatThrownBy(request::result)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("cancelled");
          world.barrier();
          Request send = world.iSendObject(value(9000, true), other, 3);
          ResultRequest<Object> next = world.iReceiveObject(other, 3);
          assertSame(next.result(), value(9000, true));
          next.cancel();
          assertThat(next.isCancelled()).isFalse();
          send.await();
          assertThat(world.<Object>iReceiveObject(Communicator.PROC_NULL, 0).result()).isNull();
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_wait_with_a_limit_or_an_interrupt_loses_no_object(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          ResultRequest<Object> request = world.iReceiveObject(other, 0);
          assertThat(request.await(Duration.ofMillis(5))).isFalse();
          Thread.currentThread().interrupt();
          assertThatThrownBy(request::result)
              .isInstanceOf(StarlingException.class)
              .hasMessageContaining("interrupted");
          assertThat(Thread.interrupted()).isTrue();
          world.barrier();
          Request send = world.iSendObject(value(6000, true), other, 0);
          assertSame(request.result(), value(6000, true));
          send.await();
        });
  }

  private static final class Explosive implements Serializable {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
      stream.defaultReadObject();
      throw new IllegalStateException("bang");
    }
  }

  @Test
  void an_object_that_cannot_be_read_says_so_each_time_and_who_sent_it() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          Request send = world.iSendObject(new Explosive(), 1 - world.rank(), 8);
          ResultRequest<Object> request = world.iReceiveObject(Communicator.ANY_SOURCE, 8);
          request.await();
          for (int i = 0; i < 2; i++) {
            assertThatThrownBy(request::result)
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("bang");
          }
          assertThat(request.status().source()).isEqualTo(1 - world.rank());
          send.await();
        });
  }

  @Test
  void a_communicator_with_an_open_receive_can_not_be_closed() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Communicator derived = world.duplicate();
          ResultRequest<Object> request = derived.iReceiveObject(0, 0);
          assertThatThrownBy(derived::close)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("receive of an object");
          request.cancel();
          request.await();
          derived.close();
        });
  }

  @Test
  void receives_from_the_dead_fail_also_those_that_wait_for_any_rank() {
    for (long seed : List.of(1L, 2L, MortalRanks.ROUTED + 1, MortalRanks.ROUTED + 2)) {
      MortalRanks ranks = new MortalRanks(3, seed);
      ranks.run(
          world -> {
            if (world.rank() == 1) {
              ranks.die(1);
            }
            for (int source : new int[] {1, Communicator.ANY_SOURCE}) {
              ResultRequest<Object> request = world.iReceiveObject(source, 4);
              assertThatThrownBy(request::result).isInstanceOf(RankFailedException.class);
            }
            world.acknowledgeFailures();
            ResultRequest<Object> request = world.iReceiveObject(Communicator.ANY_SOURCE, 5);
            Request send = world.iSendObject(value(5000, true), 2 - world.rank(), 5);
            assertSame(request.result(), value(5000, true));
            send.await();
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_packed_object_is_sent_any_number_of_times(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          List<Object> changing = new ArrayList<>(List.of("before", new int[5000]));
          PackedObject packed = world.packObject(changing);
          assertThat(packed.bytes()).isGreaterThan(20_000);
          changing.set(0, "after");
          List<Request> sends = new ArrayList<>();
          for (int i = 0; i < 6; i++) {
            sends.add(world.iSendObject(i == 3 ? "other" : packed, i % 3, 0));
          }
          for (int source = 0; source < 3; source++) {
            for (int i = 0; i < 2; i++) {
              Object received = world.receiveObject(source, 0);
              if (world.rank() == 0 && i == 1) {
                assertThat(received).isEqualTo("other");
              } else {
                assertThat((List<?>) received).first().isEqualTo("before");
              }
            }
          }
          Requests.awaitAll(sends);
          List<Object> all =
              world.broadcastObject(world.rank() == 2 ? (Object) packed : null, 2)
                      instanceof List<?> list
                  ? new ArrayList<>(list)
                  : List.of();
          assertThat(all).hasSize(world.rank() == 2 ? 0 : 2);
          assertThatThrownBy(() -> world.packObject(Thread.currentThread()))
              .isInstanceOf(CodecException.class)
              .hasMessageContaining("packObject");
        });
  }
}
