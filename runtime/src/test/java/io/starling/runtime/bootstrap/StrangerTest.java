package io.starling.runtime.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store against clients that don't keep to the protocol. */
class StrangerTest {

  private static final int SEED = 20_251_121;

  @TempDir private Path folder;
  private StoreServer server;

  @BeforeEach
  void openStore() throws IOException {
    server = StoreServer.open(1);
  }

  @AfterEach
  void closeStore() throws IOException {
    server.close();
  }

  private Socket connect() throws IOException {
    return new Socket(server.jobFile().host(), server.jobFile().port());
  }

  /** Sends the bytes and waits until the store has closed the connection. */
  private void sendAndAwaitEnd(byte[] bytes) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  private void assertThatTheStoreStillServes() throws IOException {
    Path jobFile = folder.resolve("job");
    server.jobFile().write(jobFile);
    try (var client = StoreClient.connect(new RankEnvironment(0, 1, 0, 1, false, jobFile))) {
      client.put("key", new byte[] {7});
      assertThat(client.get("key", Duration.ofSeconds(20))).containsExactly(7);
    }
  }

  @Test
  void aMessageLargerThanAGreetingIsNotWaitedFor() throws IOException {
    try (Socket socket = connect()) {
      new DataOutputStream(socket.getOutputStream()).writeInt(Frame.MAXIMUM_HELLO + 1);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    try (Socket socket = connect()) {
      new DataOutputStream(socket.getOutputStream()).writeInt(-1);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
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
  void randomAndMutatedGreetingsDoNoHarm() throws IOException {
    Random random = new Random(SEED);
    byte[] secret = HexFormat.of().parseHex(server.jobFile().secret());
    ByteBuffer encoded = new Frame(FrameType.HELLO, 0, Role.JOIN.name(), secret).encode();
    byte[] greeting = new byte[encoded.remaining()];
    encoded.get(greeting);
    for (int attempt = 0; attempt < 300; attempt++) {
      byte[] bytes = greeting.clone();
      if (attempt % 2 == 0) {
        random.nextBytes(bytes);
      } else {
        int position = bytes.length - 1 - random.nextInt(secret.length);
        bytes[position] ^= (byte) (1 + random.nextInt(255));
      }
      sendAndAwaitEnd(bytes);
    }
    assertThat(server.rejectedConnections()).as("seed %d", SEED).isEqualTo(300);
    assertThatTheStoreStillServes();
  }

  @Test
  void messagesOfAMemberThatMakeNoSenseEndItsConnectionOnly() throws IOException {
    Random random = new Random(SEED);
    byte[] secret = HexFormat.of().parseHex(server.jobFile().secret());
    ByteBuffer hello = new Frame(FrameType.HELLO, 0, Role.CONTROL.name(), secret).encode();
    byte[] nonsense = new byte[4096];
    random.nextBytes(nonsense);
    sendAndAwaitEnd(
        ByteBuffer.allocate(hello.remaining() + nonsense.length).put(hello).put(nonsense).array());
    assertThat(server.rejectedConnections()).isZero();
    assertThatTheStoreStillServes();
  }
}
