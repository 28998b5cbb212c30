package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.ReceivedObject;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import java.io.Serializable;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects from one rank to another, on all fabrics. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ObjectMessagesTest {

  /** What records are for. */
  record Point(int x, double y, String name) implements Serializable {}

  /** Arrays of all types; a record with arrays is equal to no copy of it. */
  record Arrays8(
      byte[] bytes,
      boolean[] booleans,
      char[] chars,
      short[] shorts,
      int[] ints,
      long[] longs,
      float[] floats,
      double[] doubles)
      implements Serializable {

    static Arrays8 of(int length) {
      Arrays8 all =
          new Arrays8(
              new byte[length],
              new boolean[length],
              new char[length],
              new short[length],
              new int[length],
              new long[length],
              new float[length],
              new double[length]);
      for (int i = 0; i < length; i++) {
        all.bytes[i] = (byte) (i * 7);
        all.booleans[i] = i % 3 == 0;
        all.chars[i] = (char) (i * 5);
        all.shorts[i] = (short) (i * 11);
        all.ints[i] = i * 1_000_003;
        all.longs[i] = i * 1_000_000_007L;
        all.floats[i] = i / 3f;
        all.doubles[i] = i / 7.0;
      }
      return all;
    }

    boolean isSameAs(Arrays8 other) {
      return Arrays.equals(bytes, other.bytes)
          && Arrays.equals(booleans, other.booleans)
          && Arrays.equals(chars, other.chars)
          && Arrays.equals(shorts, other.shorts)
          && Arrays.equals(ints, other.ints)
          && Arrays.equals(longs, other.longs)
          && Arrays.equals(floats, other.floats)
          && Arrays.equals(doubles, other.doubles);
    }
  }

  /** A constructor that looks at the elements: they must be there when it runs. */
  record Sorted(long[] values) implements Serializable {
    Sorted {
      values = values.clone();
      for (int i = 1; i < values.length; i++) {
        if (values[i - 1] > values[i]) {
          throw new IllegalArgumentException("not sorted at " + i);
        }
      }
    }
  }

  static List<Object> values() {
    List<Object> values = new ArrayList<>();
    values.add(null);
    values.add("a text with ü and \uD83D\uDE00");
    values.add("x".repeat(100_000));
    values.add(42);
    values.add(new Point(1, 2.5, "three"));
    values.add(List.of(1, "two", 3.0, new Point(4, 5, null)));
    values.add(Map.of("one", List.of(1), "two", List.of(2, 2)));
    values.add(Optional.of(DayOfWeek.MONDAY).get());
    values.add(new ArrayList<>(IntStream.range(0, 10_000).boxed().toList()));
    return values;
  }

  @ParameterizedTest
  @EnumSource
  void every_serialisable_object_arrives(TestFabric fabric) {
    RankTeam.run(fabric, 2, ObjectMessagesTest::exchangeAll);
  }

  @Test
  void every_serialisable_object_arrives_in_virtual_time() {
    var fabric = new SimulatedFabric(new HockneyNetwork(2, 2_000_000, 100), Noise.NONE, true);
    RankTeam.simulated(fabric, "virtual").run(ObjectMessagesTest::exchangeAll);
    assertThat(fabric.now()).isPositive();
  }

  private static void exchangeAll(Communicator world) {
    for (Object value : values()) {
      if (world.rank() == 0) {
        world.sendObject(value, 1, 3);
      } else {
        Object received = world.receiveObject(0, 3);
        assertThat(received).isEqualTo(value);
        assertThat(received == value && value != null && !(value instanceof Enum)).isFalse();
      }
    }
    for (int length : new int[] {0, 1, 500, 4096, 50_000}) {
      Arrays8 sent = Arrays8.of(length);
      if (world.rank() == 0) {
        world.sendObject(sent, 1, 4);
      } else {
        Arrays8 received = world.receiveObject(0, 4);
        assertThat(received.isSameAs(sent)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void arrays_are_there_when_a_constructor_looks_and_stay_shared(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          long[] values = IntStream.range(0, 5000).mapToLong(i -> i).toArray();
          int[][] rows = {new int[3000], new int[2], new int[3000]};
          rows[2][2999] = 5;
          if (world.rank() == 0) {
            world.sendObject(new Sorted(values), 1, 0);
            world.sendObject(rows, 1, 0);
            world.sendObject(new Object[] {values, values}, 1, 0);
          } else {
            Sorted sorted = world.receiveObject(0, 0);
            assertThat(sorted.values()).isEqualTo(values);
            assertThat(world.<int[][]>receiveObject(0, 0)).isDeepEqualTo(rows);
            Object[] shared = world.receiveObject(0, 0);
            assertThat((long[]) shared[0]).isEqualTo(values);
            assertThat(shared[0]).isSameAs(shared[1]);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void objects_with_the_same_tag_come_in_the_order_of_their_sends(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int i = 0; i < 100; i++) {
            double[] array = new double[i % 3 == 0 ? 1000 : 10];
            array[9] = i;
            if (world.rank() == 0) {
              world.sendObject(array, 1, 5);
            } else {
              double[] received = world.receiveObject(0, i % 2 == 0 ? 5 : Communicator.ANY_TAG);
              assertThat(received).isEqualTo(array);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void objects_and_bytes_do_not_meet(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          int[] number = new int[1];
          Request receive =
              world.iReceive(Buffer.of(number), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
          Request object = world.iSendObject(new Point(1, 2, "3"), other, 0);
          Request large = world.iSendObject(new int[100_000], other, 0);
          world.barrier();
          assertThat(world.iProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG)).isEmpty();
          Request bytes = world.iSend(Buffer.of(new int[] {7}), other, 0);
          receive.await();
          assertThat(number).containsExactly(7);
          assertThat(world.<Object>receiveObject(Communicator.ANY_SOURCE, Communicator.ANY_TAG))
              .isEqualTo(new Point(1, 2, "3"));
          assertThat(world.<int[]>receiveObject(other, 0)).hasSize(100_000);
          List.of(object, large, bytes).forEach(Request::await);
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
            world.sendObject(new long[1000 * world.rank()], 0, Communicator.MAX_TAG - world.rank());
            return;
          }
          for (int i = 1; i < 5; i++) {
            ReceivedObject<long[]> received =
                world.receiveObjectWithStatus(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            Status status = received.status();
            assertThat(received.value()).hasSize(1000 * status.source());
            assertThat(status.tag()).isEqualTo(Communicator.MAX_TAG - status.source());
            assertThat(status.bytes()).isGreaterThan(8000L * status.source());
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_poll_finds_an_object_only_when_it_is_there(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          assertThat(world.pollObject(Communicator.ANY_SOURCE, 1)).isEmpty();
          world.barrier();
          if (world.rank() == 0) {
            world.sendObject(null, 1, 1);
            world.sendObject(new byte[50_000], 1, 2);
            return;
          }
          Optional<ReceivedObject<Object>> polled = Optional.empty();
          while (polled.isEmpty()) {
            polled = world.pollObject(0, 1);
          }
          assertThat(polled.get().value()).isNull();
          Optional<ReceivedObject<byte[]>> array = Optional.empty();
          while (array.isEmpty()) {
            array = world.pollObject(0, Communicator.ANY_TAG);
          }
          assertThat(array.get().value()).hasSize(50_000);
          assertThat(array.get().status().tag()).isEqualTo(2);
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_rank_may_send_to_itself_and_to_nobody(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          Request send = world.iSendObject(List.of("self", new int[5000].length), 0, 9);
          assertThat(world.<Object>receiveObject(0, 9)).isEqualTo(List.of("self", 5000));
          send.await();
          Request large = world.iSendObject(new int[500_000], 0, 9);
          assertThat(world.<int[]>receiveObject(0, 9)).hasSize(500_000);
          large.await();
          world.sendObject("lost", Communicator.PROC_NULL, 0);
          world.iSendObject("lost", Communicator.PROC_NULL, 0).await();
          ReceivedObject<Object> nothing = world.receiveObjectWithStatus(Communicator.PROC_NULL, 0);
          assertThat(nothing.value()).isNull();
          assertThat(nothing.status().source()).isEqualTo(Communicator.PROC_NULL);
          assertThat(world.pollObject(Communicator.PROC_NULL, 0)).isPresent();
        });
  }

  @ParameterizedTest
  @EnumSource
  void communicators_are_separate_and_ranks_are_their_own(TestFabric fabric) {
    RankTeam.run(
        fabric,
        4,
        world -> {
          try (Communicator half = world.split(world.rank() % 2, -world.rank());
              Communicator ring = world.cartesian(new int[] {4}, new boolean[] {true})) {
            int other = 1 - half.rank();
            Request first = half.iSendObject("half " + half.rank(), other, 0);
            Request second =
                ring.iSendObject(new int[2000 + world.rank()], (world.rank() + 1) % 4, 0);
            ReceivedObject<int[]> ofRing =
                ring.receiveObjectWithStatus(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(ofRing.status().source()).isEqualTo((world.rank() + 3) % 4);
            assertThat(ofRing.value()).hasSize(2000 + (world.rank() + 3) % 4);
            ReceivedObject<String> ofHalf =
                half.receiveObjectWithStatus(Communicator.ANY_SOURCE, 0);
            assertThat(ofHalf.value()).isEqualTo("half " + other);
            assertThat(ofHalf.status().source()).isEqualTo(other);
            first.await();
            second.await();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void checked_jobs_send_objects_too(boolean large) {
    try (RankTeam team = RankTeam.checking(TestFabric.LOCAL, 3)) {
      team.run(
          world -> {
            Object value = large ? new long[5000] : "small";
            assertThat(world.allgatherObjects(value)).hasSize(3);
            assertThat(world.<Object>broadcastObject(value, 1)).isNotNull();
            Request send = world.iSendObject(value, (world.rank() + 1) % 3, 0);
            assertThat(world.<Object>receiveObject((world.rank() + 2) % 3, 0)).isNotNull();
            send.await();
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void threads_send_and_receive_at_the_same_time(TestFabric fabric) {
    ThreadLevelTest.run(fabric, 2, ThreadLevel.MULTIPLE, false, ObjectMessagesTest::storm);
  }

  @ParameterizedTest
  @EnumSource
  void threads_share_a_rank_with_a_progress_thread(TestFabric fabric) {
    ThreadLevelTest.run(fabric, 2, ThreadLevel.MULTIPLE, true, ObjectMessagesTest::storm);
  }

  /** Any thread takes any message: an array that went to the wrong one has a wrong length. */
  private static void storm(Communicator world) {
    int threads = 3;
    int messages = 40;
    List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
    Runnable exchange =
        () -> {
          try {
            for (int i = 0; i < messages; i++) {
              int length = i % 2 == 0 ? 2 : 600 + 10 * i;
              double[] array = new double[length];
              array[1] = length;
              Request send = world.iSendObject(List.of(length, array), 1 - world.rank(), i % 2);
              List<Object> received =
                  world.receiveObject(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
              assertThat((double[]) received.get(1)).hasSize((int) received.get(0));
              assertThat(((double[]) received.get(1))[1]).isEqualTo((int) received.get(0));
              send.await();
            }
          } catch (RuntimeException | AssertionError e) {
            failures.add(e);
          }
        };
    List<Thread> all =
        IntStream.range(0, threads).mapToObj(_ -> Thread.ofPlatform().start(exchange)).toList();
    try {
      for (Thread thread : all) {
        thread.join();
      }
    } catch (InterruptedException e) {
      all.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
    }
    assertThat(failures).isEmpty();
  }
}
