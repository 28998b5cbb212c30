package io.starling.objects.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreLostException;
import io.starling.objects.host.ServedStore;
import io.starling.runtime.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store whose thread does nothing for a while, as if its process was stopped. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(60)
final class StoppedStoreTest {

  private static final ObjectId NEVER = ObjectId.of("never");

  private final CountDownLatch goesOn = new CountDownLatch(1);
  @TempDir private Path folder;
  private Path file;
  private ServedStore store;
  private ObjectStore program;

  @BeforeEach
  void stop() {
    file = folder.resolve("store");
    store = ServedStore.start(StoreConfiguration.first(1 << 20), "here", file, note -> {});
    program = ObjectStore.connect(file);
    assertThat(store.host().execute(this::rest)).isTrue();
  }

  private void rest() {
    try {
      goesOn.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void end() {
    goesOn.countDown();
    program.close();
    store.close();
  }

  @Test
  void a_program_that_connects_waits_for_some_time_only() {
    assertThatThrownBy(() -> StoreConnections.connect(file, Duration.ofMillis(300)))
        .isInstanceOf(StoreLostException.class)
        .hasMessageContaining("(process %d, file %s)", ProcessHandle.current().pid(), file)
        .hasMessageContaining("has not answered for 0.3 s: it is stopped, or very busy")
        .hasMessageContaining("kill -CONT");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> StoreConnections.connect(file, Duration.ofSeconds(30)))
        .isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void an_interrupt_ends_a_call_and_not_the_connection_when_the_socket_is_full() throws Exception {
    AtomicLong sent = new AtomicLong();
    Thread floods = Thread.ofPlatform().start(() -> flood(sent));
    // Nothing else shows that the socket is full and that a call waits for it.
    for (long last = -1; sent.get() != last; ) {
      last = sent.get();
      LockSupport.parkNanos(200_000_000);
    }
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread gets = Thread.ofPlatform().start(() -> ended.complete(failure()));
    LockSupport.parkNanos(100_000_000);
    assertThat(ended).isNotDone();
    gets.interrupt();
    assertThat(ended.join()).isInstanceOf(CancellationException.class);
    floods.interrupt();
    floods.join();
    goesOn.countDown();
    assertThat(program.put(ObjectId.of("other"), Buffer.of(new int[] {1}))).isTrue();
    assertThat(program.report(false)).hasSize(1);
  }

  private void flood(AtomicLong sent) {
    while (!Thread.currentThread().isInterrupted()) {
      var _ = program.getAsync(NEVER);
      sent.incrementAndGet();
    }
  }

  private Throwable failure() {
    try {
      program.get(NEVER).close();
      return null;
    } catch (CancellationException e) {
      return e;
    }
  }
}
