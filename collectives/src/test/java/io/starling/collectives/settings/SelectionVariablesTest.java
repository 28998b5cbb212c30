package io.starling.collectives.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.job.SelectionCheck;
import io.starling.collectives.selection.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What launcher and ranks read from the environment. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SelectionVariablesTest {

  private static final String TABLE =
      "{\"version\": 1, \"collectives\": {\"broadcast\": [{\"use\": \"flat\"}]}}";

  @TempDir private Path folder;

  private static Map<String, String> table(Path file) {
    return Map.of(JobVariables.TABLE, file.toString());
  }

  @Test
  void the_launcher_hands_the_content_of_the_table_to_the_ranks() throws IOException {
    Path file = Files.writeString(folder.resolve("table.json"), TABLE);
    Map<String, byte[]> shared = new SelectionCheck().check(table(file));
    assertThat(shared).containsOnlyKeys(SelectionCheck.TABLE);
    assertThat(shared.get(SelectionCheck.TABLE)).asString().isEqualTo(TABLE);
  }

  @Test
  void without_a_table_there_is_nothing_to_hand_on() {
    assertThat(new SelectionCheck().check(Map.of())).isEmpty();
  }

  @Test
  void ranks_take_the_content_that_they_are_handed_and_read_no_file() {
    var selection =
        SelectionVariables.read(
            table(Path.of("/nowhere/table.json")),
            file -> TABLE.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    Choice choice =
        selection.on(new Place(9, 1, 9)).choose(CollectiveKind.BROADCAST, 1 << 20, true, true);
    assertThat(choice.algorithm().name()).as("by default a chain").isEqualTo("flat");
  }

  @Test
  void a_job_of_which_each_rank_has_a_gpu_takes_the_rules_for_it() {
    assertThat(segment(Map.of())).isEqualTo(128 << 10);
    assertThat(segment(Map.of(JobVariables.GPUS, "none"))).isEqualTo(128 << 10);
    assertThat(segment(Map.of(JobVariables.GPUS, "all"))).isEqualTo(16 << 20);
    assertThatThrownBy(() -> new SelectionCheck().check(Map.of(JobVariables.GPUS, "some")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("STARLING_GPUS is 'some', but must be all or none: the ranks that have a GPU");
  }

  /** Of an allreduce of 64 MiB. */
  private static long segment(Map<String, String> environment) {
    return SelectionVariables.read(environment)
        .on(new Place(4, 1, 4))
        .choose(CollectiveKind.ALLREDUCE, 64 << 20, true, true)
        .parameters()
        .segmentBytes();
  }

  private void refused(Path file, String message) {
    assertThatThrownBy(() -> new SelectionCheck().check(table(file)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--table " + file)
        .hasMessageContaining(message);
  }

  @Test
  void a_file_that_can_not_be_read_is_refused() throws IOException {
    refused(folder.resolve("missing.json"), "there is no such file");
    refused(folder, "it can't be read");
    refused(Path.of("/dev/zero"), "more than 524288 bytes, which is too long for a table");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {'{', (byte) 0xff});
    refused(binary, "it is not UTF-8 text");
    refused(Path.of(""), "");
  }

  @Test
  void what_is_wrong_in_it_is_told_with_its_place() throws IOException {
    Path file = Files.writeString(folder.resolve("table.json"), "{\n  \"version\": 2}");
    refused(file, file + ":2:14: ");
  }

  @Test
  void what_the_user_has_set_as_a_variable_is_named_so() {
    assertThatThrownBy(() -> SelectionVariables.read(table(folder.resolve("missing.json"))))
        .hasMessageStartingWith("STARLING_TABLE " + folder.resolve("missing.json"));
    assertThatThrownBy(() -> SelectionVariables.read(Map.of(JobVariables.ALGORITHM, "x=y")))
        .hasMessageStartingWith("STARLING_ALGORITHM x=y: ");
    assertThatThrownBy(() -> SelectionVariables.read(Map.of(JobVariables.TREE, "oak")))
        .hasMessageStartingWith("STARLING_TREE oak: ");
  }

  @Test
  void other_wrong_options_are_named() {
    assertThatThrownBy(() -> new SelectionCheck().check(Map.of(JobVariables.ALGORITHM, "x=y")))
        .hasMessageStartingWith("--algorithm x=y: unknown collective");
    assertThatThrownBy(() -> new SelectionCheck().check(Map.of(JobVariables.TREE, "oak")))
        .hasMessageStartingWith("--tree oak: ");
  }
}
