package io.starling.runtime.transport.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JoiningProgramsTest {

  private static final long LATENCY = VirtualTime.PER_MICROSECOND;
  private static final long BEFORE = 5 * VirtualTime.PER_MICROSECOND;
  private static final byte[] NO_ADDRESS = {};

  private final SimulatedFabric fabric =
      new SimulatedFabric(new HockneyNetwork(3, LATENCY, 0), 1, Noise.NONE, true);
  private final SimulatedRanks ranks = new SimulatedRanks(fabric);

  /** One message, of an int. */
  private static final class Message extends Operation {
    final MemorySegment memory = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
    private final int source;
    private final int target;
    private boolean over;

    Message(Engine engine, int source, int target) {
      super(engine);
      this.source = source;
      this.target = target;
    }

    @Override
    protected void start() {
      long tag = Tags.pointToPoint(0, source, 0);
      if (engine().rank() == source) {
        send(0, 0, target, tag, Memory.of(memory), 0, Integer.BYTES);
      } else {
        receive(0, 0, source, tag, Tags.EXACT, Memory.of(memory), 0, Integer.BYTES);
      }
    }

    @Override
    protected void onSent(int child, int segment) {
      over = true;
    }

    @Override
    protected void onReceived(int child, int segment) {
      over = true;
    }

    @Override
    protected boolean finished() {
      return over;
    }

    @Override
    public String describe() {
      return "message from %d to %d".formatted(source, target);
    }
  }

  private void send(int source, int target, int number) {
    Message message = new Message(ranks.engine(source), source, target);
    message.memory.set(ValueLayout.JAVA_INT, 0, number);
    message.begin();
    ranks.engine(source).waits().await(message);
  }

  private int receive(int source, int target) {
    Message message = new Message(ranks.engine(target), source, target);
    message.begin();
    ranks.engine(target).waits().await(message);
    return message.memory.get(ValueLayout.JAVA_INT, 0);
  }

  @Test
  void a_program_begins_when_its_rank_joins_and_exchanges_messages() {
    List<String> happened = new ArrayList<>();
    ranks.run(
        _ -> {
          fabric.port(0).compute(BEFORE);
          ranks.join(
              0,
              1,
              rank -> {
                happened.add("%d begins at %d".formatted(rank, fabric.port(1).clock()));
                send(1, 0, 10 * receive(0, 1));
              });
          ranks.engine(0).connect(1, NO_ADDRESS);
          send(0, 1, 7);
          happened.add("0 has %d at %d".formatted(receive(1, 0), fabric.port(0).clock()));
          ranks.engine(0).disconnect(1);
        });
    assertThat(happened)
        .containsExactly("1 begins at " + BEFORE, "0 has 70 at " + (BEFORE + 2 * LATENCY));
  }

  @Test
  void a_rank_that_joined_brings_the_next_one() {
    List<Integer> received = new ArrayList<>();
    ranks.run(
        _ -> {
          ranks.join(
              0,
              1,
              rank -> {
                ranks.join(rank, 2, last -> send(last, 0, last));
                ranks.engine(rank).connect(2, NO_ADDRESS);
                send(rank, 0, rank);
              });
          ranks.engine(0).connect(1, NO_ADDRESS);
          ranks.engine(0).connect(2, NO_ADDRESS);
          received.add(receive(2, 0));
          received.add(receive(1, 0));
        });
    assertThat(received).containsExactly(2, 1);
  }

  @Test
  void a_number_joins_once_and_only_if_the_fabric_has_it() {
    assertThatThrownBy(() -> ranks.run(_ -> ranks.join(0, 3, rank -> {})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ranks 1 to 2 may join");
    SimulatedRanks others = new SimulatedRanks(fabric);
    assertThatThrownBy(
            () ->
                others.run(
                    _ -> {
                      others.join(0, 1, rank -> {});
                      others.join(0, 1, rank -> {});
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rank 1, which has joined before");
  }

  @Test
  void what_a_rank_that_joined_waits_for_is_told() {
    assertThatThrownBy(() -> ranks.run(_ -> ranks.join(0, 1, rank -> receive(0, rank))))
        .hasMessageContaining("message from 0 to 1");
  }
}
