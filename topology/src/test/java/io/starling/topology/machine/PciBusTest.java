package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PciBusTest {

  @TempDir private Path folder;

  private void plugIn(String busId, String vendor) throws IOException {
    Files.writeString(Files.createDirectory(folder.resolve(busId)).resolve("vendor"), vendor);
  }

  @Test
  void a_vendor_is_there_if_any_device_is_its() throws IOException {
    plugIn("0000:00:01.0", "0x8086\n");
    assertThat(new PciBus(folder).hasVendor(HardwareDevice.NVIDIA)).isFalse();

    plugIn("0000:3b:00.0", "0x10de\n");
    assertThat(new PciBus(folder).hasVendor(HardwareDevice.NVIDIA)).isTrue();
  }

  @Test
  void where_the_bus_or_a_device_cannot_be_read_nothing_is_there() throws IOException {
    Files.createDirectory(folder.resolve("0000:00:02.0"));

    assertThat(new PciBus(folder).hasVendor(HardwareDevice.NVIDIA)).isFalse();
    assertThat(new PciBus(folder.resolve("none")).hasVendor(HardwareDevice.NVIDIA)).isFalse();
  }

  @Test
  void this_machine_has_gpus_of_nvidias_only_if_its_bus_has_devices_of_nvidias() {
    assertThat(Machine.here().nvidiaGpus())
        .isSubsetOf(Machine.here().gpus())
        .hasSizeLessThanOrEqualTo(
            PciBus.here().hasVendor(HardwareDevice.NVIDIA) ? Integer.MAX_VALUE : 0);
  }
}
