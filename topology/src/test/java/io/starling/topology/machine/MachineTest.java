package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.topology.hwloc.HwlocTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "pakage:2 core:4 pu:1 | 'pakage:2' is not allowed there",
        "package:2 kore:4 pu:1 | 'kore:4' is not allowed there",
        "package:0 pu:1 | 'package:0' is not allowed there",
        "package:-1 pu:1 | 'package:-1' is not allowed there",
        "package:2 pu:2 pu:1 | 'pu:1' is not allowed there",
        "package:2 core: | 'core:' is not allowed there",
        "package:2 core:4 | the last level is not 'pu'",
        "package:2 numa:1 kore:4 pu:2 extra | 'kore:4' is not allowed there",
        "core:2.5 pu:1 | 'core:2.5' is not allowed there",
        "core:2,pu:1 | 'core:2,pu:1' is not allowed there",
        "core:2 pu:1 extra | 'extra' is not allowed there",
        "core:2(size= pu:2 | 'core:2(size=' is not allowed there",
        "[numa core:2 pu:1 | '[numa' is not allowed there",
        "machine:2 pu:1 | 'machine:2' is not allowed there",
        "pu:0 | 'pu:0' is not allowed there",
        "numa:1 | the last level is not 'pu'",
        "package:2 core:300 pu:300 | at 'pu:300' it has more than 4096 objects",
        "package:99999999999999999999 pu:2 | more than 4096 objects",
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
        .withMessageContaining("poem.xml' is not an hwloc XML file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | it is not well-formed XML at line 1",
        "Shall I compare thee | it is not well-formed XML at line 1",
        "<topology version='2.0'><object type='Machine'> | it is not well-formed XML at line 1",
        "<poem/> | it begins with <poem>, not <topology>",
        "<topology/> | <topology> has no <object>",
        "<topology version='9.0'><object/></topology> | at line 1 <topology> has the version 9.0",
        "<topology version='2.0'><object type='PU' cpuset='0x1' complete_cpuset='0x1'/></topology>"
            + " | hwloc refuses its content",
        "<!DOCTYPE topology [<!ENTITY a 'b'>]><topology>&a;</topology> | it is not well-formed XML"
      },
      quoteCharacter = '"')
  void a_broken_file_is_refused_by_saying_how(String content, String reason, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("broken.xml");
    Files.writeString(file, content.equals("''") ? "" : content);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Machine.xml(file))
        .withMessageContaining("broken.xml' is not an hwloc XML file")
        .withMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.5, 0.99})
  void a_file_that_was_cut_off_is_refused(double kept, @TempDir Path folder) throws IOException {
    String whole = Files.readString(Path.of(Machines.GPUS.input()));
    Path file = folder.resolve("half.xml");
    Files.writeString(file, whole.substring(0, (int) (whole.length() * kept)));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Machine.xml(file))
        .withMessageContaining(
            "half.xml' is not an hwloc XML file: it is not well-formed XML at line ");
  }

  @Test
  void a_folder_is_refused(@TempDir Path folder) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Machine.xml(folder))
        .withMessageContaining(folder + "' is not a regular file");
  }

  @Test
  void processors_that_are_offline_or_not_allowed_are_not_there() {
    assertThat(Machines.OFFLINE.machine().cpus()).hasToString("0-1,3-4,8,11-12");
    assertThat(Machines.OFFLINE.machine().cores()).hasSize(4);
  }

  @Test
  void a_core_has_as_many_threads_as_it_has() {
    assertThat(Machines.HYBRID.machine().cores())
        .extracting(core -> core.cpus().size())
        .containsExactly(2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1);
  }

  @Test
  void several_numa_nodes_may_have_the_same_processors() {
    assertThat(Machines.HIGH_BANDWIDTH.machine().numaNodes())
        .filteredOn(node -> node.cpus().contains(0))
        .extracting(HardwareObject::osIndex)
        .containsExactly(0, 4);
    assertThat(Machines.MEMORY_ONLY.machine().numaNodes().get(2).cpus()).hasToString("0-7");
  }

  @Test
  void a_cache_may_contain_several_numa_nodes() {
    Machine machine = Machines.SUB_NUMA.machine();

    assertThat(machine.objects(HardwareType.L3).getFirst().cpus())
        .isEqualTo(machine.numaNodes().get(0).cpus().or(machine.numaNodes().get(1).cpus()))
        .hasToString("0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30");
  }

  @Test
  void a_long_list_of_processors_is_read_whole() {
    Machine machine = Machine.synthetic("package:2 pu:200(indexes=200*2:1*200)");

    assertThat(machine.packages().getFirst().cpus().stream())
        .containsExactlyElementsOf(
            IntStream.range(0, 200).map(index -> 2 * index).boxed().toList());
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
