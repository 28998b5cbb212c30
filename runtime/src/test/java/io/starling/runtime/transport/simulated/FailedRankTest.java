package io.starling.runtime.transport.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of messages if rank 1 of two fails. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FailedRankTest {

  private static final long LATENCY = 1000;
  private static final int SHORT = 8;
  private static final int LONG = 1000;
  private static final int TAG = 7;

  /** When a long message has certainly begun to move, and when it has not arrived. */
  private static final long MEANWHILE = 6 * LATENCY;

  private final MemorySegment memory = Arena.ofAuto().allocate(2 * LONG);
  private final List<String> ends = new ArrayList<>();
  private SimulatedFabric fabric;

  private SimulatedPort port(int rank) {
    return fabric.port(rank);
  }

  private void open(Protocol.Mover mover) {
    Protocol protocol = new Protocol(SHORT, mover);
    var network = new HockneyNetwork(2, LATENCY, 10, protocol, ProcessorFigures.FREE);
    fabric = new SimulatedFabric(network, Noise.NONE, true);
    for (int rank = 0; rank < 2; rank++) {
      int itsRank = rank;
      port(rank)
          .attach(
              new Completions() {
                @Override
                public void completed(int transfer, long tag, long bytes) {
                  ends.add("rank %d: %d".formatted(itsRank, transfer));
                }

                @Override
                public void failed(int transfer, Failure failure, String detail) {
                  ends.add("rank %d: %d %s".formatted(itsRank, transfer, failure));
                }
              });
    }
    memory.asSlice(LONG).fill((byte) 3);
  }

  private void send(int rank, int length) {
    port(rank).send(1, 1 - rank, TAG, memory, LONG, length, false);
  }

  private void receive(int rank, int length) {
    port(rank).receive(2, TAG, Tags.EXACT, memory, 0, length);
  }

  private void run() {
    boolean going = true;
    while (going) {
      going =
          fabric.step(
              rank -> {
                while (port(rank).hasMail()) {
                  port(rank).progress();
                }
              });
    }
  }

  /** Ports may hear of a failure several times. */
  private void rank0LearnsOfIt() {
    port(0).peerFailed(1);
    port(0).peerFailed(1);
  }

  private List<String> endsOfRank0() {
    return ends.stream().filter(end -> end.startsWith("rank 0")).toList();
  }

  @Test
  void a_message_that_it_has_copied_before_arrives() {
    open(Protocol.Mover.READ);
    send(1, SHORT);
    fabric.silence(1, 1);
    receive(0, SHORT);
    run();
    rank0LearnsOfIt();
    assertThat(endsOfRank0()).containsExactly("rank 0: 2");
    assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 3);
  }

  @ParameterizedTest
  @CsvSource({"8", "1000"})
  void what_it_would_send_later_does_not(int length) {
    open(Protocol.Mover.READ);
    fabric.silence(1, MEANWHILE);
    receive(0, length);
    port(1).compute(MEANWHILE);
    send(1, length);
    run();
    assertThat(endsOfRank0()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void data_that_is_still_in_its_memory_never_arrives(Protocol.Mover mover) {
    open(mover);
    send(1, LONG);
    receive(0, LONG);
    fabric.silence(1, MEANWHILE);
    run();
    assertThat(endsOfRank0()).isEmpty();
    rank0LearnsOfIt();
    assertThat(endsOfRank0()).containsExactly("rank 0: 2 UNREACHABLE");
    assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void a_message_to_it_ends_when_its_failure_is_known(Protocol.Mover mover) {
    open(mover);
    send(0, LONG);
    receive(1, LONG);
    fabric.silence(1, MEANWHILE);
    run();
    assertThat(ends).isEmpty();
    rank0LearnsOfIt();
    run();
    assertThat(ends).containsExactly("rank 0: 1 UNREACHABLE");
    assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void a_message_that_has_arrived_stays_complete(Protocol.Mover mover) {
    open(mover);
    send(1, LONG);
    receive(0, LONG);
    fabric.silence(1, 100 * MEANWHILE);
    run();
    assertThat(ends).containsExactlyInAnyOrder("rank 0: 2", "rank 1: 1");
    rank0LearnsOfIt();
    assertThat(ends).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void its_messages_without_a_receive_are_forgotten(Protocol.Mover mover) {
    open(mover);
    send(1, LONG);
    fabric.silence(1, MEANWHILE);
    run();
    rank0LearnsOfIt();
    receive(0, LONG);
    port(0).cancel(2);
    assertThat(endsOfRank0()).containsExactly("rank 0: 2 CANCELLED");
  }

  @ParameterizedTest
  @EnumSource
  void its_memory_is_out_of_reach(Protocol.Mover mover) {
    open(mover);
    MemorySegment its = Arena.ofAuto().allocate(LONG);
    RemoteMemory reached = port(0).reach(1, port(1).expose(its).key());
    reached.access(RemoteMemory.Access.PUT, 1, memory, LONG, 0, LONG);
    fabric.silence(1, LATENCY);
    run();
    assertThat(ends).isEmpty();
    rank0LearnsOfIt();
    assertThat(ends).containsExactly("rank 0: 1 UNREACHABLE");
    assertThat(its.get(ValueLayout.JAVA_BYTE, 0)).isZero();
  }

  @Test
  void others_hear_of_it_after_the_delay() {
    open(Protocol.Mover.READ);
    SimulatedSupervision launcher = new SimulatedSupervision(fabric, 2 * MEANWHILE);
    launcher.fail(1, MEANWHILE, "as planned");
    List<String> news = new ArrayList<>();
    Supervision supervision = launcher.of(0);
    for (int look = 1; look <= 3; look++) {
      port(0).wakeIn(MEANWHILE);
      run();
      supervision.poll(
          new Supervision.Listener() {
            @Override
            public void failed(int rank, String reason) {
              news.add("rank %d %s at %d".formatted(rank, reason, fabric.now() / MEANWHILE));
            }

            @Override
            public void revoked(String communicator) {}
          });
    }
    assertThat(news).containsExactly("rank 1 as planned at 3");
  }
}
