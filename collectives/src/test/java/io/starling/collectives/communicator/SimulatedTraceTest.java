package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.SpmdProgram;
import io.starling.collectives.communicator.TraceEvents.Event;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.json.JsonException;
import io.starling.runtime.trace.SimulatedTrace;
import io.starling.runtime.trace.TraceSummary;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.VirtualTime;
import io.starling.topology.layout.Layout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SimulatedTraceTest {

  private static final int RANKS = 4;
  private static final int SEGMENTS = 8;
  private static final int SEGMENT = 64 << 10;
  private static final long MICROSECOND = VirtualTime.PER_MICROSECOND;
  private static final long NANOSECOND_AWAY = 50_000;
  private static final long NANOSECOND_BACK = 250_000;
  private static final long AWAY = NANOSECOND_AWAY * VirtualTime.PER_NANOSECOND;
  private static final long BACK = NANOSECOND_BACK * VirtualTime.PER_NANOSECOND;

  /** Rank 1 loses its processor once. */
  private static final Noise DELAY =
      (rank, from, work) -> {
        if (rank != 1 || from >= BACK || from + work <= AWAY) {
          return from + work;
        }
        return from >= AWAY ? BACK + work : from + work + BACK - AWAY;
      };

  @TempDir private Path folder;

  private TraceSummary summary;

  private TraceEvents trace(Noise noise, Protocol.Mover mover, long events, SpmdProgram program)
      throws IOException, JsonException {
    var network =
        new HockneyNetwork(
            RANKS,
            MICROSECOND,
            100,
            new Protocol(1 << 10, mover),
            new ProcessorFigures(100_000, 200_000, 50, 100));
    SimulatedFabric fabric = new SimulatedFabric(network, noise, false);
    SimulatedTrace trace = new SimulatedTrace(fabric, events);
    Layout layout = Layout.flat(RANKS);
    Worlds.simulated(fabric, _ -> layout, program, trace);
    Path file = folder.resolve("trace.json");
    summary = trace.writeTo(file);
    return TraceEvents.read(file);
  }

  private static SpmdProgram broadcast() {
    Buffer data = Buffer.of(Arena.ofAuto().allocate(SEGMENTS * SEGMENT), Datatype.INT8);
    return world -> world.withAlgorithm("broadcast=chain,segment=64K").broadcast(data, 0);
  }

  private static SpmdProgram allreduce() {
    Buffer data = Buffer.of(Arena.ofAuto().allocate(SEGMENTS * SEGMENT), Datatype.FLOAT64);
    Buffer result = Buffer.of(Arena.ofAuto().allocate(SEGMENTS * SEGMENT), Datatype.FLOAT64);
    return world -> {
      world.allreduce(data, result, ReductionOperator.SUM);
      world.barrier();
    };
  }

  @ParameterizedTest
  @EnumSource(Protocol.Mover.class)
  void a_trace_is_what_the_format_asks_for(Protocol.Mover mover) throws IOException, JsonException {
    Noise noise = new PeriodicNoise(0.3, 20 * MICROSECOND, 1);
    TraceEvents events = trace(noise, mover, 100_000, allreduce());
    events.check();
    assertThat(summary.dropped()).isZero();
    assertThat(summary.arrows()).isPositive();
    assertThat(events.phase("f")).hasSize((int) summary.arrows());
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(events.nameOf(rank)).isEqualTo("rank " + rank);
      assertThat(events.slices(rank, "fold ")).isNotEmpty();
      assertThat(events.slices(rank, "noise")).isNotEmpty();
      assertThat(events.slices(rank, "post")).isNotEmpty();
    }
  }

  @Test
  void every_receive_of_a_broadcast_has_an_arrow_from_its_send() throws IOException, JsonException {
    TraceEvents events = trace(Noise.NONE, Protocol.Mover.READ, 100_000, broadcast());
    events.check();
    assertThat(summary.arrows()).isEqualTo((RANKS - 1) * SEGMENTS);
    assertThat(events.slices(1, "receive 64 KiB from 0, segment 7")).hasSize(1);
    assertThat(events.slices(1, "send 64 KiB to 2, segment 7")).hasSize(1);
    assertThat(events.slices(1, "noise")).isEmpty();
  }

  @Test
  void a_delay_shows_as_noise_and_the_receives_after_it_end_later()
      throws IOException, JsonException {
    TraceEvents calm = trace(Noise.NONE, Protocol.Mover.READ, 100_000, broadcast());
    TraceEvents late = trace(DELAY, Protocol.Mover.READ, 100_000, broadcast());
    late.check();
    List<Event> noise = late.slices(1, "noise");
    assertThat(noise).isNotEmpty();
    // Slices end a little early.
    assertThat(noise.getLast().end()).isBetween(NANOSECOND_BACK - 3, NANOSECOND_BACK);
    assertThat(noise.getFirst().begin()).isBetween(NANOSECOND_AWAY, NANOSECOND_BACK);
    assertThat(late.slices(0, "noise")).isEmpty();
    for (int rank = 1; rank < RANKS; rank++) {
      assertThat(lastReceive(late, rank)).isGreaterThan(lastReceive(calm, rank));
      assertThat(lastReceive(late, rank)).isGreaterThan(NANOSECOND_BACK);
    }
  }

  private static long lastReceive(TraceEvents events, int rank) {
    return events.slices(rank, "receive ").stream().mapToLong(Event::end).max().orElseThrow();
  }

  @Test
  void a_short_trace_keeps_the_end_and_says_what_it_dropped() throws IOException, JsonException {
    TraceEvents events = trace(Noise.NONE, Protocol.Mover.WRITE, 20, broadcast());
    events.check();
    assertThat(summary.events()).isEqualTo(20 * RANKS);
    assertThat(summary.dropped()).isPositive();
    assertThat(events.phase("i"))
        .hasSize(RANKS)
        .allMatch(remark -> remark.name().endsWith(" earlier events were dropped"));
    assertThat(events.slices(3, "receive 64 KiB from 2, segment 7")).hasSize(1);
  }

  @Test
  void what_is_never_received_is_shown_as_unfinished() throws IOException, JsonException {
    Buffer data = Buffer.of(Arena.ofAuto().allocate(8), Datatype.INT8);
    var network = new HockneyNetwork(2, MICROSECOND, 100);
    SimulatedFabric fabric = new SimulatedFabric(network, Noise.NONE, false);
    SimulatedTrace trace = new SimulatedTrace(fabric);
    Layout layout = Layout.flat(2);
    assertThatThrownBy(
            () ->
                Worlds.simulated(
                    fabric,
                    _ -> layout,
                    world -> {
                      world.barrier();
                      if (world.rank() == 0) {
                        world.receive(data, 1, 5);
                      }
                    },
                    trace))
        .hasMessageContaining("no message is in flight");
    Path file = folder.resolve("trace.json");
    trace.writeTo(file);
    TraceEvents events = TraceEvents.read(file);
    events.check();
    assertThat(events.slices(0, "receive 8 B from 1, tag 5 (")).hasSize(1);
  }
}
