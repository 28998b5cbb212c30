package io.starling.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What NVIDIA's kernel driver writes down of its GPUs, to be read without CUDA.
 *
 * @param gpus a folder for each GPU, named by its bus id, as {@code /proc/driver/nvidia/gpus}
 */
record NvidiaDriver(Path gpus) {

  private static final String MODEL = "Model:";

  /** What the driver writes where it does not know the name. */
  private static final String UNKNOWN = "Unknown";

  /** That of this machine. */
  static NvidiaDriver here() {
    return new NvidiaDriver(Path.of("/proc/driver/nvidia/gpus"));
  }

  /** The same devices, those without a model by the name that the driver has for them, if any. */
  List<Device> nameUnnamed(List<Device> devices) {
    return devices.stream()
        .map(device -> device.model().isEmpty() ? device.called(model(device.busId())) : device)
        .toList();
  }

  private String model(String busId) {
    try (Stream<String> lines = Files.lines(gpus.resolve(busId).resolve("information"))) {
      return lines
          .filter(line -> line.startsWith(MODEL))
          .map(line -> line.substring(MODEL.length()).strip())
          .filter(name -> !name.equals(UNKNOWN))
          .findFirst()
          .orElse("");
    } catch (IOException | UncheckedIOException _) {
      return "";
    }
  }
}
