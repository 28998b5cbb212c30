package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.os.Linux;
import io.starling.runtime.progress.PeerNumbers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** How many sends to a peer are open; by that the peer's {@link CopyChoice} ends its runs. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OpenSendsTest {

  private static final int BYTES = 10_000;
  private static final int MESSAGES = 40;

  private final Linux linux = new Linux(Arena.ofAuto());
  private final SharedRegion region = SharedRegion.create(0, 1, SharedPair.SMALL, linux);
  private final SharedPair.Notes notes = new SharedPair.Notes();
  private final Peer peer = Peer.self(0, region, linux);
  private final Sender sender =
      new Sender(0, true, region, new SharedHeap(region, new Linux(Arena.ofAuto())), notes);

  private void send() {
    long address = SharedPair.memory(BYTES).address();
    for (int i = 0; i < MESSAGES; i++) {
      sender.send(i, peer, i, null, address, BYTES, false);
    }
    assertThat(peer.openSends()).isEqualTo(MESSAGES);
  }

  @Test
  void a_send_is_open_until_it_is_received() {
    MemorySegment into = SharedPair.memory(BYTES);
    try (Receiver receiver =
        new Receiver(region, true, number -> peer, new PeerNumbers(0, 1, 1), notes)) {
      send();
      for (int i = 0; i < MESSAGES; i++) {
        receiver.receive(i, i, SharedPair.EXACT, null, into.address(), BYTES);
      }
      while (notes.lines.size() < 2 * MESSAGES) {
        receiver.progress();
        sender.progress();
      }
    }
    assertThat(peer.openSends()).isZero();
  }

  @Test
  void no_send_to_a_failed_peer_is_open() {
    send();
    sender.peerFailed(peer);
    assertThat(peer.openSends()).isZero();
  }
}
