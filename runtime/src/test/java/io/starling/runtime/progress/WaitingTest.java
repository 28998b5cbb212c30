package io.starling.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.request.Probe;
import io.starling.runtime.progress.thread.IdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** How a rank waits, with a clock that the wait itself moves by hand. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WaitingTest {

  private static final long SECOND = 1_000_000_000;

  private final ManualPort port = new ManualPort();
  private final MemorySegment memory = Arena.ofAuto().allocate(8);
  private final List<Runnable> whileIdle = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private long now = 5;

  private final Engine engine =
      Engines.of(
          port,
          new IdleStrategy() {
            @Override
            public void reset() {}

            @Override
            public Pause idle() {
              names.add(Thread.currentThread().getName());
              now += SECOND * 6 / 10;
              if (!whileIdle.isEmpty()) {
                whileIdle.removeFirst().run();
              }
              return Pause.SLEEP;
            }
          },
          Threading.FUNNELED,
          () -> now);

  private final ScriptedOperation receive = ScriptedOperation.receiving(engine, memory);

  private void idle(int rounds, Runnable last) {
    for (int i = 1; i < rounds; i++) {
      whileIdle.add(() -> {});
    }
    whileIdle.add(last);
  }

  @Test
  void a_thread_that_waits_long_says_in_its_name_what_for() {
    String name = Thread.currentThread().getName();
    receive.begin();
    idle(6, () -> port.complete(port.posts.getFirst()));
    engine.waits().await(receive);
    assertThat(names.subList(0, 2)).containsOnly(name);
    assertThat(names.getLast())
        .isEqualTo(
            name + ": rank 0 waits for a scripted operation: receive from rank 1 (segment 0)");
    assertThat(Thread.currentThread().getName()).isEqualTo(name);
  }

  @Test
  void a_thread_that_makes_progress_now_and_then_keeps_its_name() {
    ScriptedOperation many =
        new ScriptedOperation(
            engine,
            20,
            self -> {
              for (int segment = 0; segment < 20; segment++) {
                self.receiveFrom(1, segment, memory);
              }
            });
    many.begin();
    for (int segment = 0; segment < 20; segment++) {
      int next = segment;
      idle(1, () -> port.complete(port.posts.get(next)));
    }
    engine.waits().await(many);
    assertThat(names).hasSize(20).containsOnly(Thread.currentThread().getName());
  }

  @Test
  void a_wait_with_a_limit_ends_when_the_time_is_over() {
    receive.begin();
    assertThat(engine.waits().await(receive, receive::isDone, 3 * SECOND)).isFalse();
    assertThat(now).isGreaterThanOrEqualTo(3 * SECOND).isLessThan(5 * SECOND);
    assertThat(receive.isDone()).isFalse();
    port.complete(port.posts.getFirst());
    assertThat(engine.waits().await(receive, receive::isDone, 0)).isTrue();
  }

  @Test
  void an_interrupt_ends_a_wait_and_says_what_it_was_for() {
    String name = Thread.currentThread().getName();
    receive.begin();
    idle(4, Thread.currentThread()::interrupt);
    assertThatThrownBy(() -> engine.waits().await(receive))
        .isInstanceOf(StarlingException.class)
        .hasMessage(
            "interrupted: rank 0 waits for a scripted operation: receive from rank 1 (segment 0)");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Thread.currentThread().getName()).isEqualTo(name);
  }

  @Test
  void a_thread_that_waits_long_in_a_probe_says_for_what_and_ends_when_it_comes() {
    String name = Thread.currentThread().getName();
    Probe probe = new Probe(engine, 1, Tags.EXACT, true, () -> "probe for a letter", () -> null);
    receive.begin();
    idle(6, () -> port.waiting.add(new ManualPort.Post(false, 12, 77, memory)));
    probe.await();
    assertThat(names.getLast())
        .isEqualTo(
            name
                + ": rank 0 waits for probe for a letter; a scripted operation: receive from rank"
                + " 1 (segment 0)");
    assertThat(Thread.currentThread().getName()).isEqualTo(name);
    assertThat(probe.found().tag()).isEqualTo(77);
    assertThat(probe.found().bytes()).isEqualTo(8);
    assertThat(probe.found().handle()).isEqualTo(12);
    assertThat(port.waiting).isEmpty();
    assertThat(engine.waits().pending()).doesNotContain("probe");
  }

  @Test
  void a_missing_message_is_named_before_many_operations_that_wait_for_the_program() {
    for (int i = 0; i < 30; i++) {
      new ScriptedOperation(engine, 1, Operation::waitForProgram).begin();
    }
    receive.begin();
    assertThat(engine.waits().pending())
        .startsWith("rank 0 waits for a scripted operation: receive from rank 1 (segment 0); a")
        .endsWith("; and 11 more operations");
    assertThat(engine.waits().pending(receive))
        .isEqualTo("rank 0 waits for a scripted operation: receive from rank 1 (segment 0)");
    port.complete(port.posts.getFirst());
    engine.waits().await(receive);
    assertThat(engine.waits().pending(receive)).isEqualTo("rank 0 waits for nothing");
  }

  @Test
  void an_operation_that_waits_for_another_one_alone_names_that() {
    ScriptedOperation nothing = new ScriptedOperation(engine, 0, _ -> {});
    receive.begin();
    nothing.joinTo(receive);
    nothing.begin();
    assertThat(engine.waits().pending(nothing))
        .isEqualTo(
            "rank 0 waits for a scripted operation; a scripted operation: receive from rank 1"
                + " (segment 0)");
    port.complete(port.posts.getFirst());
    engine.waits().await(nothing);
  }

  @Test
  void only_the_thread_that_owns_the_engine_may_wait() throws InterruptedException {
    receive.begin();
    List<Throwable> thrown = new ArrayList<>();
    Thread.ofPlatform()
        .name("intruder")
        .start(
            () -> {
              try {
                engine.waits().await(receive, receive::isDone, Long.MAX_VALUE);
              } catch (IllegalStateException e) {
                thrown.add(e);
              }
            })
        .join();
    assertThat(thrown)
        .singleElement()
        .extracting(Throwable::getMessage)
        .asString()
        .contains("rank 0", "'intruder'", Thread.currentThread().getName(), "FUNNELED");
  }
}
