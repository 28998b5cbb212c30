package io.starling.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;

/**
 * The stand-in for the CUDA driver that lies among the tests of module {@code gpu}, with the
 * kernels compiled for the CPU: ranks that find it see two devices.
 */
final class GpuStandin {

  private static final Path BUILD = Path.of("../gpu/src/test/native/build");
  private static final Path FOLDER = Path.of("target", "standin").toAbsolutePath();

  private GpuStandin() {}

  /** Skips a test where the stand-in can't be made; one line says why. */
  static void assume() {
    Assumptions.assumeTrue(Prepared.OBSTACLE.isEmpty(), Prepared.OBSTACLE);
  }

  /**
   * What ranks on it have in their environment.
   *
   * @param folder for what it reports
   */
  static Map<String, String> environment(Path folder) {
    Map<String, String> variables = new TreeMap<>();
    variables.put("LD_LIBRARY_PATH", libraries());
    variables.put("STANDIN_KERNELS", FOLDER.resolve("libfolds_on_host.so").toString());
    variables.put("STANDIN_REPORT", folder.resolve("report").toString());
    variables.put("STANDIN_FOLDER", folder.toString());
    // The launcher then gives the ranks none of the devices that this machine may have.
    variables.put("CUDA_VISIBLE_DEVICES", "0,1");
    return variables;
  }

  private static String libraries() {
    return Optional.ofNullable(System.getenv("LD_LIBRARY_PATH"))
        .map(others -> FOLDER + File.pathSeparator + others)
        .orElse(FOLDER.toString());
  }

  /** Compiled when first needed. */
  private static final class Prepared {

    private static final String OBSTACLE = prepare();

    private static String prepare() {
      String obstacle =
          System.getProperty("os.arch").equals("amd64")
              ? compile()
              : "JCuda's libraries are for amd64";
      if (!obstacle.isEmpty()) {
        System.out.println("Tests with a stand-in for a GPU are skipped: " + obstacle);
      }
      return obstacle;
    }

    private static String compile() {
      try {
        Files.createDirectories(FOLDER);
        Process build =
            new ProcessBuilder(BUILD.toString(), FOLDER.toString())
                .redirectErrorStream(true)
                .start();
        String output =
            new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return switch (build.waitFor()) {
          case 0 -> "";
          case 3 -> output;
          default -> throw new IllegalStateException(BUILD + ": " + output);
        };
      } catch (IOException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return "interrupted";
      }
    }
  }
}
