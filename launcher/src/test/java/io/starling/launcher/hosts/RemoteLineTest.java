package io.starling.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RemoteLineTest {

  @Test
  void each_word_arrives_as_it_is() throws Exception {
    String line = RemoteLine.of(List.of("printf", "%s|", "two words", "it's", "", "$HOME"));
    Process shell = new ProcessBuilder("sh", "-c", line).start();
    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("two words|it's||$HOME|");
  }

  @Test
  void a_JVM_there_reads_names_as_this_one_writes_them() {
    assertThat(RemoteLine.of(List.of("java"), "UTF-8")).isEqualTo("exec env LC_ALL=C.UTF-8 java");
    assertThat(RemoteLine.of(List.of("java"), "ISO-8859-1")).isEqualTo("exec java");
  }
}
