package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.bootstrap.api.AddressBook;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** UCX 1.18 finds out which thread calls a worker, if it is built so; here every UCX does. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WorkerTurnsTest {

  private static final AddressBook NO_OTHERS =
      new AddressBook() {
        @Override
        public void publish(int rank, byte[] address) {}

        @Override
        public byte[] lookUp(int rank) {
          throw new IllegalStateException("there is no rank " + rank);
        }
      };

  private static UcxPort port(boolean severalThreads) {
    return new UcxPort(0, 1, NO_OTHERS, UcxSetup.Kind.FOREIGN, severalThreads, "here", true);
  }

  private static void elsewhere(Runnable calls) {
    try (ExecutorService other = Executors.newSingleThreadExecutor(r -> new Thread(r, "other"))) {
      CompletableFuture.runAsync(calls, other).join();
    } catch (CompletionException e) {
      throw (Error) e.getCause();
    }
  }

  @Test
  void another_thread_may_not_call_before_it_has_taken_over() {
    UcxPort port = port(false);
    port.progress();
    assertThatThrownBy(() -> elsewhere(port::progress))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("thread 'other' calls a UCX worker of thread '")
        .hasMessageContaining("which has not given it up");
    assertThatThrownBy(() -> elsewhere(port::wake)).isInstanceOf(AssertionError.class);
    elsewhere(
        () -> {
          port.takeOver();
          port.progress();
          port.drain();
        });
    assertThatThrownBy(port::progress).isInstanceOf(AssertionError.class);
    elsewhere(
        () -> {
          port.takeOver();
          port.close();
        });
  }

  @Test
  void several_threads_may_call_in_turn() {
    UcxPort port = port(true);
    port.progress();
    elsewhere(port::progress);
    port.progress();
    elsewhere(port::close);
  }

  @Test
  void two_threads_may_not_be_inside() {
    WorkerTurns turns = new WorkerTurns(true);
    assertThat(turns.begin()).isTrue();
    assertThat(turns.begin()).as("a callback").isTrue();
    assertThatThrownBy(() -> elsewhere(turns::begin))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("thread 'other' calls a UCX worker that thread '")
        .hasMessageContaining("is inside of");
    turns.end();
    assertThatThrownBy(() -> elsewhere(turns::begin)).isInstanceOf(AssertionError.class);
    turns.end();
    elsewhere(
        () -> {
          turns.begin();
          turns.end();
        });
  }

  /** {@code UCS_THREAD_MODE_SINGLE} is 0, {@code SERIALIZED} 1, {@code MULTI}, with locks, 2. */
  @Test
  void ucx_hears_that_threads_take_turns() throws Throwable {
    UcxSetup setup = UcxSetup.open(UcxSetup.Kind.FOREIGN, 1, Map.of());
    long worker = WorkerLife.begin(setup.context());
    var query = UcpLibrary.function(UcpLibrary.load(UcpLibrary.NAME), "ucp_worker_query");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(256, Long.BYTES);
      attributes.set(JAVA_LONG, 0, 1);
      assertThat((byte) (long) query.invokeExact(worker, attributes.address(), 0L, 0L, 0L, 0L))
          .isZero();
      assertThat(attributes.get(JAVA_INT, Long.BYTES)).isEqualTo(1);
    } finally {
      WorkerLife.end(worker);
      setup.close();
    }
  }
}
