package io.starling.runtime.transport.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.runtime.transport.shared.SharedPort;
import io.starling.runtime.transport.shared.SharedSettings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rank that sleeps on two ports; here both are shared memory, of two sets of ranks. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RoutedSleepTest {

  private static final long VERY_LONG = 50_000_000_000L;
  private static final SharedSettings SETTINGS =
      new SharedSettings(64 << 20, true, true).withDescriptor();

  private final MemorySegment memory = Arena.ofAuto().allocate(64);
  private final Ends ends = new Ends();
  private final SharedPort nearPeer;
  private final SharedPort farPeer;
  private final RoutingPort port;

  private static final class Book implements AddressBook {
    private final Map<Integer, byte[]> addresses = new HashMap<>();

    @Override
    public void publish(int rank, byte[] address) {
      addresses.put(rank, address);
    }

    @Override
    public byte[] lookUp(int rank) {
      return addresses.get(rank);
    }
  }

  static final class Ends implements Completions {
    final List<String> lines = new ArrayList<>();

    @Override
    public void completed(int transfer, long tag, long bytes) {
      lines.add(transfer + " from " + Tags.sourceOf(tag));
    }

    @Override
    public void failed(int transfer, Failure failure, String detail) {
      lines.add(transfer + ": " + failure);
    }
  }

  /** Rank 0 has both ports; rank 1 is near, rank 2 is far. */
  RoutedSleepTest() {
    Book near = new Book();
    Book far = new Book();
    port =
        new RoutingPort(
            new SharedPort(0, 3, near, SETTINGS),
            new SharedPort(0, 3, far, SETTINGS),
            peer -> peer == 1);
    nearPeer = new SharedPort(1, 3, near, SETTINGS);
    farPeer = new SharedPort(2, 3, far, SETTINGS);
    port.attach(ends);
    nearPeer.attach(new Ends());
    farPeer.attach(new Ends());
  }

  private void send(SharedPort from) {
    from.send(1, 0, Tags.pointToPoint(3, from.rank(), 5), memory, 0, 8, false);
  }

  private void receiveFromAnyone() {
    port.receive(7, Tags.pointToPoint(3, 0, 5), Tags.mask(true, false), memory, 8, 8);
  }

  @Test
  void a_message_on_either_route_ends_the_sleep() throws InterruptedException {
    for (SharedPort peer : List.of(nearPeer, farPeer)) {
      receiveFromAnyone();
      assertThat(port.arm()).isTrue();
      long began = System.nanoTime();
      Thread sender = Thread.ofPlatform().start(() -> send(peer));
      port.sleep(VERY_LONG);
      sender.join();
      assertThat(System.nanoTime() - began).isLessThan(VERY_LONG);
      port.arm();
      port.progress();
      assertThat(ends.lines.getLast()).isEqualTo("7 from " + peer.rank());
    }
  }

  @Test
  void another_thread_ends_the_sleep() {
    assertThat(port.arm()).isTrue();
    long began = System.nanoTime();
    Thread.ofPlatform().start(port::wake);
    port.sleep(VERY_LONG);
    assertThat(System.nanoTime() - began).isLessThan(VERY_LONG);
  }

  @Test
  void a_message_that_arming_has_taken_in_belongs_to_the_receive_that_waits_for_it() {
    receiveFromAnyone();
    send(nearPeer);
    assertThat(port.arm()).isFalse();
    MessageInfo found = new MessageInfo();
    assertThat(port.probe(Tags.pointToPoint(3, 1, 5), Tags.EXACT, true, found)).isFalse();
    assertThat(ends.lines).containsExactly("7 from 1");
  }

  @Test
  void the_failure_of_a_rank_that_was_never_met_needs_no_address() {
    LocalFabric near = new LocalFabric(3);
    LocalFabric far = new LocalFabric(3);
    RoutingPort routes =
        new RoutingPort(
            near.port(0),
            far.port(0),
            peer -> {
              throw new IllegalStateException("rank " + peer + " has no address");
            });
    routes.attach(new Ends());
    routes.peerFailed(2);
    assertThat(routes.progress()).isZero();
  }
}
