package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.machine.HardwareDevice.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HardwareDeviceTest {

  private final Machine machine = Machines.GPUS.machine();

  @Test
  void each_gpu_is_near_the_cores_of_one_numa_node() {
    assertThat(machine.gpus())
        .extracting(HardwareDevice::busId)
        .containsExactly("0000:17:00.0", "0000:3b:00.0", "0000:86:00.0", "0000:af:00.0");
    assertThat(machine.gpus())
        .extracting(HardwareDevice::near)
        .containsExactlyElementsOf(machine.numaNodes().stream().map(HardwareObject::cpus).toList());
  }

  @Test
  void an_adapter_has_all_names_that_the_system_gives_it() {
    assertThat(machine.networkDevices())
        .extracting(HardwareDevice::names)
        .containsExactly(List.of("eth0"), List.of("ib0", "mlx5_0"), List.of("ib1", "mlx5_1"));
    assertThat(machine.networkDevices().get(1))
        .isEqualTo(
            new HardwareDevice(
                Kind.NETWORK,
                "0000:3c:00.0",
                0x15b3,
                0x101b,
                "",
                List.of("ib0", "mlx5_0"),
                CpuSet.range(4, 7)))
        .hasToString("NETWORK 0000:3c:00.0 ib0, mlx5_0 (near cpus 4-7)");
  }

  @Test
  void a_device_is_called_as_its_driver_does_or_else_the_list_of_pci_devices() {
    assertThat(Machines.MODELS.machine().devices())
        .extracting(HardwareDevice::label)
        .containsExactly(
            "NVIDIA H100 80GB HBM3, 0000:17:00.0",
            "Aldebaran/MI200 [Instinct MI250X/MI250], 0000:18:00.0",
            "0000:19:00.0",
            "MT28908 Family [ConnectX-6], 0000:1a:00.0");
  }

  @Test
  void the_screen_of_a_baseboard_is_no_gpu() {
    assertThat(machine.devices())
        .filteredOn(device -> device.names().contains("card0"))
        .extracting(HardwareDevice::kind)
        .containsExactly(Kind.OTHER);
  }

  @Test
  void devices_come_by_bus_id() {
    assertThat(machine.devices()).extracting(HardwareDevice::busId).hasSize(9).isSorted();
  }

  @Test
  void a_machine_without_devices_has_none() {
    assertThat(Machine.synthetic("package:1 pu:1").devices()).isEmpty();
    assertThat(Machine.flat(CpuSet.range(0, 3)).devices()).isEmpty();
  }

  @Test
  void this_machines_devices_are_looked_for_once_and_near_its_own_processors() {
    assertThat(Machine.here().devices())
        .isSameAs(Machine.here().devices())
        .allSatisfy(
            device -> {
              assertThat(device.near().isEmpty()).isFalse();
              assertThat(device.near().and(Machine.here().cpus())).isEqualTo(device.near());
            });
  }
}
