package io.starling.bench.laboratory.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.bench.laboratory.cluster.SimulatedCluster.Job;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;
import io.starling.topology.Level;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SimulatedClusterTest {

  @TempDir private Path folder;

  private static List<String> names() {
    return SimulatedCluster.names();
  }

  @Test
  void five_machines_are_there() {
    assertThat(names())
        .containsExactly("cori", "stampede2", "psg-gpu", "ethernet-cluster", "cloud-racks");
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_machine_bears_the_name_of_its_file(String name) {
    SimulatedCluster machine = SimulatedCluster.named(name);
    assertThat(machine.name()).isEqualTo(name);
    assertThat(machine.description()).isNotBlank();
    assertThat(machine.slots() % machine.ranksPerNode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("names")
  void links_have_figures_that_such_hardware_can_have(String name) {
    SimulatedCluster machine = SimulatedCluster.named(name);
    SimulatedNetwork network =
        machine.place(Math.min(machine.slots(), 600 * machine.ranksPerNode())).network();
    for (int link = 0; link < network.links(); link++) {
      LinkFigures figures = network.link(link);
      assertThat(figures.latency()).as(figures.name()).isBetween(0L, 50_000_000L);
      assertThat(figures.gap()).as(figures.name()).isBetween(0L, 5_000_000L);
      // From 1 GB/s to 1 TB/s.
      assertThat(figures.perByte()).as(figures.name()).isBetween(1.0, 1000.0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cori, 1.2, 1.5",
    "stampede2, 0.9, 1.2",
    "psg-gpu, 1.2, 1.5",
    "ethernet-cluster, 15, 30",
    "cloud-racks, 20, 30"
  })
  void a_small_message_between_neighbouring_nodes_takes_what_is_known_of_such_a_network(
      String name, double least, double most) {
    SimulatedCluster machine = SimulatedCluster.named(name);
    int other = machine.ranksPerNode();
    double[] times = Transfers.times(machine.place(2 * other), 8, Map.of(0, other));
    assertThat(times[other]).isBetween(least, most);
  }

  @ParameterizedTest
  @MethodSource("names")
  void what_is_nearer_is_there_sooner(String name) {
    SimulatedCluster machine = SimulatedCluster.named(name);
    int other = machine.ranksPerNode();
    Job job = machine.place(2 * other);
    double inside = Transfers.times(job, 1 << 20, Map.of(0, 1))[1];
    double between = Transfers.times(job, 1 << 20, Map.of(0, other))[other];
    assertThat(inside).isLessThan(between);
  }

  @Test
  void one_machine_has_gpus() {
    assertThat(names())
        .filteredOn(name -> SimulatedCluster.named(name).hasGpus())
        .containsExactly("psg-gpu");
  }

  @Test
  void large_machines_hold_65536_ranks() {
    for (String name : names()) {
      if (!name.equals("psg-gpu")) {
        assertThat(SimulatedCluster.named(name).slots()).as(name).isGreaterThanOrEqualTo(65_536);
      }
    }
  }

  @Test
  void ranks_of_a_node_share_what_they_know() {
    SimulatedCluster cori = SimulatedCluster.named("cori");
    Job job = cori.place(65_536);
    assertThat(job.network().ranks()).isEqualTo(65_536);
    assertThat(job.layouts().apply(32)).isSameAs(job.layouts().apply(63));
    assertThat(job.layouts().apply(63)).isNotSameAs(job.layouts().apply(64));
    assertThat(job.layouts().apply(65_535).size()).isEqualTo(65_536);
    assertThat(job.layouts().apply(65_535).group(Level.NODE, 65_535).lowest())
        .isEqualTo(65_536 - 32);
    assertThat(job.layouts().apply(65_535).group(Level.PACKAGE, 65_535).lowest())
        .isEqualTo(65_536 - 16);
  }

  @Test
  void the_last_node_may_be_filled_in_part() {
    Job job = SmallCluster.machine().place(5);
    assertThat(job.layouts().apply(4).group(Level.NODE, 4).size()).isOne();
    assertThat(job.layouts().apply(0).group(Level.NODE, 0).size()).isEqualTo(4);
  }

  @Test
  void more_ranks_than_cores_are_refused() {
    assertThat(SmallCluster.machine().place(16).network().ranks()).isEqualTo(16);
    assertThatThrownBy(() -> SmallCluster.machine().place(17))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("small holds 1 to 16 ranks (4 nodes of 4 cores), not 17");
    assertThatThrownBy(() -> SmallCluster.machine().place(0))
        .hasMessage("small holds 1 to 16 ranks (4 nodes of 4 cores), not 0");
  }

  @Test
  void an_unknown_name_lists_the_known() {
    assertThatThrownBy(() -> SimulatedCluster.named("corri"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--machine must be one of cori, stampede2, psg-gpu, ethernet-cluster, cloud-racks or a"
                + " file that ends in .json, not 'corri'");
  }

  @Test
  void a_file_of_the_users_is_read() throws IOException {
    Path file = Files.writeString(folder.resolve("mine"), SmallCluster.TEXT);
    assertThat(SimulatedCluster.named(file.toString()).slots()).isEqualTo(16);
  }

  @Test
  void the_file_in_the_documentation_is_one() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "machines.md"));
    String example = page.substring(page.indexOf("```json") + 7, page.indexOf("\n```\n"));
    assertThat(SimulatedCluster.read("mine.json", example).place(256).network().links())
        .isPositive();
    assertThatThrownBy(
            () -> SimulatedCluster.read("mine.json", example.strip().replace("40GB/s", "40Gbit")))
        .satisfies(refusal -> assertThat(page).contains(refusal.getMessage()));
  }

  @Test
  void a_file_that_is_not_there_is_named() {
    String file = folder.resolve("none.json").toString();
    assertThatThrownBy(() -> SimulatedCluster.named(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--machine: there is no file " + file);
  }

  /** Four mebibytes leave a node in 0.42 ms; a pipeline of 128 KiB takes little more. */
  @Test
  void a_broadcast_on_two_nodes_of_cori_takes_little_more_than_its_slowest_link() {
    Job job = SimulatedCluster.named("cori").place(64);
    SimulatedFabric fabric = new SimulatedFabric(job.network(), Noise.NONE, false);
    try (Arena arena = Arena.ofShared()) {
      Buffer data = Buffer.of(arena.allocate(4 << 20), Datatype.INT8);
      Worlds.simulated(
          fabric,
          job.layouts(),
          world -> world.withAlgorithm("broadcast=topology,segment=128K").broadcast(data, 0));
    }
    assertThat(VirtualTime.seconds(fabric.now())).isBetween(0.42e-3, 2e-3);
  }
}
