package io.starling.runtime.bootstrap.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A rank's messages to a store that reads late or never. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClientChannelTest {

  private static final int MEGABYTES = 32;
  private static final Frame LARGE =
      new Frame(FrameType.EXCHANGE, 0, "large", new byte[Frame.MAXIMUM_VALUE]);

  private ServerSocket listener;
  private ClientChannel client;
  private Socket store;

  @BeforeEach
  void connect_to_a_store() throws IOException {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    client =
        ClientChannel.connect(listener.getInetAddress().getHostAddress(), listener.getLocalPort());
    store = listener.accept();
  }

  @AfterEach
  void close_all() throws IOException {
    client.close();
    store.close();
    listener.close();
  }

  private void sendMuch(Duration patience) throws IOException {
    for (int i = 0; i < MEGABYTES; i++) {
      client.send(LARGE, patience);
    }
  }

  @Test
  void one_that_reads_nothing_is_not_waited_for_for_ever() {
    assertThatThrownBy(() -> sendMuch(Duration.ofMillis(200)))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("read nothing of EXCHANGE 'large' for 200 ms");
  }

  @Test
  void one_that_reads_slowly_gets_all() throws Exception {
    Callable<Long> reading =
        () -> {
          DataInputStream in = new DataInputStream(store.getInputStream());
          long length = 0;
          for (int i = 0; i < MEGABYTES; i++) {
            int next = in.readInt();
            in.skipNBytes(next);
            length += next;
            Thread.sleep(10);
          }
          return length;
        };
    FutureTask<Long> slow = new FutureTask<>(reading);
    Thread.ofVirtual().start(slow);
    sendMuch(Duration.ofSeconds(5));
    assertThat(slow.get()).isGreaterThan((long) MEGABYTES << 20);
  }
}
