package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.SpmdProgram;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;
import io.starling.topology.layout.Layout;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What programs see of virtual time, and what closed forms say of it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class VirtualTimeTest {

  private static final long ALPHA = 2 * VirtualTime.PER_MICROSECOND;
  private static final int BETA = 100;
  private static final int SEGMENT = 1 << 10;

  /** What a segment takes from one rank to another. */
  private static final long STEP = ALPHA + (long) BETA * SEGMENT;

  private static SimulatedFabric run(int ranks, Noise noise, SpmdProgram program) {
    SimulatedFabric fabric =
        new SimulatedFabric(new HockneyNetwork(ranks, ALPHA, BETA), noise, false);
    Layout layout = Layout.flat(ranks);
    Worlds.simulated(fabric, _ -> layout, program);
    return fabric;
  }

  private static long broadcast(int ranks, int segments, String algorithm, Noise noise) {
    Buffer data = Buffer.of(Arena.ofAuto().allocate((long) segments * SEGMENT), Datatype.INT8);
    return run(
            ranks,
            noise,
            world -> world.withAlgorithm(algorithm + ",segment=1K").broadcast(data, 0))
        .now();
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 8", "3, 1", "7, 5", "64, 32", "33, 100"})
  void a_chain_takes_what_hockney_s_model_says(int ranks, int segments) {
    assertThat(broadcast(ranks, segments, "broadcast=chain", Noise.NONE))
        .isEqualTo((ranks + segments - 2) * STEP);
  }

  @ParameterizedTest
  @CsvSource({"2, 8", "9, 1", "9, 12"})
  void a_flat_tree_sends_all_one_after_the_other(int ranks, int segments) {
    assertThat(broadcast(ranks, segments, "broadcast=flat", Noise.NONE))
        .isEqualTo((long) (ranks - 1) * segments * STEP);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "4, 2", "5, 3", "64, 6", "100, 7"})
  void a_binomial_tree_is_as_deep_as_the_logarithm(int ranks, int depth) {
    assertThat(broadcast(ranks, 1, "broadcast=binomial", Noise.NONE)).isEqualTo(depth * STEP);
  }

  /** Rounding fixes the order of folds; a sum from afar comes last, so it must wait for none. */
  @ParameterizedTest
  @CsvSource({"2", "5"})
  void a_reduce_has_folded_what_is_near_when_the_sum_from_afar_comes(int nodes) {
    int foldPerByte = 300;
    SimulatedNetwork network =
        new HockneyNetwork(
            2 * nodes,
            ALPHA,
            BETA,
            new Protocol(Long.MAX_VALUE, Protocol.Mover.READ),
            new ProcessorFigures(0, 0, 0, foldPerByte));
    SimulatedFabric fabric = new SimulatedFabric(network, Noise.NONE, false);
    long[] identities = IntStream.range(0, 2 * nodes).mapToLong(rank -> rank / 2).toArray();
    Buffer data = Buffer.of(Arena.ofAuto().allocate(SEGMENT), Datatype.FLOAT32);
    Buffer sum = Buffer.of(Arena.ofAuto().allocate(SEGMENT), Datatype.FLOAT32);
    Worlds.simulated(
        fabric,
        rank -> Layout.ofNodes(rank, identities),
        world ->
            world.withAlgorithm("reduce=topology").reduce(data, sum, ReductionOperator.SUM, 0));
    assertThat(fabric.port(0).clock()).isEqualTo(nodes * (STEP + (long) foldPerByte * SEGMENT));
  }

  @Test
  void the_same_seed_gives_the_same_run_and_another_one_another() {
    long period = 50 * VirtualTime.PER_MICROSECOND;
    long first = broadcast(16, 20, "broadcast=binary", new PeriodicNoise(0.2, period, 1));
    assertThat(broadcast(16, 20, "broadcast=binary", new PeriodicNoise(0.2, period, 1)))
        .isEqualTo(first);
    assertThat(broadcast(16, 20, "broadcast=binary", new PeriodicNoise(0.2, period, 2)))
        .isNotEqualTo(first);
    assertThat(first).isGreaterThan(broadcast(16, 20, "broadcast=binary", Noise.NONE));
  }

  @ParameterizedTest
  @EnumSource
  void waiting_for_a_lane_is_no_work_that_noise_prolongs(Protocol.Mover mover) {
    int ranks = 13;
    SimulatedNetwork network =
        new HockneyNetwork(
            ranks,
            ALPHA,
            BETA,
            new Protocol(SEGMENT, mover),
            new ProcessorFigures(100_000, 200_000, 50, 100));
    long quiet = gathers(network, Noise.NONE);
    long noisy = gathers(network, new PeriodicNoise(0.3, 10 * ALPHA, 2));
    assertThat(noisy).isBetween(quiet, 3 * quiet);
  }

  /** When so many gathers of eager messages are done that noise could add up. */
  private static long gathers(SimulatedNetwork network, Noise noise) {
    SimulatedFabric fabric = new SimulatedFabric(network, noise, false);
    Layout layout = Layout.flat(network.ranks());
    Worlds.simulated(
        fabric,
        _ -> layout,
        world -> {
          Buffer data = bytes(SEGMENT);
          Buffer all = bytes(SEGMENT * world.size());
          Communicator linear = world.withAlgorithm("gather=linear");
          for (int turn = 0; turn < 20; turn++) {
            linear.gather(data, all, 0);
          }
        });
    return fabric.now();
  }

  @Test
  void ranks_that_all_wait_are_told_for_what() {
    assertThatThrownBy(
            () ->
                run(
                    2,
                    Noise.NONE,
                    world -> {
                      if (world.rank() == 1) {
                        world.receive(bytes(8), 0, 5);
                      }
                    }))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("no message is in flight, and 1 ranks wait")
        .hasMessageContaining("rank 1 waits for")
        .hasMessageContaining("from rank 0");
  }

  @Test
  void what_a_program_throws_ends_all() {
    assertThatThrownBy(
            () ->
                run(
                    3,
                    Noise.NONE,
                    world -> {
                      if (world.rank() == 2) {
                        throw new IllegalStateException("as planned");
                      }
                      world.barrier();
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("as planned");
  }

  @Test
  void a_program_may_look_instead_of_wait_and_a_wait_may_end_early() {
    SimulatedFabric fabric =
        run(
            2,
            Noise.NONE,
            world -> {
              if (world.rank() == 0) {
                Request receive = world.iReceive(bytes(SEGMENT), 1, 0);
                assertThat(receive.await(Duration.ofNanos(500))).isFalse();
                while (!receive.test()) {
                  // Each look takes time.
                }
              } else {
                world.send(bytes(SEGMENT), 0, 0);
              }
            });
    assertThat(fabric.now()).isBetween(STEP, STEP + VirtualTime.PER_MICROSECOND);
  }

  private static Buffer bytes(int count) {
    return Buffer.of(Arena.ofAuto().allocate(count), Datatype.INT8);
  }
}
