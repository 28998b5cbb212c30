package io.starling.bench.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ProbeCommandTest {

  @TempDir Path folder;

  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new ProbeCommand())
        .setErr(new PrintWriter(errors, true))
        .setExecutionExceptionHandler(
            (e, _, _) -> {
              errors.append(e.getMessage());
              return 1;
            })
        .execute(arguments);
  }

  @Test
  void what_is_wrong_is_named_before_anything_is_measured() {
    assertThat(run("--host=a,b", "--probes=0")).isEqualTo(2);
    assertThat(run("--host=a,b", "--patience=0")).isEqualTo(2);
    assertThat(run("--host=a,b", "-o", folder.resolve("no/m.json").toString())).isEqualTo(2);
    assertThat(errors.toString())
        .contains("--probes must be", "--patience must be", "there is no folder");
  }

  @Test
  void it_needs_two_hosts() {
    assertThat(run()).isEqualTo(1);
    assertThat(errors.toString()).contains("name at least two hosts with --host or --hostfile");
  }
}
