package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.network.Handshake.Answer;
import io.starling.objects.network.Handshake.Hello;
import io.starling.objects.network.Handshake.Verdict;
import io.starling.objects.protocol.Message;
import io.starling.objects.wire.GrowingBuffer;
import io.starling.objects.wire.RandomRecords;
import io.starling.objects.wire.RecordCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TcpHandshakeTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final byte[] OTHER = "another secret".getBytes(StandardCharsets.UTF_8);

  private final Random random = new Random(SEED);

  private static Hello hello(int slot, long attempt) {
    return new Hello(slot, 0, 77, attempt, 0, 0);
  }

  private static NetworkOptions patience(Duration handshake, int unproved) {
    return new NetworkOptions(Peer.SECRET, Duration.ofSeconds(3), handshake, unproved);
  }

  @Test
  void both_sides_hear_who_the_other_is() throws IOException {
    Handshake dialler = new Handshake(Peer.SECRET, 5);
    Handshake acceptor = new Handshake(Peer.SECRET, 5);
    Hello hello = new Hello(3, 2, 99, 7, 55, 1234);
    Answer answer = new Answer(Verdict.LEFT, 2, 55, 66);
    assertThat(acceptor.verify(dialler.hello(acceptor.challenge(), hello))).isEqualTo(hello);
    assertThat(dialler.readAnswer(acceptor.answer(answer))).isEqualTo(answer);
  }

  @Test
  void no_changed_byte_is_believed() throws IOException {
    for (int i = 0; i < Handshake.HELLO_BYTES; i++) {
      Handshake acceptor = new Handshake(Peer.SECRET, 5);
      ByteBuffer words = new Handshake(Peer.SECRET, 5).hello(acceptor.challenge(), hello(1, 1));
      words.put(i, (byte) (words.get(i) ^ 1 << random.nextInt(8)));
      assertThatThrownBy(() -> acceptor.verify(words)).isInstanceOf(HandshakeException.class);
    }
    for (int i = 0; i < Handshake.ANSWER_BYTES; i++) {
      Handshake dialler = new Handshake(Peer.SECRET, 5);
      Handshake acceptor = new Handshake(Peer.SECRET, 5);
      acceptor.verify(dialler.hello(acceptor.challenge(), hello(1, 1)));
      ByteBuffer words = acceptor.answer(new Answer(Verdict.WELCOME, 0, 1, 1));
      words.put(i, (byte) (words.get(i) ^ 1 << random.nextInt(8)));
      assertThatThrownBy(() -> dialler.readAnswer(words)).isInstanceOf(HandshakeException.class);
    }
  }

  @Test
  void the_proof_of_one_side_is_none_of_the_other() throws IOException {
    Handshake dialler = new Handshake(Peer.SECRET, 5);
    Handshake acceptor = new Handshake(Peer.SECRET, 5);
    ByteBuffer words = dialler.hello(acceptor.challenge(), hello(1, 1));
    ByteBuffer echo = ByteBuffer.allocate(Handshake.ANSWER_BYTES);
    echo.put(0, words, Handshake.HELLO_BYTES - Handshake.ANSWER_BYTES, Handshake.ANSWER_BYTES);
    assertThatThrownBy(() -> dialler.readAnswer(echo)).hasMessageContaining("secret");
  }

  @Test
  void stores_with_different_secrets_do_not_meet_and_say_why() {
    try (Peer low = new Peer(0);
        Peer high = new Peer(1, new NetworkOptions(OTHER))) {
      Peer.meet(low, high);
      Peer.await(List.of(low, high), () -> !low.errors.isEmpty() && !high.errors.isEmpty());
      assertThat(low.errors.getFirst())
          .isEqualTo("a store on 127.0.0.1 does not know the secret of these stores");
      assertThat(high.errors.getFirst()).contains("does not know the secret of these stores");
      assertThat(low.network.isConnected(1) || high.network.isConnected(0)).isFalse();
      Peer.run(List.of(low, high), Duration.ofMillis(50));
      assertThat(low.errors).as("the same is said once").hasSize(1);
    }
  }

  @Test
  void stores_of_different_versions_do_not_meet_and_say_why() {
    try (Peer low = new Peer(0);
        Peer high = new Peer(1, Peer.options(), 1)) {
      Peer.meet(low, high);
      Peer.await(List.of(low, high), () -> !high.errors.isEmpty());
      assertThat(high.errors.getFirst())
          .startsWith("store 0 (")
          .contains("has another version of Starling")
          .contains("start all stores from the same one");
      assertThat(high.network.isConnected(0)).isFalse();
    }
  }

  @Test
  void a_replayed_hello_is_not_believed() throws IOException {
    try (Peer store = new Peer(0);
        RawPeer first = RawPeer.connect(store);
        RawPeer second = RawPeer.connect(store)) {
      Handshake handshake = new Handshake(Peer.SECRET, RawPeer.VERSION);
      ByteBuffer words = handshake.hello(first.read(Handshake.CHALLENGE_BYTES), hello(1, 1));
      first.write(words.duplicate());
      assertThat(handshake.readAnswer(first.read(Handshake.ANSWER_BYTES)).verdict())
          .isEqualTo(Verdict.WELCOME);
      second.read(Handshake.CHALLENGE_BYTES);
      second.write(words.duplicate());
      second.awaitClosed();
      assertThat(store.errors.getFirst()).contains("does not know the secret");
      assertThat(store.network.isConnected(1)).isTrue();
    }
  }

  @Test
  void a_peer_that_is_silent_or_slow_is_dropped() throws IOException {
    try (Peer store = new Peer(0, patience(Duration.ofMillis(200), 8));
        RawPeer silent = RawPeer.connect(store);
        RawPeer slow = RawPeer.connect(store)) {
      long began = System.nanoTime();
      slow.read(Handshake.CHALLENGE_BYTES);
      silent.read(Handshake.CHALLENGE_BYTES);
      drip(slow, store);
      slow.awaitClosed();
      silent.awaitClosed();
      assertThat(System.nanoTime() - began).isGreaterThan(150_000_000L);
    }
  }

  /** Writes a byte now and then; on a busy machine the store drops the peer meanwhile. */
  private static void drip(RawPeer peer, Peer store) {
    try {
      for (int i = 0; i < 10; i++) {
        peer.write(ByteBuffer.allocate(1));
        Peer.run(List.of(store), Duration.ofMillis(5));
      }
    } catch (IOException dropped) {
      assertThat(dropped).hasMessageContaining("Broken pipe");
    }
  }

  @Test
  void the_oldest_unproved_connection_goes_for_a_new_one() throws IOException {
    List<RawPeer> crowd = new ArrayList<>();
    try (Peer store = new Peer(0, patience(Duration.ofSeconds(10), 4))) {
      for (int i = 0; i < 6; i++) {
        crowd.add(RawPeer.connect(store));
        Peer.run(List.of(store), Duration.ofMillis(2));
      }
      crowd.get(0).read(Handshake.CHALLENGE_BYTES);
      assertThat(crowd.get(0).isClosed()).isTrue();
      assertThat(crowd.get(1).channel().read(ByteBuffer.allocate(Handshake.CHALLENGE_BYTES)))
          .isPositive();
      assertThat(crowd.get(1).isClosed()).isTrue();
      assertThat(crowd.get(5).greet(hello(1, 1)).verdict()).isEqualTo(Verdict.WELCOME);
    } finally {
      for (RawPeer raw : crowd) {
        raw.close();
      }
    }
  }

  @Test
  void random_bytes_of_strangers_change_nothing() throws IOException {
    try (Peer store = new Peer(0)) {
      for (int i = 0; i < 50; i++) {
        try (RawPeer raw = RawPeer.connect(store)) {
          byte[] noise = new byte[random.nextInt(300)];
          random.nextBytes(noise);
          raw.write(ByteBuffer.wrap(noise));
          Peer.run(List.of(store), Duration.ofMillis(1));
        } catch (IOException expected) {
          // The store has closed the connection already.
        }
      }
      try (RawPeer raw = RawPeer.connect(store)) {
        assertThat(raw.greet(hello(1, 1)).verdict()).isEqualTo(Verdict.WELCOME);
      }
    }
  }

  @Test
  void the_newest_connection_wins_and_an_older_attempt_does_not() throws IOException {
    try (Peer store = new Peer(0);
        RawPeer first = RawPeer.connect(store);
        RawPeer second = RawPeer.connect(store);
        RawPeer old = RawPeer.connect(store)) {
      assertThat(first.greet(hello(1, 1)).verdict()).isEqualTo(Verdict.WELCOME);
      assertThat(store.breaks).isZero();
      assertThat(second.greet(hello(1, 3)).verdict()).isEqualTo(Verdict.WELCOME);
      assertThat(store.breaks).isEqualTo(1);
      first.awaitClosed();
      assertThat(old.greet(hello(1, 2)).verdict()).isEqualTo(Verdict.OUTDATED);
      assertThat(second.isClosed()).isFalse();
      assertThat(store.breaks).isEqualTo(1);
    }
  }

  @Test
  void a_broken_frame_ends_its_connection_and_names_the_reason() throws IOException {
    try (Peer store = new Peer(0);
        RawPeer raw = RawPeer.connect(store)) {
      raw.greet(hello(1, 1));
      raw.write(ByteBuffer.allocate(13).put(0, (byte) 9));
      raw.awaitClosed();
      assertThat(store.errors)
          .containsExactly(
              "store 1 sent a frame of kind 9 with 0 bytes; the connection is made anew; if this"
                  + " repeats, start that store again");
      assertThat(store.breaks).isEqualTo(1);
    }
  }

  @Test
  void random_frames_of_a_proved_peer_never_take_the_store_down() throws IOException {
    RecordCodec codec = new RecordCodec(Message.class);
    GrowingBuffer buffer = new GrowingBuffer(1 << 20);
    RandomRecords records = new RandomRecords(random);
    try (Peer store = new Peer(0)) {
      for (int attempt = 1; attempt <= 150; attempt++) {
        try (RawPeer raw = RawPeer.connect(store)) {
          raw.greet(hello(1, attempt));
          codec.encode(records.of(io.starling.objects.protocol.ToPrimary.class), buffer);
          byte[] message = buffer.take();
          ByteBuffer frame = ByteBuffer.allocate(Frames.MESSAGE_HEADER + message.length);
          Frames.putMessage(
              frame, new OrderedMessages.Queued(1000L * attempt, 1, false, message), 0);
          frame.put(message).flip();
          for (int change = random.nextInt(4); change > 0; change--) {
            frame.put(random.nextInt(frame.limit()), (byte) random.nextInt());
          }
          raw.write(frame);
          Peer.run(List.of(store), Duration.ofMillis(1));
        } catch (IOException expected) {
          // The store has closed the connection already.
        }
      }
      assertThat(store.errors).as("seed %d", SEED).isNotEmpty();
      assertThat(store.messages).isNotEmpty();
    }
  }
}
