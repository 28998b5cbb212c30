package io.starling.launcher.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.exit.LaunchException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JobOutputTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  @TempDir private Path temporary;

  private JobOutput output(OutputRequest request, int ranks) {
    JobOutput output = new JobOutput(request, ranks, out, errors, () -> {});
    for (int rank = 0; rank < ranks; rank++) {
      output.expect(rank, "");
    }
    return output;
  }

  private static OutputRequest into(Path folder) {
    return new OutputRequest(false, Optional.of(folder), Optional.empty(), false);
  }

  private static OutputRequest shows(String ranks) {
    return new OutputRequest(
        false, Optional.empty(), Optional.of(RankSelection.parse(ranks)), false);
  }

  private static void say(JobOutput output, int rank, String text) {
    write(output, rank, RankStream.OUTPUT, text);
  }

  private static void complain(JobOutput output, int rank, String text) {
    write(output, rank, RankStream.ERROR, text);
  }

  private static void write(JobOutput output, int rank, RankStream stream, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    output.accept(rank, stream, bytes, 0, bytes.length);
  }

  @Test
  void lines_are_tagged_with_rank_and_host_where_there_are_several() {
    JobOutput output =
        new JobOutput(OutputRequest.DEFAULT.withTags(true), 2, out, errors, () -> {});
    output.expect(0, "node1");
    output.expect(1, "");
    say(output, 0, "a\nb");
    say(output, 1, "c\n");
    say(output, 0, "b\n");
    assertThat(out).hasToString("[0@node1] a\n[1] c\n[0@node1] bb\n");
  }

  @Test
  void what_a_rank_did_not_end_is_shown_when_it_has_ended() {
    JobOutput output = output(OutputRequest.DEFAULT, 2);
    say(output, 1, "no end");
    assertThat(out.size()).isZero();
    output.ended(1);
    assertThat(out).hasToString("no end");
  }

  @Test
  void each_rank_gets_its_files_with_lines_as_it_wrote_them() throws IOException {
    Path folder = temporary.resolve("new/out");
    JobOutput output = output(into(folder), 3);
    say(output, 1, "one\n");
    complain(output, 1, "trouble\n");
    say(output, 2, "two");
    output.ended(2);
    assertThat(output.finish(0)).isZero();
    assertThat(folder.resolve("rank-000.out")).isEmptyFile();
    assertThat(folder.resolve("rank-001.out")).hasContent("one\n");
    assertThat(folder.resolve("rank-001.err")).hasContent("trouble\n");
    assertThat(folder.resolve("rank-002.out")).hasContent("two");
    assertThat(out).hasToString("one\ntwo");
  }

  @Test
  void a_folder_that_has_output_already_is_left_alone() throws IOException {
    Files.writeString(temporary.resolve("rank-001.err"), "precious");
    assertThatThrownBy(() -> output(into(temporary), 2))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("--output-dir " + temporary)
        .hasMessageContaining("rank-001.err")
        .hasMessageContaining("another folder");
    assertThat(temporary.resolve("rank-001.err")).hasContent("precious");
  }

  @Test
  void a_file_in_place_of_the_folder_is_named() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));
    assertThatThrownBy(() -> output(into(file), 2))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("not a folder");
  }

  @Test
  void a_file_that_cannot_be_written_is_told_once_and_all_goes_to_the_terminal()
      throws IOException {
    OutputRequest quiet =
        new OutputRequest(
            false, Optional.of(temporary), Optional.of(RankSelection.parse("0")), false);
    JobOutput output = output(quiet, 4);
    for (int rank = 1; rank < 4; rank++) {
      Path file = temporary.resolve("rank-00" + rank + ".out");
      Files.delete(file);
      Files.createSymbolicLink(file, Path.of("/dev/full"));
    }
    complain(output, 1, "kept in its file\n");
    say(output, 1, "first\n");
    say(output, 2, "second\n");
    complain(output, 3, "third\n");
    assertThat(out).hasToString("first\nsecond\n");
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("cannot write " + temporary.resolve("rank-001.out") + ": No space left")
        .doesNotContain("rank-002.out")
        .endsWith("third\n");
    assertThat(output.finish(0)).isEqualTo(1);
    assertThat(output.finish(7)).isEqualTo(7);
    for (int rank = 1; rank < 4; rank++) {
      Files.delete(temporary.resolve("rank-00" + rank + ".out"));
    }
  }

  @Test
  void ranks_that_are_not_there_cannot_be_shown() {
    assertThatThrownBy(() -> output(shows("1,4-5"), 4))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("the job has ranks 0 to 3, not 5");
  }

  @Test
  void quiet_ranks_are_quiet_until_they_fail() {
    JobOutput output = output(shows("0"), 3);
    say(output, 0, "seen\n");
    say(output, 1, "unseen\n");
    complain(output, 1, "last words\n");
    complain(output, 2, "unseen\n");
    assertThat(errors.size()).isZero();
    output.failed(1);
    complain(output, 1, "even later\n");
    assertThat(out).hasToString("seen\n");
    assertThat(errors).hasToString("last words\neven later\n");
  }

  @Test
  void of_a_quiet_rank_only_the_end_is_kept_from_a_line_on() {
    JobOutput output = output(shows("0"), 2);
    for (int i = 0; i < 100_000; i++) {
      complain(output, 1, "line " + i + "\n");
    }
    output.failed(1);
    assertThat(errors.size()).isBetween(60_000, 65_536);
    assertThat(errors.toString(StandardCharsets.UTF_8)).startsWith("line ").endsWith("99999\n");
  }

  @Test
  void the_same_error_of_many_ranks_is_shown_once_at_the_latest_at_the_end() throws Exception {
    JobOutput output = output(OutputRequest.DEFAULT, 3);
    complain(output, 0, "starling: rank 0 of 3: no\n");
    complain(output, 2, "starling: rank 2 of 3: no\n");
    output.drain();
    assertThat(errors).hasToString("[ranks 0,2] starling: no\n");
  }
}
