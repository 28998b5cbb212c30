package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.View;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TcpStoreTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final int MB = 1 << 20;

  private final Random random = new Random(SEED);
  private final ObjectId id = ObjectId.of("object");
  private TcpHost[] hosts = {};

  @AfterEach
  void close() {
    for (TcpHost host : hosts) {
      host.close();
      assertThat(host.errors).isEmpty();
    }
  }

  private void start(int stores) {
    hosts = TcpHost.cluster(stores, 512L * MB, false);
  }

  private byte[] contents(int length) {
    byte[] contents = new byte[length];
    random.nextBytes(contents);
    return contents;
  }

  private static void await(Reading reading, TcpHost host) {
    host.await(() -> reading.complete);
    assertThat(reading.failure).isNull();
  }

  @Test
  void objects_of_all_sizes_are_put_on_one_store_and_got_on_another() {
    start(2);
    for (int length : new int[] {1, 100, 65_535, 65_536, 65_537, MB, 5 * MB + 1}) {
      byte[] contents = contents(length);
      ObjectId here = ObjectId.of("object " + length);
      hosts[length % 2].put(here, contents);
      TcpHost other = hosts[1 - length % 2];
      Reading reading = other.get(here);
      await(reading, other);
      assertThat(reading.bytes()).isEqualTo(contents);
    }
  }

  @Test
  void many_stores_put_and_get_at_once() {
    start(4);
    byte[][] contents = new byte[60][];
    Reading[] readings = new Reading[3 * contents.length];
    for (int i = 0; i < contents.length; i++) {
      contents[i] =
          contents(random.nextBoolean() ? 1 + random.nextInt(1000) : 70_000 + random.nextInt(MB));
      for (int get = 0; get < 3; get++) {
        readings[3 * i + get] = hosts[random.nextInt(4)].get(ObjectId.of("object " + i));
      }
      hosts[random.nextInt(4)].put(ObjectId.of("object " + i), contents[i]);
    }
    for (int i = 0; i < readings.length; i++) {
      await(readings[i], hosts[0]);
      assertThat(readings[i].bytes()).as("seed %d", SEED).isEqualTo(contents[i / 3]);
    }
  }

  @Test
  void an_object_is_broadcast_to_all_stores() {
    start(4);
    byte[] contents = contents(16 * MB);
    hosts[0].put(id, contents).done.join();
    List<Reading> readings = Arrays.stream(hosts).map(host -> host.get(id)).toList();
    for (Reading reading : readings) {
      await(reading, hosts[0]);
      assertThat(reading.bytes()).isEqualTo(contents);
    }
  }

  @Test
  void the_first_byte_leaves_a_relay_before_the_last_has_come_in() {
    start(3);
    byte[] contents = contents(4 * MB);
    Writing writing = hosts[0].create(id, contents, 32L * MB);
    writing.write(16L * MB);
    Reading relay = relay(hosts[1], 16L * MB);
    Reading reading = relay(hosts[2], 16L * MB);
    assertThat(hosts[1].serving()).as("it reads both halves from the relay").isEqualTo(2);
    assertThat(relay.complete).isFalse();
    writing.write(32L * MB);
    await(relay, hosts[1]);
    await(reading, hosts[2]);
    assertRepeated(reading, contents);
  }

  @Test
  void a_store_that_dies_in_the_midst_of_a_transfer_costs_no_byte() {
    start(3);
    byte[] contents = contents(4 * MB);
    Writing writing = hosts[0].create(id, contents, 32L * MB);
    writing.write(16L * MB);
    relay(hosts[1], 16L * MB);
    Reading reading = relay(hosts[2], 16L * MB);
    assertThat(hosts[1].serving()).as("it reads both halves from the relay").isEqualTo(2);
    writing.write(32L * MB);
    hosts[1].kill();
    hosts[0].await(() -> hosts[0].unreachable.contains(1));
    hosts[2].await(() -> hosts[2].unreachable.contains(1));
    TcpHost.enter(2, 3, hosts[0], hosts[2]);
    await(reading, hosts[2]);
    assertRepeated(reading, contents);
    byte[] later = contents(100);
    hosts[0].put(ObjectId.of("later"), later);
    Reading after = hosts[2].get(ObjectId.of("later"));
    await(after, hosts[2]);
    assertThat(after.bytes()).isEqualTo(later);
  }

  private Reading relay(TcpHost host, long bytes) {
    Reading reading = host.get(id);
    host.await(() -> reading.copy != null && reading.copy.watermark() == bytes);
    return reading;
  }

  @Test
  void objects_arrive_over_connections_that_are_cut_again_and_again() throws IOException {
    hosts = new TcpHost[] {new TcpHost(0, 512L * MB, false), new TcpHost(1, 512L * MB, false)};
    try (CuttingProxy proxy = new CuttingProxy(hosts[0].network.port(), 6 * MB, SEED)) {
      View view =
          new View(1, 2, List.of(new Member(0, Peer.HOST, proxy.port()), hosts[1].member()));
      Stream.of(hosts).forEach(host -> host.enter(view));
      byte[][] contents = new byte[40][];
      Reading[] readings = new Reading[contents.length];
      for (int i = 0; i < contents.length; i++) {
        contents[i] = contents(i % 4 == 0 ? MB + random.nextInt(MB) : 1 + random.nextInt(60_000));
        hosts[i % 2].put(ObjectId.of("object " + i), contents[i]);
        readings[i] = hosts[1 - i % 2].get(ObjectId.of("object " + i));
      }
      for (int i = 0; i < contents.length; i++) {
        await(readings[i], hosts[0]);
        assertThat(readings[i].bytes()).as("seed %d", SEED).isEqualTo(contents[i]);
      }
      assertThat(proxy.cuts()).as("seed %d", SEED).isPositive();
    }
  }

  @Test
  @Tag("slow")
  void large_objects_reach_four_stores() {
    hosts = TcpHost.cluster(4, 600L * MB, false);
    byte[] contents = contents(8 * MB);
    hosts[0].put(id, contents, 256L * MB).done.join();
    List<Reading> readings = Arrays.stream(hosts).map(host -> host.get(id)).toList();
    for (Reading reading : readings) {
      await(reading, hosts[0]);
      assertRepeated(reading, contents);
    }
  }

  private static void assertRepeated(Reading reading, byte[] contents) {
    MemorySegment expected = MemorySegment.ofArray(contents);
    MemorySegment memory = reading.copy.memory();
    for (long at = 0; at < memory.byteSize(); at += contents.length) {
      long length = Math.min(contents.length, memory.byteSize() - at);
      assertThat(MemorySegment.mismatch(memory, at, at + length, expected, 0, length))
          .as("from byte %d", at)
          .isEqualTo(-1);
    }
  }
}
