package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class NvidiaDriverTest {

  private final List<HardwareDevice> devices = Machines.MODELS.machine().devices();

  @TempDir private Path folder;

  private void write(String busId, String information) throws IOException {
    Files.writeString(
        Files.createDirectory(folder.resolve(busId)).resolve("information"), information);
  }

  private List<String> models() {
    return new NvidiaDriver(folder)
        .nameUnnamed(devices).stream().map(HardwareDevice::model).toList();
  }

  @Test
  void the_driver_names_the_gpus_that_hwloc_does_not() throws IOException {
    for (HardwareDevice device : devices) {
      write(
          device.busId(),
          """
          Model: \t\t NVIDIA B200
          IRQ:   \t\t 172
          Bus Location: \t %s
          """
              .formatted(device.busId()));
    }

    assertThat(models())
        .containsExactly(
            devices.get(0).model(), devices.get(1).model(), "NVIDIA B200", devices.get(3).model());
    assertThat(new NvidiaDriver(folder).nameUnnamed(devices).get(2))
        .isEqualTo(devices.get(2).called("NVIDIA B200"));
  }

  @Test
  void a_gpu_stays_unnamed_where_the_driver_does_not_know_it_or_is_not_there() throws IOException {
    assertThat(models().get(2)).isEmpty();

    write("0000:19:00.0", "Model: \t\t Unknown\nIRQ:   \t\t 172\n");
    assertThat(models().get(2)).isEmpty();

    Files.write(folder.resolve("0000:19:00.0/information"), new byte[] {'M', (byte) 0xff, '\n'});
    assertThat(models().get(2)).isEmpty();
  }
}
