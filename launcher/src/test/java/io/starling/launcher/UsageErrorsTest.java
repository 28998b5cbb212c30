package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UsageErrorsTest {

  private record Answer(int status, String output, String errors) {}

  private static Answer ask(String line) {
    return ask(Main.commandLine(), line);
  }

  private static Answer ask(CommandLine command, String line) {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    command.setOut(new PrintWriter(output, true)).setErr(new PrintWriter(errors, true));
    int status = command.execute(line.isEmpty() ? new String[0] : line.split(" "));
    return new Answer(status, output.toString(), errors.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rnu                       | there is no command 'rnu'; did you mean run?",
        "xyzzy                     | there is no command 'xyzzy'",
        "help dokter               | there is no command 'dokter'; did you mean doctor?",
        "run --rank 3 Main         | starling run has no option '--rank'; did you mean --ranks?",
        "run -q 3 Main             | starling run has no option '-q'",
        "run --qv Main             | starling run has no option '--qv'",
        "rn                        | there is no command 'rn'",
        "doctor --jsn=x            | starling doctor has no option '--jsn'; did you mean --json?",
        "classpath more            | starling classpath takes no argument 'more'",
        "run -n x Main             | --ranks must be a whole number, not 'x'",
        "run -n 0 Main             | -n must be 1 to 4096 ranks, not 0",
        "run -n 1 -n 2 Main        | --ranks is given twice",
        "run --timeout y Main      | --timeout must be a number, not 'y'",
        "run --ucx-setup c Main    | --ucx-setup must be one of jucx, foreign, not 'c'",
        "doctor --json             | --json needs FILE",
        "run -n 1 -jar             | -jar needs FILE",
        "run                       | starling run needs a main class, a source file or -jar FILE",
      })
  void a_refusal_names_the_argument_what_it_was_and_what_is_allowed(String line, String message) {
    Answer answer = ask(line);
    assertThat(answer.status()).isEqualTo(2);
    assertThat(answer.errors().lines().findFirst()).contains("starling: " + message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"run", "run --help", "run --rank 3 x", "run -n 1 -jar", "run -n 1 no.Such help"})
  void run_without_the_other_commands_beside_it_answers_the_same(String line) {
    assertThat(ask(Main.runAlone(), line)).isEqualTo(ask(line));
  }

  @Test
  void a_refusal_names_the_help_that_there_is() {
    assertThat(ask("run --rank 3 x").errors()).endsWith("\nSee 'starling help run'.\n");
    assertThat(ask("rnu").errors()).endsWith("\nSee 'starling help'.\n");
    assertThat(ask("help run").output()).isEqualTo(ask("run --help").output());
    assertThat(ask("help").output()).isEqualTo(ask("--help").output());
  }

  @Test
  void the_list_of_commands_has_those_of_the_script_too() {
    assertThat(ask("help").output()).contains("\n  run ", "\n  exec ", "\n  javac ", "\n  jdk ");
    assertThat(ask("help exec").output()).contains("--jvm-arg", "mpirun -n 4 starling exec");
  }

  @Test
  void every_command_documents_its_exit_status() {
    Main.commandLine()
        .getSubcommands()
        .forEach((name, _) -> assertThat(ask("help " + name).output()).contains("Exit status:"));
    assertThat(ask("help").output()).contains("Exit status:");
  }

  @Test
  void no_line_of_the_help_is_longer_than_the_terminal_is_wide() {
    CommandLine command = Main.commandLine();
    command.setUsageHelpWidth(75);
    StringWriter output = new StringWriter();
    command.setOut(new PrintWriter(output, true)).execute("help", "run");
    assertThat(output.toString().lines()).allMatch(line -> line.length() <= 75);
  }
}
