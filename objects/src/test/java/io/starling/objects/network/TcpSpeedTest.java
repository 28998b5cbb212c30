package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.View;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.transfer.Arrivals;
import io.starling.objects.transfer.Streams;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints figures, and holds them against bounds that only a broken network misses. */
@Tag("slow")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TcpSpeedTest {

  private static final int MB = 1 << 20;
  private static final int WARM_UP = 30_000;
  private static final int MESSAGES = 30_000;
  private static final double MICROSECOND = 1e3;

  /** Answers each message with the next one. */
  private static final class Echo implements Arrivals {
    private final Reactor reactor = new Reactor();
    private final TcpNetwork network;
    private long last;

    Echo(int slot) {
      this.network =
          new TcpNetwork(
              new InetSocketAddress(Peer.HOST, 0),
              Peer.options(),
              reactor,
              new Quiet(),
              new Quiet());
      network.start(slot, this);
    }

    @Override
    public void onMessage(int from, long view, Message message) {
      last++;
      network.send(from, view, message);
    }

    @Override
    public void onBroken(int broken) {}

    @Override
    public Streams streams() {
      throw new IllegalStateException("no stream was begun");
    }

    @Override
    public void onBytes(long stream, long length) {}
  }

  private static final class Quiet implements Reachability, Strangers {
    @Override
    public void onUnreachable(int slot) {}

    @Override
    public void onPeerError(int slot, String text) {
      throw new AssertionError(text);
    }

    @Override
    public void onMessageFromStranger(Stranger stranger, Message message) {}

    @Override
    public void onLost(Stranger stranger, String reason) {}
  }

  private static double halfRoundTrip(long idle) throws InterruptedException {
    Echo here = new Echo(0);
    Echo there = new Echo(1);
    View view =
        new View(
            1,
            2,
            List.of(
                new Member(0, Peer.HOST, here.network.port()),
                new Member(1, Peer.HOST, there.network.port())));
    here.network.enter(view);
    there.network.enter(view);
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (there.last < WARM_UP + MESSAGES) {
                    there.reactor.poll(idle);
                  }
                });
    here.network.send(1, 1, Peer.message(1));
    while (here.last < WARM_UP) {
      here.reactor.poll(idle);
    }
    long began = System.nanoTime();
    while (here.last < WARM_UP + MESSAGES - 1) {
      here.reactor.poll(idle);
    }
    double half = (System.nanoTime() - began) / MICROSECOND / (MESSAGES - 1) / 2;
    here.reactor.poll(idle);
    other.join(1000);
    here.network.close();
    there.network.close();
    return half;
  }

  @Test
  void a_small_message_takes_microseconds() throws InterruptedException {
    System.out.printf(
        "half round trip of a message, threads that spin: %.1f us%n", halfRoundTrip(0));
    double blocking = halfRoundTrip(100_000_000);
    System.out.printf("half round trip of a message, threads that sleep: %.1f us%n", blocking);
    assertThat(blocking).isLessThan(5000);
  }

  @Test
  void a_transfer_takes_no_more_than_the_kernel() {
    transfer(true);
    transfer(false);
  }

  private static void transfer(boolean spins) {
    TcpHost[] hosts = TcpHost.cluster(2, 3L << 30, spins);
    try {
      for (int round = 0; round < 3; round++) {
        ObjectId id = ObjectId.of("object " + round);
        hosts[0].put(id, new byte[8 * MB], 1L << 30).done.join();
        Reading reading = hosts[1].get(id);
        hosts[1].await(() -> reading.complete);
        double seconds = (reading.doneAt - reading.firstByteAt) / 1e9;
        System.out.printf(
            "transfer of 1 GiB: %.2f GB/s, threads that %s%n",
            (1L << 30) / seconds / 1e9, spins ? "spin" : "sleep");
        assertThat(seconds).isLessThan(30);
        hosts[1].close(reading);
        hosts[0].delete(id);
      }
    } finally {
      for (TcpHost host : hosts) {
        host.close();
      }
    }
  }

  @Test
  void a_small_object_is_put_and_got_in_microseconds() {
    for (boolean spins : new boolean[] {true, false}) {
      TcpHost[] hosts = TcpHost.cluster(2, 64L * MB, spins);
      View view = View.ofSlots(1, 0, 1);
      byte[] value = new byte[1000];
      double[] puts = new double[4000];
      double[] gets = new double[puts.length];
      int done = 0;
      for (int i = 0; done < puts.length; i++) {
        ObjectId id = ObjectId.of("small " + i);
        if (view.primary(id) == 1) {
          double[] times = hosts[0].putAndGet(id, value);
          puts[done] = times[0] / MICROSECOND;
          gets[done++] = times[1] / MICROSECOND;
        }
      }
      double put = median(puts);
      System.out.printf(
          "put of 1 KB to another store %.1f us, get from there %.1f us, threads that %s%n",
          put, median(gets), spins ? "spin" : "sleep");
      assertThat(put).isLessThan(20_000);
      for (TcpHost host : hosts) {
        host.close();
      }
    }
  }

  private static double median(double[] values) {
    double[] second = Arrays.copyOfRange(values, values.length / 2, values.length);
    Arrays.sort(second);
    return second[second.length / 2];
  }
}
