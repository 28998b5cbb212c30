package io.starling.collectives.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.transport.routing.RoutingPort;
import io.starling.runtime.transport.shared.SharedPort;
import io.starling.runtime.transport.ucx.UcxPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What ranks find in their archive is what this run has loaded. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RankTrainingRunTest {

  /** A training run in a JVM of its own. */
  static final class Main {
    public static void main(String[] arguments) {
      new RankTrainingRun().train();
    }
  }

  private static String train() throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "-Xlog:class+load",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private static String[] loaded(Class<?>... types) {
    return Stream.of(types).map(type -> type.getName() + " source:").toArray(String[]::new);
  }

  @Test
  void it_loads_what_both_routes_of_a_job_on_several_hosts_need() throws Exception {
    assertThat(train())
        .contains(loaded(SharedPort.class, UcxPort.class, RoutingPort.class))
        .contains("io.starling.runtime.transport.ucx.Endpoints source:")
        .doesNotContain("Exception: ", "ends without closing");
  }
}
