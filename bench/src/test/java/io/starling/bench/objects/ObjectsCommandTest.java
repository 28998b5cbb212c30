package io.starling.bench.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.host.ServedStore;
import io.starling.runtime.Buffer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ObjectsCommandTest {

  private static final ObjectId LARGE = ObjectId.of("gradient-17");
  private static final ObjectId SMALL = ObjectId.of("step");

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();
  @TempDir private Path folder;
  private ServedStore store;
  private ObjectStore program;

  @BeforeEach
  void serve() {
    Path file = folder.resolve("store");
    store = ServedStore.start(StoreConfiguration.first(4 << 20), "here", file, note -> {});
    program = ObjectStore.connect(file);
    program.put(LARGE, Buffer.of(new byte[100_000]));
    program.put(SMALL, Buffer.of(new int[] {17}));
  }

  @AfterEach
  void end() {
    program.close();
    store.close();
  }

  private int run(String verb, String... words) {
    List<String> all = new ArrayList<>(List.of(verb));
    all.addAll(List.of(words));
    output.getBuffer().setLength(0);
    errors.getBuffer().setLength(0);
    return new CommandLine(new ObjectsCommand())
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .execute(all.toArray(String[]::new));
  }

  private int ask(String verb, String... words) {
    List<String> all = new ArrayList<>(List.of("--store", folder.resolve("store").toString()));
    all.addAll(List.of(words));
    return run(verb, all.toArray(String[]::new));
  }

  private String json(String verb, String... words) throws IOException {
    Path file = folder.resolve("answer.json");
    List<String> all = new ArrayList<>(List.of("--json", file.toString()));
    all.addAll(List.of(words));
    assertThat(ask(verb, all.toArray(String[]::new))).isZero();
    return Files.readString(file);
  }

  @Test
  void an_object_is_found_and_deleted_by_its_text() {
    assertThat(ask("list", "--text", "gradient-17")).isZero();
    assertThat(output.toString()).contains(LARGE.toString()).doesNotContain(SMALL.toString());
    assertThat(ask("delete", "--text", "gradient-17", SMALL.toString())).isZero();
    assertThat(program.report(false).getFirst().entries()).isZero();
    assertThat(ask("list", "--text", "gradient-17")).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo("starling: there is no object 'gradient-17', whose id is %s%n".formatted(LARGE));
    assertThat(ask("delete")).isEqualTo(2);
    assertThat(errors.toString()).startsWith("name the objects: by their ids, or by --text TEXT");
  }

  @Test
  void json_has_the_names_that_people_see() throws IOException {
    String status = json("status");
    assertThat(output.toString().lines().findFirst()).hasValueSatisfying(ObjectsCommandTest::heads);
    assertThat(status).contains("\"objects\" : 2,", "\"trouble\" : null").doesNotContain("entries");
    assertThat(json("list")).startsWith("[ {\n  \"id\" : \"%s\"".formatted(LARGE));
    assertThat(json("list", "--text", "step"))
        .startsWith("[ {\n  \"id\" : \"%s\"".formatted(SMALL))
        .doesNotContain(LARGE.toString());
  }

  private static void heads(String line) {
    assertThat(line).startsWith("store").contains(" objects ");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      textBlock =
          """
          --silence=0,          "--silence is 0.1 to 86400 seconds, not 0"
          --patience=-1,        "--patience is 0 to 86400 seconds, not -1"
          --memory=abc,         "--memory: 'abc' is not a size; write a whole number of bytes"
          --memory=1K,          "--memory is 1M at least, not '1K'"
          --join=/missing/file, "--join /missing/file: there is no such file; a store"
          --join=nothing,       "--join nothing: there is no such file, and it is no HOST:PORT"
          --secret-file=/none,  "--secret-file /none: there is no such file"
          """)
  void serve_names_the_option_that_is_wrong(String option, String message) {
    String memory = option.startsWith("--memory") ? option : "--memory=2M";
    String other = option.startsWith("--memory") ? "--port=0" : option;
    assertThat(run("serve", memory, other)).isEqualTo(2);
    assertThat(errors.toString().lines().findFirst())
        .hasValueSatisfying(line -> assertThat(line).startsWith(message));
  }
}
