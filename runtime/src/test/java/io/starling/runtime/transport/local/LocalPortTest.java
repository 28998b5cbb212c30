package io.starling.runtime.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LocalPortTest {

  private static final long EXACT = -1;
  private static final long LONG = LocalFabric.EAGER_BYTES + 1;

  private final Notes sender = new Notes();
  private final Notes receiver = new Notes();
  private LocalPort from;
  private LocalPort to;

  private static final class Notes implements Completions {
    final List<String> lines = new ArrayList<>();

    @Override
    public void completed(int transfer, long tag, long bytes) {
      lines.add("%d: %d bytes".formatted(transfer, bytes));
    }

    @Override
    public void failed(int transfer, Failure failure, String detail) {
      lines.add("%d: %s".formatted(transfer, failure));
    }
  }

  private void open(LocalFabric fabric) {
    from = fabric.port(0);
    to = fabric.port(1);
    from.attach(sender);
    to.attach(receiver);
  }

  private static MemorySegment memory(long bytes) {
    return Arena.ofAuto().allocate(bytes);
  }

  private static MemorySegment number(int value) {
    MemorySegment memory = memory(Integer.BYTES);
    memory.set(ValueLayout.JAVA_INT, 0, value);
    return memory;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void even_an_adversary_keeps_messages_of_the_same_tag_in_order(long seed) {
    open(new LocalFabric(2, rank -> Delivery.adversarial(seed)));
    MemorySegment received = memory(100 * Integer.BYTES);
    for (int i = 0; i < 100; i++) {
      from.send(i, 1, i % 3, number(i), 0, Integer.BYTES, false);
    }
    for (int i = 0; i < 100; i++) {
      to.receive(i, i % 3, EXACT, received, (long) i * Integer.BYTES, Integer.BYTES);
    }
    while (receiver.lines.size() < 100) {
      to.progress();
    }
    assertThat(received.toArray(ValueLayout.JAVA_INT))
        .containsExactly(IntStream.range(0, 100).toArray());
  }

  @Test
  void a_message_that_nobody_expects_waits_for_its_receive() {
    open(new LocalFabric(2));
    MemorySegment received = memory(4);
    from.send(1, 1, 7, number(42), 0, 4, false);
    to.progress();
    to.receive(2, 8, EXACT, memory(4), 0, 4);
    assertThat(receiver.lines).isEmpty();
    to.receive(3, 7, EXACT, received, 0, 4);
    assertThat(receiver.lines).containsExactly("3: 4 bytes");
    assertThat(received.get(ValueLayout.JAVA_INT, 0)).isEqualTo(42);
  }

  @Test
  void a_short_message_is_copied_at_once_and_a_long_one_is_not() {
    open(new LocalFabric(2));
    MemorySegment data = memory(LONG);
    from.send(1, 1, 0, data, 0, LONG - 1, false);
    from.send(2, 1, 0, data, 0, LONG, false);
    assertThat(sender.lines).containsExactly("1: 8192 bytes");
    data.fill((byte) 1);
    MemorySegment first = memory(LONG);
    MemorySegment second = memory(LONG);
    to.receive(3, 0, EXACT, first, 0, LONG);
    to.receive(4, 0, EXACT, second, 0, LONG);
    to.progress();
    from.progress();
    assertThat(sender.lines).hasSize(2);
    assertThat(first.get(ValueLayout.JAVA_BYTE, 0)).isZero();
    assertThat(second.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
  }

  @Test
  void where_nothing_is_eager_even_an_empty_message_waits_for_its_receive() {
    open(new LocalFabric(2, LocalFabric.NEVER_EAGER, rank -> Delivery.inOrder()));
    from.send(1, 1, 0, memory(1), 0, 0, false);
    to.progress();
    from.progress();
    assertThat(sender.lines).isEmpty();
    to.receive(2, 0, EXACT, memory(1), 0, 1);
    from.progress();
    assertThat(sender.lines).hasSize(1);
  }

  @Test
  void a_synchronous_send_is_complete_when_its_receive_was_found() {
    open(new LocalFabric(2));
    from.send(1, 1, 0, number(1), 0, 4, true);
    to.progress();
    from.progress();
    assertThat(sender.lines).isEmpty();
    to.receive(2, 0, EXACT, memory(4), 0, 4);
    from.progress();
    assertThat(sender.lines).hasSize(1);
  }

  @Test
  void a_receive_that_is_too_small_fails_and_is_not_written_to() {
    open(new LocalFabric(2));
    MemorySegment received = memory(8);
    to.receive(1, 0, EXACT, received, 0, 3);
    from.send(2, 1, 0, number(-1), 0, 4, true);
    to.progress();
    from.progress();
    assertThat(receiver.lines).containsExactly("1: TRUNCATED");
    assertThat(sender.lines).hasSize(1);
    assertThat(received.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isZero();
  }

  @Test
  void a_cancelled_receive_takes_no_message() {
    open(new LocalFabric(2));
    to.receive(1, 0, EXACT, memory(4), 0, 4);
    to.receive(2, 0, EXACT, memory(4), 0, 4);
    to.cancel(1);
    to.cancel(1);
    from.send(3, 1, 0, number(1), 0, 4, false);
    to.progress();
    assertThat(receiver.lines).containsExactly("1: CANCELLED", "2: 4 bytes");
  }

  @Test
  void a_probe_finds_what_has_come_first_and_makes_no_progress() {
    open(new LocalFabric(2));
    MessageInfo found = new MessageInfo();
    from.send(1, 1, 7, memory(LONG), 0, LONG, false);
    from.send(2, 1, 7, number(1), 0, 4, false);
    assertThat(to.probe(7, EXACT, false, found)).isFalse();
    to.progress();
    assertThat(to.probe(8, EXACT, false, found)).isFalse();
    assertThat(found.bytes()).isZero();
    for (int i = 0; i < 2; i++) {
      assertThat(to.probe(15, 7, false, found)).isTrue();
      assertThat(found.tag()).isEqualTo(7);
      assertThat(found.bytes()).isEqualTo(LONG);
    }
  }

  @Test
  void a_message_that_a_probe_has_removed_is_received_by_its_handle_only() {
    open(new LocalFabric(2));
    MessageInfo first = new MessageInfo();
    MessageInfo second = new MessageInfo();
    for (int i = 1; i <= 3; i++) {
      from.send(i, 1, 7, number(i), 0, 4, true);
    }
    to.progress();
    assertThat(to.probe(7, EXACT, true, first)).isTrue();
    assertThat(to.probe(7, EXACT, true, second)).isTrue();
    assertThat(first.handle()).isNotEqualTo(second.handle());
    MemorySegment received = memory(12);
    to.receive(4, 7, EXACT, received, 8, 4);
    assertThat(to.probe(7, EXACT, true, new MessageInfo())).isFalse();
    to.receiveMatched(5, second.handle(), received, 4, 4);
    from.progress();
    assertThat(sender.lines).hasSize(2);
    to.receiveMatched(6, first.handle(), received, 0, 4);
    to.cancel(6);
    assertThat(receiver.lines).containsExactly("4: 4 bytes", "5: 4 bytes", "6: 4 bytes");
    assertThat(received.toArray(ValueLayout.JAVA_INT)).containsExactly(1, 2, 3);
  }

  @Test
  void a_sleeping_rank_is_woken_by_a_message() throws InterruptedException {
    open(new LocalFabric(2));
    Thread waiting =
        Thread.ofPlatform()
            .start(
                () -> {
                  to.receive(1, 0, EXACT, memory(4), 0, 4);
                  while (receiver.lines.isEmpty()) {
                    if (to.arm()) {
                      to.sleep(Long.MAX_VALUE);
                    }
                    to.progress();
                  }
                });
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    from.send(2, 1, 0, number(1), 0, 4, false);
    waiting.join();
    assertThat(receiver.lines).containsExactly("1: 4 bytes");
  }
}
