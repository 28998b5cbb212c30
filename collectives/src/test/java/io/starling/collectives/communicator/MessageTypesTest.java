package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.starling.collectives.Communicator;
import io.starling.collectives.Message;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages of checked ranks: their elements must be those that the receive expects. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class MessageTypesTest {

  private static final int TAG = 5;
  private static final int[] LENGTHS = {1, 1000, 300_000};

  @ParameterizedTest
  @EnumSource
  void elements_of_another_type_are_refused(TestFabric fabric) {
    run(
        fabric,
        2,
        world -> {
          for (int length : LENGTHS) {
            if (world.rank() == 0) {
              world.send(new int[2 * length], 1, TAG);
            } else {
              assertThatExceptionOfType(StarlingException.class)
                  .isThrownBy(() -> world.receive(new double[length], 0, TAG))
                  .withMessageContaining("receive of at most %d bytes".formatted(8 * length))
                  .withMessageEndingWith(
                      "the message has %d x INT32, the receive expects %d x FLOAT64"
                          .formatted(2 * length, length));
            }
            world.barrier();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void what_matches_arrives_with_its_own_length(TestFabric fabric) {
    run(
        fabric,
        2,
        world -> {
          for (int length : LENGTHS) {
            send(world, length);
          }
        });
  }

  private static void run(TestFabric fabric, int size, Consumer<Communicator> program) {
    try (RankTeam team = RankTeam.checking(fabric, size)) {
      team.run(program);
    }
  }

  private static void send(Communicator world, int length) {
    int peer = 1 - world.rank();
    float[] mine = floats(length, world.rank());
    float[] theirs = floats(length, peer);
    float[] into = new float[length + 3];
    Request receive = world.iReceive(Buffer.of(into), peer, TAG);
    world.synchronousSend(Buffer.of(mine), peer, TAG);
    receive.await();
    assertThat(receive.status()).isEqualTo(new Status(peer, TAG, 4L * length));
    assertThat(into).startsWith(theirs);

    Request send = world.iSend(Buffer.of(mine), peer, TAG);
    assertThat(world.probe(peer, TAG).bytes()).isEqualTo(4L * length);
    Message message = world.matchedProbe(peer, TAG);
    float[] exact = new float[length];
    assertThat(message.receive(Buffer.of(exact)).bytes()).isEqualTo(4L * length);
    assertThat(exact).isEqualTo(theirs);
    send.await();

    float[] both = mine.clone();
    world.sendReceiveReplace(Buffer.of(both), peer, TAG, peer, TAG);
    assertThat(both).isEqualTo(theirs);
    float[] exchanged = new float[length];
    world.sendReceive(mine, peer, TAG, exchanged, peer, TAG);
    assertThat(exchanged).isEqualTo(theirs);
  }

  /** The same elements at other places: a column and a row. */
  @ParameterizedTest
  @EnumSource
  void derived_types_of_the_same_elements_match(TestFabric fabric) {
    Datatype column = Datatype.vector(3, 1, 4, Datatype.INT64);
    run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            long[] matrix = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
            world.send(Buffer.of(MemorySegment.ofArray(matrix), column, 1), 1, TAG);
          } else {
            long[] row = new long[3];
            world.receive(row, 0, TAG);
            assertThat(row).containsExactly(0, 4, 8);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_cancelled_receive_leaves_the_message_to_the_next(TestFabric fabric) {
    run(
        fabric,
        1,
        world -> {
          int[] into = new int[2];
          Request cancelled = world.iReceive(Buffer.of(into), 0, TAG);
          cancelled.cancel();
          cancelled.await();
          assertThat(cancelled.isCancelled()).isTrue();
          Request send = world.iSend(Buffer.of(new int[] {4, 5}), 0, TAG);
          world.receive(into, 0, TAG);
          send.await();
          assertThat(into).containsExactly(4, 5);
          assertThat(world.receive(into, Communicator.PROC_NULL, TAG).bytes()).isZero();
        });
  }

  private static float[] floats(int length, int seed) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = seed + i;
    }
    return values;
  }
}
