package io.starling.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.Main;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.output.OutputRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OutputOptionsTest {

  private static JobSpecification parse(String... arguments) {
    var parsed = Main.commandLine().parseArgs(arguments).subcommand();
    return ((RunCommand) parsed.commandSpec().userObject()).specification();
  }

  @Test
  void without_options_all_is_shown_and_nothing_kept() {
    OutputRequest request = parse("run", "-n", "2", "my.Main").output();
    assertThat(request.tagged()).isFalse();
    assertThat(request.folder()).isEmpty();
    assertThat(request.shows(1)).isTrue();
  }

  @Test
  void quiet_ranks_alone_leaves_rank_0_and_takes_nothing_from_the_program() {
    JobSpecification job = parse("run", "-n", "2", "--quiet-ranks", "my.Main", "3");
    assertThat(job.program().mainClass()).isEqualTo("my.Main");
    assertThat(job.output().shows(0)).isTrue();
    assertThat(job.output().shows(1)).isFalse();
  }

  @Test
  void those_to_be_seen_stand_behind_an_equals_sign() {
    OutputRequest request =
        parse("run", "-n", "9", "--quiet-ranks=2,4-5", "--output-dir", "out", "my.Main").output();
    assertThat(request.shown().orElseThrow()).hasToString("2,4-5");
    assertThat(request.folder()).contains(Path.of("out"));
  }

  @Test
  void what_are_no_ranks_is_refused() {
    assertThatThrownBy(() -> parse("run", "-n", "2", "--quiet-ranks=x", "my.Main"))
        .isInstanceOf(CommandLine.ParameterException.class)
        .hasMessageContaining("ranks must be written like 0,8-11, not 'x'");
  }
}
