package io.starling.objects.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.ObjectType;
import io.starling.runtime.Buffer;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Programs, users and hosts that a store does not let in; a good program beside them goes on. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HostileStrangerTest extends BesideGuardedStore {

  private static final String OTHER_USER = "65534";

  @Test
  void random_bytes_instead_of_a_handshake_end_the_connection() throws IOException {
    Random random = GuardedStore.random();
    for (int length : new int[] {DoorHandshake.HELLO_BYTES, 100_000}) {
      try (RawProgram program = RawProgram.stranger(file)) {
        program.trySend(bytes(random, length));
        program.awaitEnd();
      }
    }
    store.awaitNote("a program did not know the secret of this store; its connection was closed");
  }

  @Test
  void a_handshake_that_stops_half_way_disturbs_no_program() throws IOException {
    try (RawProgram _ = RawProgram.stranger(file);
        RawProgram half = RawProgram.stranger(file)) {
      half.sendBytes(half.hello().limit(10));
      assertThat(neighbour.put(id, Buffer.of(new byte[10]))).isTrue();
    }
  }

  @Test
  void words_of_another_handshake_do_not_get_in() throws IOException {
    ByteBuffer words;
    try (RawProgram program = RawProgram.stranger(file)) {
      words = program.hello();
      program.sendBytes(words.duplicate());
      program.send(new ToStore.Survey(1, false));
    }
    try (RawProgram thief = RawProgram.stranger(file)) {
      thief.trySend(words);
      thief.trySend(
          ByteBuffer.wrap(thief.encode(new ToStore.PutValue(1, id, ObjectType.INT8, new byte[1]))));
      thief.awaitEnd();
    }
    store.awaitNote("did not know the secret");
    assertThat(neighbour.info(id)).isEmpty();
  }

  @Test
  void random_bytes_at_the_port_of_stores_disturb_no_program() throws IOException {
    Random random = GuardedStore.random();
    for (int i = 0; i < 100; i++) {
      try (SocketChannel channel = SocketChannel.open(store.address())) {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        write(channel, bytes(random, random.nextInt(2000)));
        if (i % 10 == 0) {
          assertThat(neighbour.put(ObjectId.of("beside " + i), Buffer.of(new byte[10]))).isTrue();
        }
      }
    }
    store.awaitNote("a store on 127.0.0.1");
  }

  private static void write(SocketChannel channel, ByteBuffer bytes) {
    try {
      channel.write(bytes);
    } catch (IOException e) {
      // The store has closed it.
    }
  }

  /** More than a store greets at once. */
  @Test
  void hosts_that_connect_and_say_nothing_are_forgotten() throws IOException {
    List<SocketChannel> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        silent.add(SocketChannel.open(store.address()));
      }
      assertThat(neighbour.put(id, Buffer.of(new byte[10]))).isTrue();
      ByteBuffer end = ByteBuffer.allocate(1 << 10);
      while (silent.getFirst().read(end) >= 0) {
        assertThat(end.hasRemaining()).isTrue();
      }
    } finally {
      for (SocketChannel channel : silent) {
        channel.close();
      }
    }
  }

  @Test
  void a_program_of_another_user_is_refused_even_if_it_gets_to_the_socket()
      throws IOException, InterruptedException {
    Path socket = DoorFile.read(file).socket();
    assertThat(connectAsOtherUser(socket)).startsWith("no way: ");
    Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(connectAsOtherUser(socket)).isEqualTo("0 bytes");
    store.awaitNote("a program of user nobody was refused: the store belongs to root");
  }

  private static String connectAsOtherUser(Path socket) throws IOException, InterruptedException {
    String program =
        "my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]); print 'no way: ', $! unless $s;"
            + " print sysread($s, my $b, 100), ' bytes' if $s";
    Process process;
    try {
      process =
          new ProcessBuilder(
                  "setpriv",
                  "--reuid=" + OTHER_USER,
                  "--regid=" + OTHER_USER,
                  "--clear-groups",
                  "perl",
                  "-MIO::Socket::UNIX",
                  "-e",
                  program,
                  socket.toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "no setpriv here");
      throw e;
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(process.waitFor() == 0, "only root, with perl, can be another user: " + said);
    return said;
  }
}
