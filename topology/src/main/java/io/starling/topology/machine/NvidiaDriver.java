package io.starling.topology.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads NVIDIA's kernel driver's information about its GPUs, without CUDA.
 *
 * @param gpus the folder with a folder per GPU, named by bus id, as {@code
 *     /proc/driver/nvidia/gpus}
 */
record NvidiaDriver(Path gpus) {

  private static final String MODEL = "Model:";

  /** The driver's text for an unknown name. */
  private static final String UNKNOWN = "Unknown";

  /** The driver of this machine. */
  static NvidiaDriver here() {
    return new NvidiaDriver(Path.of("/proc/driver/nvidia/gpus"));
  }

  /** The devices; those without a model get the driver's name, if it has one. */
  List<HardwareDevice> nameUnnamed(List<HardwareDevice> devices) {
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
