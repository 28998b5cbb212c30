package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.os.Linux;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RingTest {

  private static final int SENDERS = 3;
  private static final int MESSAGES = 20_000;

  private final Linux linux = new Linux(Arena.ofAuto());
  private final SharedRegion region = SharedRegion.create(0, 1, SharedPair.SMALL, linux);
  private final IncomingRing incoming = new IncomingRing(region.base());

  @AfterEach
  void close() {
    region.close();
  }

  @Test
  void a_full_ring_takes_nothing_until_a_slot_is_free() {
    OutgoingRing outgoing = new OutgoingRing(region.base());
    for (int i = 0; i < SharedRegion.SLOTS; i++) {
      outgoing.publish(outgoing.claim(0), MessageLine.INLINE, 0);
    }
    assertThat(outgoing.claim(0)).isZero();
    assertThat(incoming.poll()).isNotZero();
    assertThat(outgoing.claim(0)).isZero();
    incoming.free();
    assertThat(outgoing.claim(0)).isNotZero();
  }

  @Test
  void a_slot_that_is_claimed_but_not_published_is_no_message() {
    OutgoingRing outgoing = new OutgoingRing(region.base());
    long line = outgoing.claim(0);
    assertThat(incoming.poll()).isZero();
    outgoing.publish(line, MessageLine.CELL, 1_000_000);
    assertThat(incoming.poll()).isEqualTo(line);
    assertThat(MessageLine.kind(line)).isEqualTo(MessageLine.CELL);
    assertThat(MessageLine.source(line)).isEqualTo(1_000_000);
  }

  @Test
  void messages_of_several_threads_arrive_once_and_each_sender_s_in_order()
      throws InterruptedException {
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < SENDERS; i++) {
      int source = i;
      senders.add(Thread.ofPlatform().start(() -> sendAll(source)));
    }
    long[] next = new long[SENDERS];
    for (int received = 0; received < SENDERS * MESSAGES; ) {
      long line = incoming.poll();
      if (line == 0) {
        LockSupport.parkNanos(1000);
        continue;
      }
      int source = MessageLine.source(line);
      assertThat(Words.get(line + MessageLine.TAG)).isEqualTo(next[source]++);
      incoming.free();
      received++;
    }
    for (Thread sender : senders) {
      sender.join();
    }
    assertThat(incoming.poll()).isZero();
  }

  private void sendAll(int source) {
    OutgoingRing outgoing = new OutgoingRing(region.base());
    for (long i = 0; i < MESSAGES; ) {
      long line = outgoing.claim(0);
      if (line == 0) {
        LockSupport.parkNanos(1000);
      } else {
        Words.set(line + MessageLine.TAG, i++);
        outgoing.publish(line, MessageLine.INLINE, source);
      }
    }
  }
}
