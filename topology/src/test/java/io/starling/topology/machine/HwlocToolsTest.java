package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The model against hwloc's own tools (Debian package hwloc); skipped where they are absent. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HwlocToolsTest {

  private static final Map<HardwareType, String> NAMES =
      Map.of(
          HardwareType.PACKAGE, "package",
          HardwareType.DIE, "die",
          HardwareType.NUMA, "numanode",
          HardwareType.L3, "l3",
          HardwareType.L2, "l2",
          HardwareType.L1, "l1d",
          HardwareType.CORE, "core",
          HardwareType.PU, "pu");

  /** What counts in {@code NUMANode L#1 (P#4 local=4194304KB total=4194304KB)}. */
  private static final Pattern OBJECT = Pattern.compile("[LP]#\\d+|(?<=(local|size)=)\\d+KB");

  /** What counts in {@code PCI L#3 (busid=0000:3b:00.0 id=10de:20b0 class=0302(3D) ...)}. */
  private static final Pattern PCI_DEVICE =
      Pattern.compile("(?<=busid=)\\S+|(?<=id=)\\w+:\\w+(?= )");

  /** What counts in {@code CoProc(CUDA) L#7 (GPUModel="NVIDIA B200") "cuda0"}. */
  private static final Pattern OS_DEVICE = Pattern.compile("(?<= \")[^\"]+(?=\")");

  @TempDir private Path folder;

  @BeforeAll
  static void tools_are_there() {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "hwloc-calc"))),
        "hwloc-calc is not on the PATH (Debian package hwloc)");
  }

  @Test
  void this_machine_is_what_hwloc_says() throws Exception {
    assertPiecesMatch(Machine.here(), List.of());
    assertDevicesMatch(Machine.here(), List.of());
  }

  @ParameterizedTest
  @EnumSource
  void every_piece_of_a_machine_is_what_hwloc_says(Machines machine) throws Exception {
    assertPiecesMatch(machine.machine(), List.of("-i", withoutComments(machine)));
  }

  @ParameterizedTest
  @EnumSource
  void every_device_of_a_machine_is_where_hwloc_says(Machines machine) throws Exception {
    assertDevicesMatch(machine.machine(), List.of("-i", withoutComments(machine)));
  }

  @Test
  void a_machine_survives_its_xml_file() throws Exception {
    String description = "package:2 numa:2 l3:1 core:2 pu:2";
    Path file = folder.resolve("machine.xml");
    run(List.of("lstopo-no-graphics", "-i", description, file.toString()), List.of());

    assertThat(Machine.xml(file).root()).isEqualTo(Machine.synthetic(description).root());
    assertPiecesMatch(Machine.xml(file), List.of("-i", file.toString()));
  }

  /** hwloc's tools refuse comments where hwloc is installed without libxml2. */
  private String withoutComments(Machines machine) throws IOException {
    if (!machine.input().endsWith(".xml")) {
      return machine.input();
    }
    String text = Files.readString(Path.of(machine.input()));
    return Files.writeString(
            folder.resolve("machine.xml"), text.replaceAll("(?s)<!--.*?-->\\n", ""))
        .toString();
  }

  private static void assertPiecesMatch(Machine machine, List<String> input) throws Exception {
    for (Map.Entry<HardwareType, String> entry : NAMES.entrySet()) {
      String name = entry.getValue();
      List<HardwareObject> objects = machine.objects(entry.getKey());
      assertThat(objects.stream().map(HwlocToolsTest::inTheWordsOfLstopo))
          .as("indexes and sizes of each %s", name)
          .isEqualTo(listed(input, name, OBJECT));
      assertThat(objects.stream().map(object -> inLogicalOrder(machine, object.cpus())))
          .as("cpus of each %s", name)
          .isEqualTo(
              cpus(input, objects.stream().map(o -> name + ":" + o.logicalIndex()).toList()));
    }
  }

  private static void assertDevicesMatch(Machine machine, List<String> input) throws Exception {
    List<HardwareDevice> devices =
        machine.devices().stream().filter(device -> !device.busId().isEmpty()).toList();
    assertThat(
            devices.stream()
                .map(d -> "%s %04x:%04x".formatted(d.busId(), d.vendorId(), d.deviceId())))
        .as("numbers of each PCI device")
        .containsExactlyInAnyOrderElementsOf(listed(input, "pcidev", PCI_DEVICE));
    assertThat(machine.devices().stream().flatMap(device -> device.names().stream()))
        .as("names of all devices")
        .containsExactlyInAnyOrderElementsOf(listed(input, "osdev", OS_DEVICE));
    assertThat(devices.stream().map(device -> inLogicalOrder(machine, device.near())))
        .as("cpus near each PCI device")
        .isEqualTo(cpus(input, devices.stream().map(device -> "pci=" + device.busId()).toList()));
  }

  private static String inTheWordsOfLstopo(HardwareObject object) {
    String system = object.osIndex() < 0 ? "" : " P#" + object.osIndex();
    long kilobytes = Math.round(object.bytes() / 1024.0);
    return "L#" + object.logicalIndex() + system + (kilobytes == 0 ? "" : " " + kilobytes + "KB");
  }

  private static String inLogicalOrder(Machine machine, CpuSet cpus) {
    return machine.pus().stream()
        .map(HardwareObject::osIndex)
        .filter(cpus::contains)
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  /**
   * What counts in each line, such as {@code PU L#0 (P#0)}, that lstopo writes about objects of
   * this type.
   */
  private static List<String> listed(List<String> input, String type, Pattern parts)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("lstopo-no-graphics", "-v", "--only", type));
    command.addAll(input);
    return run(command, List.of()).stream()
        .filter(line -> line.contains(" L#"))
        .map(line -> parts.matcher(line).results().map(MatchResult::group))
        .map(found -> found.collect(Collectors.joining(" ")))
        .toList();
  }

  /** The PUs of each of these objects. */
  private static List<String> cpus(List<String> input, List<String> objects) throws Exception {
    List<String> command = new ArrayList<>(List.of("hwloc-calc"));
    command.addAll(input);
    command.addAll(List.of("--po", "--intersect", "pu"));
    if (objects.isEmpty()) {
      return List.of();
    }
    return run(command, objects).stream().filter(line -> !line.startsWith("Waiting for")).toList();
  }

  private static List<String> run(List<String> command, List<String> questions)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (Writer writer = process.outputWriter()) {
      for (String question : questions) {
        writer.write(question + "\n");
      }
    }
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as("status of %s", command).isZero();
    return lines;
  }
}
