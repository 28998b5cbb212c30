package io.starling.objects.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose turn it is. */
@Timeout(30)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TurnsTest {

  private static final long LONG_CALL = 1_500_000_000L;

  /** By then the own thread rests for 0.8 s or longer. */
  private static final long SOON = 500_000_000L;

  private final AtomicReference<Turns> turns = new AtomicReference<>();
  private final CountDownLatch taken = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final CountDownLatch given = new CountDownLatch(1);
  private final AtomicLong gave = new AtomicLong();
  private final AtomicLong got = new AtomicLong();
  private final long start = System.nanoTime();

  /** After a long call the own thread rests for long; the caller leaves while it goes to rest. */
  @Test
  void the_own_thread_comes_soon_after_a_caller_that_left_as_it_went_to_rest() throws Exception {
    Thread own = new Thread(this::takeOwn);
    turns.set(new Turns(own));
    Thread caller = new Thread(this::call);
    caller.start();
    own.start();
    own.join();
    caller.join();
    assertThat(got.get() - gave.get()).as("nanoseconds without a turn").isLessThan(SOON);
  }

  private void call() {
    turns.get().take();
    taken.countDown();
    await(over);
    gave.set(System.nanoTime());
    turns.get().giveBack();
    given.countDown();
  }

  private void takeOwn() {
    await(taken);
    turns.get().takeOwn(this::callEndsAfterALook);
    got.set(System.nanoTime());
    turns.get().giveBackOwn();
  }

  /** The own thread asks this between its looks at the turn. */
  private boolean callEndsAfterALook() {
    if (System.nanoTime() - start > LONG_CALL && over.getCount() > 0) {
      over.countDown();
      await(given);
    }
    return false;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
