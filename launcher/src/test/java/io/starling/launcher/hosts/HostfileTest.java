package io.starling.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HostfileTest {

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("hosts"), text);
  }

  @Test
  void hosts_slots_comments_and_ranges_are_read() throws IOException {
    Path file =
        file(
            """
            # two kinds of hosts

            node1 slots=4   # with a comment
            user@node2\tslots = 4 max_slots=8
            node[03-04]
            """);
    assertThat(Hostfile.read(file))
        .containsExactly(
            HostSlots.of("node1", 4),
            new HostSlots("user@node2", OptionalInt.of(4), OptionalInt.of(8)),
            HostSlots.named("node03"),
            HostSlots.named("node04"));
  }

  @ParameterizedTest
  @CsvSource({
    "node1 slots=x,              'must be like slots=4'",
    "node1 slots=0,              'must be like slots=4'",
    "node1 slots,                'must be like slots=4'",
    "node1 cores=4,              'must be slots=N or max_slots=N'",
    "node1 slots=4 max_slots=2,  'slots must be at most max_slots'",
    "node[2-1],                  'must run upwards'",
    "node1 node2,                'must be like slots=4'"
  })
  void a_wrong_line_is_named(String line, String reason) throws IOException {
    Path file = file("fine slots=1\n" + line + "\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Hostfile.read(file))
        .withMessageStartingWith(file + ":2: ")
        .withMessageContaining(reason);
  }

  @Test
  void files_that_are_missing_empty_or_no_text_are_refused() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Hostfile.read(folder.resolve("nowhere")))
        .withMessageContaining("--hostfile: there is no file");
    Path empty = file("# nothing\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Hostfile.read(empty))
        .withMessageContaining("names no host");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Hostfile.read(binary))
        .withMessageContaining("not a text");
  }
}
