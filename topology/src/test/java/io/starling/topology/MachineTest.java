package io.starling.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.topology.hwloc.HwlocTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class MachineTest {

  @Test
  void a_synthetic_machine_has_what_its_description_says() {
    Machine machine = Machine.synthetic("package:2 numa:1 l3:1(size=8MB) core:4 pu:2");

    assertThat(machine.packages()).hasSize(2);
    assertThat(machine.numaNodes()).hasSize(2);
    assertThat(machine.objects(HardwareType.L3))
        .extracting(HardwareObject::bytes)
        .contains(8000000L);
    assertThat(machine.cores()).hasSize(8);
    assertThat(machine.pus()).hasSize(16);
    assertThat(machine.cpus()).isEqualTo(CpuSet.range(0, 15));
    assertThat(machine.cores().get(3).cpus()).isEqualTo(CpuSet.range(6, 7));
    assertThat(machine).hasToString("2 packages, 2 NUMA nodes, 8 cores, 16 PUs");
  }

  @Test
  void logical_order_follows_the_hardware_where_the_systems_numbers_do_not() {
    Machine machine = Machine.synthetic("package:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)");

    assertThat(machine.pus())
        .extracting(HardwareObject::logicalIndex)
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(machine.pus())
        .extracting(HardwareObject::osIndex)
        .containsExactly(0, 4, 1, 5, 2, 6, 3, 7);
    assertThat(machine.packages().get(1).cpus()).hasToString("2-3,6-7");
  }

  @Test
  void a_numa_node_has_the_cpus_of_the_piece_that_it_is_attached_to() {
    Machine machine = Machine.synthetic("package:2 numa:2 core:2 pu:1");

    assertThat(machine.numaNodes())
        .extracting(node -> node.cpus().toString())
        .containsExactly("0-1", "2-3", "4-5", "6-7");
    assertThat(machine.numaNodes()).allSatisfy(node -> assertThat(node.bytes()).isPositive());
  }

  @Test
  void every_piece_holds_exactly_the_cpus_of_its_children() {
    List<HardwareObject> open = new ArrayList<>(List.of(Machine.here().root()));
    while (!open.isEmpty()) {
      HardwareObject object = open.removeLast();
      if (!object.children().isEmpty()) {
        assertThat(
                object.children().stream()
                    .map(HardwareObject::cpus)
                    .reduce(CpuSet.EMPTY, CpuSet::or))
            .isEqualTo(object.cpus());
      }
      open.addAll(object.children());
    }
  }

  @Test
  void a_slot_is_a_core_that_the_process_may_use() {
    Machine machine = Machine.synthetic("core:4 pu:2");

    assertThat(machine.slots(machine.cpus())).isEqualTo(4);
    assertThat(machine.slots(CpuSet.parse("0-1,4"))).isEqualTo(2);
  }

  @Test
  void a_slot_is_a_pu_where_cores_are_unknown() {
    assertThat(Machine.synthetic("pu:3").slots(CpuSet.parse("0,2"))).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pakage:2 core:4 pu:1 | 'pakage:2' cannot stand there",
        "package:2 kore:4 pu:1 | 'kore:4' cannot stand there",
        "package:0 pu:1 | 'package:0' cannot stand there",
        "package:-1 pu:1 | 'package:-1' cannot stand there",
        "package:2 pu:2 pu:1 | 'pu:1' cannot stand there",
        "package:2 core: | 'core:' cannot stand there",
        "package:2 core:4 | the last level is not 'pu'",
        "package:2 core:300 pu:300 | at 'pu:300' it has more than 65536 objects",
        "package:99999999999999999999 pu:2 | more than 65536 objects",
        "'' | it is empty"
      })
  void an_impossible_description_is_refused_by_naming_the_culprit(String text, String culprit) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Machine.synthetic(text))
        .withMessageContaining("'" + text + "'")
        .withMessageContaining(culprit)
        .withMessageContaining("package:2 numa:1");
  }

  @Test
  void a_file_that_is_no_topology_is_refused_by_name(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("poem.xml");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Machine.xml(file))
        .withMessageContaining("cannot read")
        .withMessageContaining("poem.xml");

    Files.writeString(file, "<poem/>\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Machine.xml(file))
        .withMessageContaining("poem.xml' is no hwloc XML file");
  }

  @Test
  void where_hwloc_refuses_the_machine_is_flat_and_one_warning_says_why() {
    List<String> warnings = new ArrayList<>();

    Machine machine = Machine.discover(() -> HwlocTopology.ofSynthetic("nonsense"), warnings::add);

    assertThat(machine.cpus()).isEqualTo(Affinity.ofThisProcess());
    assertThat(machine.cores()).hasSameSizeAs(machine.pus());
    assertThat(machine.packages()).isEmpty();
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("hwloc_topology_set_synthetic refused");
  }

  @Test
  void this_machine_is_discovered_once() {
    assertThat(Machine.here()).isSameAs(Machine.here());
  }
}
