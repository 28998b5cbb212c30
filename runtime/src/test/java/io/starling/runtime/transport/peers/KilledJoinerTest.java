package io.starling.runtime.transport.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.TransportException;
import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.transport.routing.RoutedAddresses;
import io.starling.runtime.transport.routing.RoutingPort;
import io.starling.runtime.transport.shared.SharedPort;
import io.starling.runtime.transport.shared.SharedSettings;
import io.starling.runtime.transport.ucx.UcxPort;
import io.starling.runtime.transport.ucx.UcxSetup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks are processes that join rank 0, which is this one; the first of them is killed. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KilledJoinerTest {

  private static final int CAPACITY = 3;
  private static final int LENGTH = 1 << 20;
  private static final int ANYONE = 100;
  private static final String ADDRESS = "address ";
  private static final SharedSettings SETTINGS = new SharedSettings(1 << 20, true, false);

  /** How rank 0 reaches the others. */
  enum Way {
    SHARED,
    UCX,
    ROUTED_NEAR,
    ROUTED_FAR;

    Port port(int rank, int size, AddressBook book) {
      return switch (this) {
        case SHARED -> new SharedPort(rank, size, CAPACITY, book, SETTINGS);
        case UCX -> ucx(rank, size, book);
        case ROUTED_NEAR -> routed(rank, size, new RoutedAddresses(book, "here"));
        case ROUTED_FAR -> routed(rank, size, new RoutedAddresses(book, "host " + rank));
      };
    }

    private static Port ucx(int rank, int size, AddressBook book) {
      return new UcxPort(rank, size, CAPACITY, book, UcxSetup.Kind.FOREIGN, true, "", false);
    }

    private static Port routed(int rank, int size, RoutedAddresses addresses) {
      Port near = new SharedPort(rank, size, CAPACITY, addresses.near(), SETTINGS.withDescriptor());
      return new RoutingPort(near, ucx(rank, size, addresses.far()), addresses);
    }
  }

  /** What has ended. */
  private static final class Ends implements Completions {
    final List<String> lines = new ArrayList<>();

    @Override
    public void completed(int transfer, long tag, long bytes) {
      lines.add("%d from %d".formatted(transfer, Tags.sourceOf(tag)));
    }

    @Override
    public void failed(int transfer, Failure failure, String detail) {
      lines.add(transfer + ": " + failure);
    }
  }

  /** The program of a rank that joins: it sends a message to rank 0, and works. */
  static final class Joiner {
    private Joiner() {}

    public static void main(String[] arguments) throws IOException {
      int rank = Integer.parseInt(arguments[1]);
      var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      var book = new JoiningFabric.Book();
      book.publish(0, Base64.getDecoder().decode(input.readLine()));
      Port port = Way.valueOf(arguments[0]).port(rank, rank + 1, book);
      port.attach(new Ends());
      System.out.println(ADDRESS + Base64.getEncoder().encodeToString(book.lookUp(rank)));
      MemorySegment memory = Arena.ofAuto().allocate(Integer.BYTES, Long.BYTES);
      memory.set(ValueLayout.JAVA_INT, 0, rank);
      if (!"connected".equals(input.readLine())) {
        return;
      }
      port.send(1, 0, tag(rank), memory, 0, Integer.BYTES, false);
      while (memory.scope().isAlive()) {
        port.progress();
      }
    }
  }

  private static long tag(int source) {
    return Tags.pointToPoint(3, source, 5);
  }

  private final JoiningFabric.Book book = new JoiningFabric.Book();
  private final Ends ends = new Ends();
  private final List<Process> processes = new ArrayList<>();
  private final MemorySegment memory = Arena.ofAuto().allocate(2 * LENGTH, Long.BYTES);
  private Port port;

  @AfterEach
  void end() {
    processes.forEach(Process::destroyForcibly);
    port.close();
  }

  private Process join(Way way, int rank) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-modules=jdk.incubator.vector",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Joiner.class.getName(),
                way.name(),
                Integer.toString(rank))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    processes.add(process);
    tell(process, Base64.getEncoder().encodeToString(book.lookUp(0)));
    String line = process.inputReader().readLine();
    while (line != null && !line.startsWith(ADDRESS)) {
      line = process.inputReader().readLine();
    }
    assertThat(line).as("the address of rank %d", rank).isNotNull();
    port.connect(rank, Base64.getDecoder().decode(line.substring(ADDRESS.length())));
    tell(process, "connected");
    return process;
  }

  private static void tell(Process process, String line) throws IOException {
    process.outputWriter().append(line).append('\n').flush();
  }

  private void receive(int transfer, long tag, long mask) {
    port.receive(transfer, tag, mask, memory, 0, Integer.BYTES);
  }

  private void awaitEnd(String line) {
    while (!ends.lines.contains(line)) {
      port.progress();
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_others_go_on_when_a_rank_that_joined_is_killed(Way way)
      throws IOException, InterruptedException {
    port = way.port(0, 1, book);
    port.attach(ends);
    Process victim = join(way, 1);
    receive(1, tag(1), Tags.EXACT);
    awaitEnd("1 from 1");
    receive(2, tag(1), Tags.EXACT);
    receive(ANYONE, tag(0), Tags.mask(true, false));
    port.send(3, 1, tag(0), memory, LENGTH, LENGTH, true);
    victim.destroyForcibly().waitFor();
    port.peerFailed(1);
    port.progress();
    // Over UCX a send may stay open, see Port.peerFailed; over TCP it ends.
    if (way == Way.SHARED || way == Way.ROUTED_NEAR) {
      assertThat(ends.lines).contains("3: UNREACHABLE");
    }
    port.disconnect(1);
    assertThat(ends.lines).contains("2: UNREACHABLE");
    assertThatThrownBy(() -> port.send(4, 1, tag(0), memory, LENGTH, LENGTH, false))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("rank 0 has disconnected rank 1");
    join(way, 2);
    awaitEnd(ANYONE + " from 2");
    assertThat(memory.get(ValueLayout.JAVA_INT, 0)).isEqualTo(2);
  }
}
