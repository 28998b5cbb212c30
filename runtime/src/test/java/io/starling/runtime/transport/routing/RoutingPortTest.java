package io.starling.runtime.transport.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.TransportException;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RoutingPortTest {

  private static final int RUNS = Integer.getInteger("routing.runs", 2000);
  private static final int STEPS = 60;
  private static final int ANY = -1;

  private final RoutedRanks ranks = new RoutedRanks(new SplittableRandom(1));

  @Test
  void whatever_is_sent_and_received_keeps_its_order() {
    long first = Long.getLong("starling.seed", System.nanoTime());
    for (long seed = first; seed < first + RUNS; seed++) {
      RoutedRanks random = new RoutedRanks(new SplittableRandom(seed));
      run(random, new SplittableRandom(~seed));
      assertThat(random.fault()).as("seed %d: %s", seed, random.receives()).isNull();
    }
  }

  private static void run(RoutedRanks ranks, SplittableRandom random) {
    for (int step = 0; step < STEPS; step++) {
      int source = random.nextInt(RoutedRanks.SIZE);
      int tag = random.nextInt(2);
      int from = random.nextInt(3) == 0 ? ANY : source;
      int with = random.nextInt(3) == 0 ? ANY : tag;
      switch (random.nextInt(8)) {
        case 0, 1 -> ranks.send(source, tag, random.nextBoolean());
        case 2, 3 -> ranks.receive(from, with);
        case 4 -> ranks.receiveByProbe(from, with);
        case 5 -> {
          if (random.nextInt(4) == 0) {
            ranks.cancel(random.nextInt(STEPS));
          }
        }
        default -> ranks.progress(random.nextInt(RoutedRanks.SIZE));
      }
    }
    ranks.settle();
  }

  @Test
  void a_receive_from_anyone_takes_messages_of_both_routes() {
    RoutedRanks.Receive first = ranks.receive(ANY, 1);
    RoutedRanks.Receive second = ranks.receive(ANY, 1);
    ranks.send(1, 1, false);
    ranks.send(3, 1, false);
    ranks.settle();
    assertThat(new int[] {first.message.source(), second.message.source()})
        .containsExactlyInAnyOrder(1, 3);
  }

  @Test
  void a_receive_of_one_source_waits_for_an_earlier_one_from_anyone() {
    RoutedRanks.Receive anyone = ranks.receive(ANY, 1);
    RoutedRanks.Receive one = ranks.receive(3, 1);
    RoutedRanks.Receive other = ranks.receive(3, 2);
    ranks.send(3, 1, false);
    ranks.send(3, 1, false);
    ranks.send(3, 2, false);
    ranks.settle();
    assertThat(anyone.message.number()).isZero();
    assertThat(one.message.number()).isEqualTo(1);
    assertThat(other.message.number()).isEqualTo(2);
  }

  @Test
  void a_held_receive_can_be_cancelled_and_takes_no_message() {
    RoutedRanks.Receive anyone = ranks.receive(ANY, 1);
    ranks.cancel(0);
    assertThat(anyone.cancelled).isTrue();
    ranks.send(2, 1, false);
    RoutedRanks.Receive next = ranks.receive(2, 1);
    ranks.settle();
    assertThat(next.message.number()).isZero();
  }

  @Test
  void only_peers_of_the_same_host_are_near() {
    assertThat(ranks.port(0).isNear(1)).isTrue();
    assertThat(ranks.port(0).isNear(0)).isFalse();
    assertThat(ranks.port(0).isNear(2)).isFalse();
  }

  @Test
  void a_peer_that_one_port_refuses_is_known_to_neither() {
    LocalFabric near = joinable(2);
    LocalFabric far = joinable(2);
    Port refusing =
        new ForwardingPort(near.port(0)) {
          @Override
          public void connect(int peer, byte[] address) {
            throw new TransportException("its memory can't be mapped");
          }
        };
    boolean[] isNear = {true};
    RoutingPort port = new RoutingPort(refusing, far.port(0), _ -> isNear[0]);
    assertThatThrownBy(() -> port.connect(1, new byte[0])).isInstanceOf(TransportException.class);
    assertThat(port.size()).isEqualTo(1);
    assertThat(near.port(0).size()).isEqualTo(1);
    assertThat(far.port(0).size()).isEqualTo(1);
    isNear[0] = false;
    port.connect(1, new byte[0]);
    assertThat(port.size()).isEqualTo(2);
    assertThat(near.port(0).size()).isEqualTo(2);
    assertThat(far.port(0).size()).isEqualTo(2);
  }

  @Test
  void a_receive_from_a_peer_that_joins_later_waits_for_it() {
    LocalFabric far = joinable(2);
    RoutingPort port = new RoutingPort(joinable(2).port(0), far.port(0), peer -> peer == 0);
    RoutedSleepTest.Ends ends = new RoutedSleepTest.Ends();
    port.attach(ends);
    far.port(1).attach(new RoutedSleepTest.Ends());
    MemorySegment memory = Arena.ofAuto().allocate(8);
    port.receive(7, Tags.pointToPoint(3, 1, 5), Tags.EXACT, memory, 0, 8);
    port.connect(1, new byte[0]);
    far.port(1).send(1, 0, Tags.pointToPoint(3, 1, 5), memory, 0, 8, false);
    port.progress();
    assertThat(ends.lines).containsExactly("7 from 1");
  }

  @Test
  void messages_keep_their_order_when_the_far_port_reports_a_failure() {
    LocalFabric near = new LocalFabric(2);
    Port failing =
        new ForwardingPort(new LocalFabric(2).port(0)) {
          @Override
          public int progress() {
            throw new TransportException("its device has failed");
          }
        };
    RoutingPort port = new RoutingPort(near.port(0), failing, _ -> true);
    RoutedSleepTest.Ends ends = new RoutedSleepTest.Ends();
    port.attach(ends);
    near.port(1).attach(new RoutedSleepTest.Ends());
    MemorySegment memory = Arena.ofAuto().allocate(8);
    long tag = Tags.pointToPoint(3, 1, 5);
    port.receive(7, tag, Tags.mask(true, false), memory, 0, 8);
    near.port(1).send(1, 0, tag, memory, 0, 8, false);
    assertThatThrownBy(port::progress).isInstanceOf(TransportException.class);
    port.receive(8, tag, Tags.EXACT, memory, 0, 8);
    assertThat(ends.lines).containsExactly("7 from 1");
  }

  @Test
  void both_ports_have_the_same_room() {
    assertThatThrownBy(
            () -> new RoutingPort(joinable(2).port(0), joinable(3).port(0), peer -> peer == 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give both the same size and capacity");
  }

  private static LocalFabric joinable(int capacity) {
    return new LocalFabric(1, capacity, LocalFabric.EAGER_BYTES, _ -> Delivery.inOrder());
  }

  @Test
  void only_messages_of_near_peers_may_be_on_the_heap() {
    Port near = new HeapPort(ranks.port(0), true);
    Port far = new HeapPort(ranks.port(0), true);
    try (RoutingPort port = new RoutingPort(near, far, peer -> peer == 1)) {
      assertThat(port.takesHeap(1)).isTrue();
      assertThat(port.takesHeap(2)).isFalse();
      assertThat(port.takesHeap(ANY)).isFalse();
    }
    try (RoutingPort port =
        new RoutingPort(new HeapPort(ranks.port(0), false), far, peer -> peer == 1)) {
      assertThat(port.takesHeap(1)).isFalse();
    }
  }

  private static final class HeapPort extends ForwardingPort {
    private final boolean takesHeap;

    HeapPort(Port port, boolean takesHeap) {
      super(port);
      this.takesHeap = takesHeap;
    }

    @Override
    public boolean takesHeap(int peer) {
      return takesHeap;
    }
  }

  @Test
  void a_probe_finds_what_no_receive_waits_for_and_leaves_it_there() {
    ranks.send(2, 5, false);
    MessageInfo found = new MessageInfo();
    long tag = Tags.pointToPoint(3, 0, 5);
    for (int i = 0;
        i < 1000 && !ranks.port(0).probe(tag, Tags.mask(true, false), false, found);
        i++) {
      ranks.progress(0);
    }
    assertThat(Tags.sourceOf(found.tag())).isEqualTo(2);
    RoutedRanks.Receive receive = ranks.receive(2, 5);
    ranks.settle();
    assertThat(receive.message.number()).isZero();
  }
}
