package io.starling.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.TransportException;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.request.OperationRequest;
import io.starling.runtime.progress.request.Probe;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the thread for progress does, and those who wait, when the port throws. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BrokenPortTest {

  private static final String REASON = "the wire is cut";

  private static final String CONSEQUENCE = "nothing can be cancelled";

  /** Where the port throws. */
  enum Place {
    PROGRESS,
    SLEEP,
    /** In progress, and then again where the receives of what has failed are cancelled. */
    CANCEL;

    void breakDown(ManualPort port, RuntimeException reason) {
      switch (this) {
        case PROGRESS -> port.brokenProgress = reason;
        case SLEEP -> port.brokenSleep = reason;
        case CANCEL -> {
          port.brokenCancel = reason == null ? null : new TransportException(CONSEQUENCE);
          port.brokenProgress = reason;
        }
      }
    }
  }

  private final ManualPort port = new ManualPort();
  private final MemorySegment memory = Arena.ofAuto().allocate(8);
  private final Engine engine =
      Engines.of(
          port, BackoffIdleStrategy.forBackground(), new Threading(ThreadLevel.MULTIPLE, true));

  BrokenPortTest() {
    port.sleeps = true;
  }

  private OperationRequest receive() {
    engine.enter();
    try {
      ScriptedOperation operation = ScriptedOperation.receiving(engine, memory);
      operation.begin();
      return new OperationRequest(engine, () -> operation).follow();
    } finally {
      engine.leave();
    }
  }

  private static CompletableFuture<Status> end(OperationRequest request) {
    return request.toCompletionStage().toCompletableFuture();
  }

  private static void assertFails(CompletableFuture<Status> end) {
    assertThatThrownBy(() -> end.get(30, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining(REASON);
  }

  private static CompletableFuture<Status> inAThread(Runnable call) {
    CompletableFuture<Status> end = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                call.run();
                end.complete(null);
              } catch (RuntimeException | Error e) {
                end.completeExceptionally(e);
              }
            });
    return end;
  }

  @ParameterizedTest
  @EnumSource
  void what_is_under_way_fails_and_so_does_what_begins_later(Place place) {
    OperationRequest early = receive();
    CompletableFuture<Status> end = end(early);
    place.breakDown(port, new TransportException(REASON));
    assertFails(end);
    assertThatThrownBy(early::test).hasMessageContaining(REASON);
    assertThatThrownBy(early::await).hasMessageContaining(REASON);
    OperationRequest late = receive();
    assertFails(end(late));
    assertThatThrownBy(late::await).hasMessageContaining(REASON);
  }

  @Test
  void where_callers_make_progress_what_nobody_waits_for_fails_as_well() {
    ManualPort broken = new ManualPort();
    Engine alone =
        Engines.of(
            broken, BackoffIdleStrategy.forBackground(), new Threading(ThreadLevel.SINGLE, false));
    ScriptedOperation awaited = ScriptedOperation.receiving(alone, memory);
    ScriptedOperation other = ScriptedOperation.receiving(alone, memory);
    awaited.begin();
    other.begin();
    broken.brokenProgress = new TransportException(REASON);
    assertThatThrownBy(() -> alone.waits().await(awaited)).hasMessageContaining(REASON);
    assertThat(other.isDone()).isTrue();
    assertThatThrownBy(other::check).hasMessageContaining(REASON);
  }

  @ParameterizedTest
  @EnumSource
  void all_who_wait_are_told(Place place) {
    List<CompletableFuture<Status>> ends = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      OperationRequest request = receive();
      ends.add(inAThread(request::await));
      ends.add(inAThread(request::await));
      Probe probe = new Probe(engine, 1, Tags.EXACT, true, () -> "probe", () -> null);
      ends.add(inAThread(probe::await));
    }
    place.breakDown(port, new TransportException(REASON));
    ends.forEach(BrokenPortTest::assertFails);
  }

  @ParameterizedTest
  @EnumSource
  void progress_goes_on_when_the_port_works_again(Place place)
      throws ExecutionException, InterruptedException, TimeoutException {
    place.breakDown(port, new TransportException(REASON));
    assertFails(end(receive()));
    place.breakDown(port, null);
    OperationRequest request = receive();
    engine.enter();
    port.complete(port.posts.getLast());
    engine.leave();
    end(request).get(30, TimeUnit.SECONDS);
    assertThat(request.test()).isTrue();
  }

  @Test
  void a_cancel_that_fails_is_told_beside_the_first_failure() {
    OperationRequest request = receive();
    CompletableFuture<Status> end = end(request);
    Place.CANCEL.breakDown(port, new TransportException(REASON));
    assertFails(end);
    assertThatThrownBy(request::await)
        .hasMessageContaining(REASON)
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .singleElement()
                    .extracting(Throwable::getMessage)
                    .isEqualTo(CONSEQUENCE));
  }

  @Test
  void a_cancel_that_fails_for_the_same_reason_is_told_once() {
    OperationRequest request = receive();
    CompletableFuture<Status> end = end(request);
    IllegalStateException reason = new IllegalStateException(REASON);
    port.brokenCancel = reason;
    port.brokenProgress = reason;
    assertThatThrownBy(() -> end.get(30, TimeUnit.SECONDS)).hasCause(reason);
    assertThat(reason.getSuppressed()).isEmpty();
  }

  @Test
  void a_close_ends_the_engine_all_the_same() throws InterruptedException {
    OperationRequest request = receive();
    CompletableFuture<Status> waiting = inAThread(request::await);
    port.brokenProgress = new TransportException(REASON);
    assertFails(waiting);
    assertThatThrownBy(engine::close).hasMessageContaining(REASON);
    assertThat(engine.isClosed()).isTrue();
    assertThatThrownBy(engine::enter).isInstanceOf(IllegalStateException.class);
    engine.threads().awaitEnd();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_close_that_fails_leaves_no_thread_in_the_port(boolean cancels) {
    port.lastOfSleep = BrokenPortTest::takeLong;
    if (cancels) {
      port.brokenCancel = new TransportException(REASON);
      receive();
    } else {
      port.brokenFlush = new TransportException(REASON);
      engine.enter();
      new ScriptedOperation(engine, 1, operation -> {}).begin();
      engine.leave();
    }
    while (!port.asleep) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(engine::close).hasMessage(REASON);
    assertThat(engine.isClosed()).isTrue();
    assertThat(port.asleep).isFalse();
  }

  private static void takeLong() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
