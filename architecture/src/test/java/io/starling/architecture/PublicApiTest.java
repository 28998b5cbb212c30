package io.starling.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * The API that programs are compiled against: every public type of the packages that are exported
 * to all, with its members, stands in {@code api.txt}. A line that goes breaks programs that were
 * linked against a release; {@code -Dapi.update} writes the file anew.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PublicApiTest {

  private static final Path RECORDED = Path.of("src/test/resources/api.txt");

  @Test
  void a_program_imports_from_the_root_package_of_each_module() {
    assertThat(PublicApi.packages())
        .containsExactlyInAnyOrder(
            "io.starling.runtime",
            "io.starling.topology",
            "io.starling.collectives",
            "io.starling.fory",
            "io.starling.executor",
            "io.starling.gpu",
            "io.starling.objects");
  }

  @Test
  void the_types_and_members_are_those_on_record() throws IOException {
    List<String> api = PublicApi.types().flatMap(PublicApi::lines).sorted().distinct().toList();
    if (System.getProperty("api.update") != null) {
      Files.write(RECORDED, api);
    }
    assertThat(api).containsExactlyElementsOf(Files.readAllLines(RECORDED));
  }
}
