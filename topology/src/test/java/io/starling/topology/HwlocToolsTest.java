package io.starling.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model against hwloc's own tools (Debian package hwloc); skipped where they are absent. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HwlocToolsTest {

  private static final Map<HardwareType, String> NAMES =
      Map.of(
          HardwareType.PACKAGE, "package",
          HardwareType.NUMA, "numanode",
          HardwareType.L3, "l3",
          HardwareType.L2, "l2",
          HardwareType.CORE, "core",
          HardwareType.PU, "pu");

  @BeforeAll
  static void tools_are_there() {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "hwloc-calc"))),
        "hwloc-calc is not on the PATH (Debian package hwloc)");
  }

  @Test
  void this_machine_is_what_hwloc_calc_says() throws Exception {
    assertMatches(Machine.here(), List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "package:2 numa:1 core:8 pu:2",
        "package:2 numa:4 l3:1 l2:2 core:1 pu:2",
        "package:1 core:4 pu:2(indexes=0,4,1,5,2,6,3,7)",
        "package:2 die:2 [numa(memory=4GB)] l3:1 core:3 pu:1",
        "group:2 package:2 [numa] core:4 pu:1",
        "pu:7"
      })
  void a_synthetic_machine_is_what_hwloc_calc_says(String description) throws Exception {
    assertMatches(Machine.synthetic(description), List.of("-i", description));
  }

  @Test
  void a_machine_survives_its_xml_file(@TempDir Path folder) throws Exception {
    String description = "package:2 numa:2 l3:1 core:2 pu:2";
    Path file = folder.resolve("machine.xml");
    output(List.of("lstopo-no-graphics", "-i", description, file.toString()));

    assertThat(Machine.xml(file).root()).isEqualTo(Machine.synthetic(description).root());
    assertMatches(Machine.xml(file), List.of("-i", file.toString()));
  }

  private static void assertMatches(Machine machine, List<String> input) throws Exception {
    for (Map.Entry<HardwareType, String> entry : NAMES.entrySet()) {
      List<HardwareObject> objects = machine.objects(entry.getKey());
      String name = entry.getValue();
      assertThat(calculate(input, "--number-of", name, "machine:0"))
          .as("number of %s", name)
          .isEqualTo(objects.isEmpty() ? "" : String.valueOf(objects.size()));
      for (HardwareObject object : objects) {
        assertThat(
                calculate(input, "--po", "--intersect", "pu", name + ":" + object.logicalIndex()))
            .as("cpus of %s", object)
            .isEqualTo(numbersInLogicalOrder(machine, object));
      }
    }
  }

  private static String numbersInLogicalOrder(Machine machine, HardwareObject object) {
    return machine.pus().stream()
        .map(HardwareObject::osIndex)
        .filter(object.cpus()::contains)
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  private static String calculate(List<String> input, String... question) throws Exception {
    List<String> command = new ArrayList<>(List.of("hwloc-calc"));
    command.addAll(input);
    command.addAll(List.of(question));
    return output(command);
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as("status of %s", command).isZero();
    return output;
  }
}
