package io.starling.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.TransportException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.thread.IdleStrategy;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EngineTest {

  private final ManualPort port = new ManualPort();
  private final Engine engine = Engines.of(port, new StillWaiting());
  private final MemorySegment memory = Arena.ofAuto().allocate(8);

  /** A wait that would never end. */
  private static final class StillWaiting implements IdleStrategy {
    @Override
    public void reset() {}

    @Override
    public Pause idle() {
      throw new AssertionError("nothing more will happen");
    }
  }

  @Test
  void a_transfer_that_is_complete_within_its_post_is_delivered_later() {
    port.completeAtOnce = true;
    ScriptedOperation operation =
        new ScriptedOperation(
            engine,
            3,
            self -> {
              self.sendTo(1, 4, memory);
              self.receiveFrom(1, 5, memory);
              self.addUp(memory, null);
            });
    operation.begin();
    assertThat(operation.heard).isEmpty();
    assertThat(operation.isDone()).isFalse();
    engine.doWork();
    assertThat(operation.heard).containsExactly("sent 4", "received 5", "folded 0");
    assertThat(operation.isDone()).isTrue();
  }

  @Test
  void an_operation_with_nothing_to_do_is_complete_at_once() {
    ScriptedOperation operation = new ScriptedOperation(engine, 0, self -> {});
    operation.begin();
    assertThat(operation.isDone()).isTrue();
    engine.waits().await(operation);
    assertThat(engine.activeOperations()).isZero();
  }

  @Test
  void arrays_travel_through_pooled_memory() {
    byte[] out = {1, 2, 3};
    byte[] in = new byte[3];
    ScriptedOperation operation =
        new ScriptedOperation(
            engine,
            2,
            self -> {
              self.sendTo(1, 0, MemorySegment.ofArray(out));
              self.receiveFrom(1, 0, MemorySegment.ofArray(in));
            });
    for (int round = 0; round < 10; round++) {
      operation.begin();
      ManualPort.Post send = port.posts.get(2 * round);
      ManualPort.Post receive = port.posts.get(2 * round + 1);
      assertThat(send.memory().isNative()).isTrue();
      assertThat(send.memory().toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3);
      receive.memory().copyFrom(send.memory());
      port.complete(send);
      port.complete(receive);
      engine.waits().await(operation);
      assertThat(in).containsExactly(1, 2, 3);
      in[1] = 0;
    }
    assertThat(engine.pool().allocatedBytes()).isEqualTo(128);
  }

  @Test
  void arrays_are_passed_to_a_port_that_takes_them() {
    port.takesHeap = true;
    byte[] out = {1, 2, 3};
    byte[] in = new byte[3];
    ScriptedOperation operation =
        new ScriptedOperation(
            engine,
            2,
            self -> {
              self.sendTo(1, 0, MemorySegment.ofArray(out));
              self.receiveFrom(1, 0, MemorySegment.ofArray(in));
            });
    operation.begin();
    ManualPort.Post send = port.posts.getFirst();
    ManualPort.Post receive = port.posts.getLast();
    assertThat(send.memory().heapBase()).containsSame(out);
    assertThat(receive.memory().heapBase()).containsSame(in);
    receive.memory().copyFrom(send.memory());
    port.complete(send);
    port.complete(receive);
    engine.waits().await(operation);
    assertThat(in).containsExactly(1, 2, 3);
    assertThat(engine.pool().allocatedBytes()).isZero();
  }

  @Test
  void a_port_never_writes_to_a_read_only_array() {
    port.takesHeap = true;
    MemorySegment in = MemorySegment.ofArray(new byte[3]);
    ScriptedOperation operation = ScriptedOperation.receiving(engine, in.asReadOnly());
    operation.begin();
    ManualPort.Post receive = port.posts.getFirst();
    assertThat(receive.memory().isNative()).isTrue();
    port.complete(receive);
    assertThatThrownBy(() -> engine.waits().await(operation)).isInstanceOf(RuntimeException.class);
    assertThat(engine.hasOpenTransfers()).isFalse();
  }

  @Test
  void an_array_keeps_what_a_short_message_does_not_reach() {
    byte[] in = {9, 9, 9};
    ScriptedOperation operation = ScriptedOperation.receiving(engine, MemorySegment.ofArray(in));
    operation.begin();
    port.complete(port.posts.getFirst(), 2);
    assertThatThrownBy(() -> engine.waits().await(operation))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("rank 0 expected 3 bytes from rank 1 and got 2");
    assertThat(in).containsExactly(0, 0, 9);
  }

  @Test
  void data_that_can_no_longer_be_put_where_it_belongs_fails_the_operation() {
    Arena arena = Arena.ofConfined();
    Datatype column = Datatype.vector(2, 1, 2, Datatype.INT32);
    Memory pieces = MemoryBuffer.of(Buffer.of(arena.allocate(12), column, 1)).memory();
    ScriptedOperation operation =
        new ScriptedOperation(engine, 1, self -> self.receiveFrom(1, 0, pieces));
    operation.begin();
    arena.close();
    port.complete(port.posts.getFirst(), 8);
    assertThatThrownBy(() -> engine.waits().await(operation))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Already closed");
    assertThat(engine.hasOpenTransfers()).isFalse();
  }

  @Test
  void a_fold_sees_packed_elements_and_its_result_is_spread() {
    int[] spread = {1, -1, 2, -1};
    Datatype column = Datatype.vector(2, 1, 2, Datatype.INT32);
    Memory pieces = MemoryBuffer.of(Buffer.of(MemorySegment.ofArray(spread), column, 1)).memory();
    ScriptedOperation operation =
        new ScriptedOperation(
            engine,
            1,
            self ->
                self.fold(
                    FoldingOperator.of(ReductionOperator.SUM).fold(Datatype.INT32),
                    pieces,
                    pieces,
                    pieces));
    operation.begin();
    engine.waits().await(operation);
    assertThat(spread).containsExactly(2, -1, 4, -1);
    assertThat(engine.pool().allocatedBytes()).isEqualTo(64);
  }

  @ParameterizedTest
  @CsvSource({
    "no sum today, a scripted operation: no sum today",
    "a scripted operation: no sum, a scripted operation: no sum",
    ", a scripted operation: null"
  })
  void a_failure_names_its_operation_once(String message, String expected) {
    ScriptedOperation operation = ScriptedOperation.receiving(engine, memory);
    operation.answer = new StarlingException(message);
    operation.begin();
    port.complete(port.posts.getFirst());
    assertThatThrownBy(() -> engine.waits().await(operation)).hasMessage(expected);
  }

  @Test
  void what_a_machine_throws_surfaces_unchanged_and_cancels_its_receives() {
    ScriptedOperation operation =
        new ScriptedOperation(
            engine,
            2,
            self -> {
              self.receiveFrom(1, 0, memory);
              self.receiveFrom(1, 1, memory);
            });
    operation.answer = new IllegalStateException("the machine's own");
    operation.begin();
    port.complete(port.posts.getFirst());
    assertThatThrownBy(() -> engine.waits().await(operation)).isSameAs(operation.answer);
    assertThat(port.cancelled).containsExactly(port.posts.get(1).transfer());
    assertThatThrownBy(operation::begin)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a scripted operation failed, and 1 of its transfers are still under way");
    port.fail(port.posts.get(1), Completions.Failure.CANCELLED, null);
    engine.doWork();
    assertThat(operation.heard).containsExactly("received 0");
    assertThat(engine.waits().pending()).isEqualTo("rank 0 waits for nothing");
    operation.begin();
  }

  @Test
  void what_a_fold_throws_surfaces_unchanged_and_leaves_nothing_behind() {
    RuntimeException problem = new ArithmeticException("by zero");
    ScriptedOperation operation =
        new ScriptedOperation(engine, 1, self -> self.addUp(memory, problem));
    operation.begin();
    assertThatThrownBy(() -> engine.waits().await(operation)).isSameAs(problem);
    assertThat(engine.waits().pending()).isEqualTo("rank 0 waits for nothing");
    engine.close();
    assertThat(port.flushes).isEqualTo(1);
  }

  @Test
  void a_post_that_the_port_refuses_fails_the_operation_and_leaves_nothing_behind() {
    port.refusal = new TransportException("no such peer");
    for (MemorySegment data : new MemorySegment[] {memory, MemorySegment.ofArray(new byte[8])}) {
      for (int i = 0; i < 3; i++) {
        ScriptedOperation operation =
            new ScriptedOperation(engine, 1, self -> self.sendTo(1, 0, data));
        operation.begin();
        assertThatThrownBy(() -> engine.waits().await(operation))
            .isInstanceOf(StarlingException.class)
            .hasMessage("a scripted operation: no such peer");
      }
    }
    assertThat(engine.waits().pending()).isEqualTo("rank 0 waits for nothing");
    assertThat(engine.pool().allocatedBytes()).isEqualTo(64);
  }

  @Test
  void a_transfer_that_fails_is_told_in_words() {
    ScriptedOperation receive = ScriptedOperation.receiving(engine, memory);
    receive.begin();
    port.fail(port.posts.getFirst(), Completions.Failure.TRUNCATED, null);
    assertThatThrownBy(() -> engine.waits().await(receive))
        .hasMessageContaining("rank 0, receive of at most 8 bytes from rank 1")
        .hasMessageContaining("longer than the buffer");
    ScriptedOperation send = new ScriptedOperation(engine, 1, self -> self.sendTo(1, 0, memory));
    send.begin();
    port.fail(port.posts.get(1), Completions.Failure.BROKEN, "the cable is cut");
    assertThatThrownBy(() -> engine.waits().await(send))
        .hasMessageContaining("rank 0, send of 8 bytes to rank 1: the cable is cut");
  }

  @Test
  void a_close_waits_for_nothing_where_transfers_are_open() {
    ScriptedOperation.receiving(engine, memory).begin();
    engine.close();
    engine.close();
    assertThat(port.flushes).isZero();
    assertThatThrownBy(engine.threads()::admit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("rank 0: the communicator is closed");
  }

  @Test
  void an_operation_ends_with_its_partner_and_fails_with_its_failure() {
    ScriptedOperation partner = ScriptedOperation.receiving(engine, memory);
    ScriptedOperation operation = new ScriptedOperation(engine, 0, self -> {});
    partner.begin();
    operation.joinTo(partner);
    operation.begin();
    assertThat(operation.isDone()).isFalse();
    port.complete(port.posts.getFirst(), 3);
    engine.doWork();
    assertThat(operation.isDone()).isTrue();
    assertThatThrownBy(operation::check).hasMessageContaining("expected 8 bytes");
    operation.begin();
    assertThat(operation.isDone()).isTrue();
    operation.check();
  }

  @Test
  void of_thousands_of_operations_that_are_pending_twenty_are_named() {
    for (int i = 0; i < 3000; i++) {
      new ScriptedOperation(engine, 1, self -> self.receiveFrom(1, 0, memory)).begin();
    }
    assertThat(engine.waits().pending())
        .endsWith("a scripted operation: receive from rank 1 (segment 0); and 2980 more operations")
        .hasSizeLessThan(2000);
  }

  @Test
  void what_is_pending_names_operations_peers_and_segments() {
    new ScriptedOperation(
            engine,
            9,
            self -> {
              for (int segment = 3; segment < 8; segment++) {
                self.receiveFrom(7, segment, memory);
              }
              self.sendTo(1, 2, memory);
            })
        .begin();
    assertThat(engine.waits().pending())
        .isEqualTo(
            "rank 0 waits for a scripted operation: receive from rank 7 (segment 3 to 7)"
                + " send to rank 1 (segment 2)");
  }
}
