package io.starling.collectives.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.settings.ThreadSettings;
import io.starling.runtime.Buffer;
import io.starling.runtime.TransportException;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.client.StoreClient;
import io.starling.runtime.bootstrap.store.StoreServer;
import io.starling.runtime.progress.Port;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.topology.layout.LayoutBuilder;
import io.starling.topology.layout.LayoutExchange;
import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a rank of a job leaves it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ProcessJobTest {

  private static final String REASON = "the wire is cut";

  @TempDir private Path folder;

  @Test
  void a_status_with_a_low_byte_of_0_is_no_success() {
    assertThat(List.of(0, 1, 44, 256, 300, -256).stream().map(ProcessJob::failing))
        .containsExactly(1, 1, 44, 1, 300, 1);
  }

  @Test
  void a_close_with_open_requests_names_them_and_the_remedy() throws IOException {
    try (StoreServer store = StoreServer.open(1)) {
      Communicator world = join(store, new LocalFabric(1).port(0));
      world.iReceive(Buffer.of(new int[1]), 0, 7);
      assertThatThrownBy(world::close)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("rank 0: the communicator was closed with 1 operation under way")
          .hasMessageContaining("receive of at most 4 bytes")
          .hasMessageEndingWith("wait for every request before the close");
      world.close();
    }
  }

  @Test
  void a_communicator_whose_close_failed_is_closed() throws IOException {
    try (StoreServer store = StoreServer.open(1)) {
      Communicator world = join(store, portThatCannotFlush());
      assertThatThrownBy(world::close).isInstanceOf(TransportException.class).hasMessage(REASON);
      world.close();
      assertThatThrownBy(world::barrier)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
  }

  private Communicator join(StoreServer store, Port port) throws IOException {
    Path file = folder.resolve("job");
    store.jobFile().write(file);
    LayoutExchange.publish(survey(), node -> "here", store::put);
    return ProcessJob.join(
        StoreClient.connect(new RankEnvironment(0, 1, 0, 1, true, file)),
        ThreadSettings.from(Map.of()),
        Map.of(),
        (rank, numbers, addresses, threading, environment) -> port);
  }

  private static LayoutBuilder survey() {
    CpuSet cpu = CpuSet.range(0, 0);
    return new LayoutBuilder(
        new Placement(
            Cluster.synthetic("node:1 core:1 pu:1"),
            List.of(new RankLocation(0, 0, cpu, cpu)),
            true,
            false));
  }

  private static Port portThatCannotFlush() {
    Port port = new LocalFabric(1).port(0);
    return (Port)
        Proxy.newProxyInstance(
            Port.class.getClassLoader(),
            new Class<?>[] {Port.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("flush")) {
                throw new TransportException(REASON);
              }
              return method.invoke(port, arguments);
            });
  }
}
