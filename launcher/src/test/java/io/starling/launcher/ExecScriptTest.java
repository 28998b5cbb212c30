package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.Checkout.Result;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code starling exec}, by which another launcher's processes become ranks. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ExecScriptTest {

  @TempDir private Path folder;

  private Checkout checkout;

  @BeforeEach
  void makeCheckout() throws Exception {
    checkout = Checkout.in(folder).built().trained();
  }

  private Result exec(String words) throws Exception {
    return checkout.sh("mkdir -p scratch && TMPDIR=\"$PWD/scratch\" ./starling exec " + words);
  }

  private void write(String file, String text) throws Exception {
    checkout.sh("mkdir -p \"$(dirname %s)\" && echo '%s' > %s".formatted(file, text, file));
  }

  @Test
  void a_source_file_is_compiled_and_its_classes_go_with_the_program() throws Exception {
    write("Sum.java", "void main(String[] words) { IO.println(words[0]); }");
    Result result = exec("Sum.java hello");
    assertThat(result).isEqualTo(new Result(0, "hello\n", result.errors()));
    assertThat(folder.resolve("scratch")).isEmptyDirectory();
  }

  @Test
  void its_classes_come_before_older_ones_of_the_class_path() throws Exception {
    write("old/Sum.java", "class Sum { static void main() { IO.println(\"old\" + new Part()); } }");
    write("old/Part.java", "class Part { public String toString() { return \" part\"; } }");
    write("old/Bridge.java", "class Bridge { static String name() { return Sum.NAME(); } }");
    write("Sum.java", "class Sum { static String NAME() { return \"compiled first\"; } }");
    checkout.sh("./starling javac -d classes Sum.java old/Bridge.java old/Part.java");
    checkout.sh("./starling javac -d classes -cp classes old/Sum.java");
    write(
        "Sum.java",
        "class Sum { static String NAME() { return \"new\"; } static void main() {"
            + " IO.println(Bridge.name() + new Part()); } }");
    assertThat(exec("-cp classes Sum").output()).isEqualTo("old part\n");
    Result result = exec("-cp classes Sum.java");
    assertThat(result.output()).as("%s", result).isEqualTo("new part\n");
  }

  @Test
  void a_source_file_that_does_not_compile_or_is_not_there_leaves_nothing_behind()
      throws Exception {
    write("Sum.java", "classs Sum {}");
    Result wrong = exec("Sum.java");
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.errors()).contains("Sum.java:1: error: ", "cannot compile Sum.java\n");
    Result missing = exec("None.java");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.errors()).contains("there is no source file None.java\n");
    assertThat(folder.resolve("scratch")).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-cp some-classes --jvm-arg -Dword=x",
        "-cp=some-classes --jvm-arg=-Dword=x",
        "--class-path some-classes --jvm-arg=-Dother=y --jvm-arg -Dword=x",
        "--class-path=some-classes --jvm-arg=-Dword=x --jvm-arg=-Xmx64m",
      })
  void options_have_the_forms_of_run(String options) throws Exception {
    write("Sum.java", "void main() { IO.println(System.getProperty(\"word\")); }");
    checkout.sh("./starling javac -d some-classes Sum.java");
    Result result = exec(options + " Sum");
    assertThat(result.output()).as("%s", result).isEqualTo("x\n");
  }

  @Test
  void short_copies_are_safe_unless_the_user_decides() throws Exception {
    write(
        "Sum.java",
        "void main() { for (String what : new String[] {\"copy\", \"fill\"}) {"
            + " IO.println(System.getProperty(\"java.lang.foreign.native.threshold.power.\" +"
            + " what)); } }");
    assertThat(exec("Sum.java").output()).isEqualTo("0\n0\n");
    assertThat(
            exec("--jvm-arg -Djava.lang.foreign.native.threshold.power.copy=6 Sum.java").output())
        .isEqualTo("6\n0\n");
  }

  @Test
  void a_thread_in_a_long_loop_stops_for_the_others_unless_the_user_decides() throws Exception {
    write(
        "Sum.java",
        "void main() { IO.println(java.lang.management.ManagementFactory.getRuntimeMXBean()"
            + ".getInputArguments().stream().filter(argument -> argument.contains(\"Loop\"))"
            + ".toList()); }");
    assertThat(exec("Sum.java").output())
        .isEqualTo("[-XX:+UseCountedLoopSafepoints, -XX:LoopStripMiningIter=1000]\n");
    for (String own : List.of("-XX:-UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=0")) {
      assertThat(exec("--jvm-arg " + own + " Sum.java").output()).isEqualTo("[" + own + "]\n");
    }
    assertThat(exec("--jvm-arg -XX:LoopStripMiningIter=100 Sum.java").output())
        .isEqualTo(
            "[-XX:+UseCountedLoopSafepoints, -XX:LoopStripMiningIter=1000,"
                + " -XX:LoopStripMiningIter=100]\n");
  }

  @Test
  void wrong_words_are_refused() throws Exception {
    assertThat(exec("--jvm-arg").errors())
        .isEqualTo("starling: --jvm-arg needs a value\nSee 'starling help exec'.\n");
    assertThat(exec("--jvm=x Sum").errors()).startsWith("starling: there is no option --jvm=x\n");
    assertThat(exec("").status()).isEqualTo(2);
  }

  @Test
  void its_help_is_that_of_the_launcher() throws Exception {
    assertThat(exec("--help").output())
        .isEqualTo(checkout.sh("./starling help exec").output())
        .contains("Usage: starling exec");
  }
}
