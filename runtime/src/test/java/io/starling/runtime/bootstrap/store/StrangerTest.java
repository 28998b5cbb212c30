package io.starling.runtime.bootstrap.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.client.StoreClient;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Handshake;
import io.starling.runtime.bootstrap.wire.Role;
import io.starling.runtime.net.Hmac;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The store against clients that don't keep to the protocol. */
class StrangerTest {

  private static final int SEED = 20_251_121;

  private StoreServer server;

  @BeforeEach
  void openStore() throws IOException {
    server = StoreServer.open(1);
  }

  @AfterEach
  void closeStore() throws IOException {
    server.close();
  }

  /** Sends the bytes and waits until the store has closed the connection. */
  private void sendAndAwaitEnd(byte[] bytes) throws IOException {
    try (RawClient client = new RawClient(server.jobFile())) {
      client.send(bytes);
      client.socket.shutdownOutput();
      client.awaitEnd();
    }
  }

  private StoreClient connect() {
    return StoreClient.connect(new Membership(0, 1, 0, 1, false), server.jobFile());
  }

  private void assertThatTheStoreStillServes() {
    try (var client = connect()) {
      client.put("key", new byte[] {7});
      assertThat(client.get("key", Duration.ofSeconds(20))).containsExactly(7);
    }
  }

  @Test
  void aMessageLargerThanAGreetingIsNotWaitedFor() throws IOException {
    for (int length : new int[] {Frame.MAXIMUM_HELLO + 1, -1}) {
      try (RawClient client = new RawClient(server.jobFile())) {
        new DataOutputStream(client.socket.getOutputStream()).writeInt(length);
        client.awaitEnd();
      }
    }
    assertThat(server.rejectedConnections()).isEqualTo(2);
    assertThatTheStoreStillServes();
  }

  @Test
  void anotherProtocolIsRejected() throws IOException {
    sendAndAwaitEnd("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(server.rejectedConnections()).isEqualTo(1);
    assertThatTheStoreStillServes();
  }

  @Test
  void aProofThatIsReplayedOnAnotherConnectionFails() throws IOException {
    byte[] proof;
    try (RawClient client = new RawClient(server.jobFile())) {
      proof = RawClient.bytes(client.hello(client.receive(), 0, Role.CONTROL));
      client.send(proof);
      assertThat(client.receive().type()).isEqualTo(FrameType.WELCOME);
    }
    sendAndAwaitEnd(proof);
    assertThat(server.rejectedConnections()).isEqualTo(1);
    assertThatTheStoreStillServes();
  }

  @Test
  void aProofHoldsForItsRoleAndNumberOnly() throws IOException {
    try (RawClient client = new RawClient(server.jobFile())) {
      Frame hello = client.hello(client.receive(), 0, Role.CONTROL);
      client.send(new Frame(FrameType.HELLO, 0, Role.JOIN.name(), hello.value()));
      client.awaitEnd();
    }
    try (RawClient client = new RawClient(server.jobFile())) {
      Frame hello = client.hello(client.receive(), 1, Role.JOIN);
      client.send(new Frame(FrameType.HELLO, 0, Role.JOIN.name(), hello.value()));
      client.awaitEnd();
    }
    assertThat(server.rejectedConnections()).isEqualTo(2);
    assertThatTheStoreStillServes();
  }

  @Test
  void theSecretIsNeverSent() throws IOException {
    byte[] secret = server.jobFile().secretBytes();
    try (RawClient client = new RawClient(server.jobFile())) {
      Frame challenge = client.receive();
      Frame hello = client.hello(challenge, 0, Role.JOIN);
      client.send(hello);
      Frame welcome = client.receive();
      for (Frame frame : new Frame[] {challenge, hello, welcome}) {
        assertThat(hex(RawClient.bytes(frame))).doesNotContain(hex(secret));
      }
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void aClientDoesNotTalkToAStoreThatDoesNotKnowTheSecret() throws IOException {
    JobFile real = server.jobFile();
    try (ServerSocket stranger = new ServerSocket(0)) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (var socket = stranger.accept()) {
                  var challenge = new Frame(FrameType.CHALLENGE, 0, "", Handshake.nonce());
                  socket.getOutputStream().write(RawClient.bytes(challenge));
                  var welcome = new Frame(FrameType.WELCOME, 0, "", Handshake.nonce());
                  socket.getOutputStream().write(RawClient.bytes(welcome));
                  socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                  // The client has left.
                }
              });
      JobFile forged = new JobFile("127.0.0.1", stranger.getLocalPort(), real.secret());
      assertThatThrownBy(() -> StoreClient.connect(new Membership(0, 1, 0, 1, false), forged))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("does not know the job's secret");
    }
  }

  @Test
  void randomAndMutatedGreetingsDoNoHarm() throws IOException {
    Random random = new Random(SEED);
    for (int attempt = 0; attempt < 300; attempt++) {
      try (RawClient client = new RawClient(server.jobFile())) {
        byte[] bytes = RawClient.bytes(client.hello(client.receive(), 0, Role.JOIN));
        if (attempt % 2 == 0) {
          random.nextBytes(bytes);
        } else {
          int position = bytes.length - 1 - random.nextInt(2 * Hmac.BYTES);
          bytes[position] ^= (byte) (1 + random.nextInt(255));
        }
        client.send(bytes);
        client.socket.shutdownOutput();
        client.awaitEnd();
      }
    }
    assertThat(server.rejectedConnections()).as("seed %d", SEED).isEqualTo(300);
    assertThatTheStoreStillServes();
  }

  @Test
  void strangersThatSayNothingMakeRoomForNewOnes() throws IOException {
    var silent = new ArrayList<RawClient>();
    try {
      for (int i = 0; i < 80; i++) {
        silent.add(new RawClient(server.jobFile()));
      }
      assertThatTheStoreStillServes();
      assertThat(server.rejectedConnections()).isBetween(80 - 67, 80);
    } finally {
      for (RawClient client : silent) {
        client.close();
      }
    }
  }

  @Test
  void messagesOfAMemberThatMakeNoSenseEndItsConnectionOnly() throws IOException {
    Random random = new Random(SEED);
    byte[] nonsense = new byte[4096];
    random.nextBytes(nonsense);
    try (RawClient client = new RawClient(server.jobFile()).join(0, Role.CONTROL)) {
      client.send(nonsense);
      client.awaitEnd();
    }
    assertThat(server.rejectedConnections()).isZero();
    assertThatTheStoreStillServes();
  }
}
