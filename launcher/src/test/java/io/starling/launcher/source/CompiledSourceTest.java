package io.starling.launcher.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CompiledSourceTest {

  @TempDir private Path sources;
  @TempDir private Path place;

  private final StringWriter errors = new StringWriter();

  private Path write(String name, String text) throws IOException {
    Path file = sources.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private CompiledSource compile(Path file, String... jvmArguments) throws CompilationException {
    return CompiledSource.of(
        file,
        System.getProperty("java.class.path"),
        List.of(jvmArguments),
        place,
        new PrintWriter(errors));
  }

  @Test
  void the_first_class_of_the_file_is_the_main_class() throws Exception {
    Path file = write("Sum.java", "class First { void main() {} } class Second {}");
    try (CompiledSource compiled = compile(file)) {
      assertThat(compiled.mainClass()).isEqualTo("First");
      assertThat(compiled.folder()).isDirectoryContaining("glob:**/First.class");
      assertThat(compiled.before("a:b")).isEqualTo(compiled.folder() + ":a:b");
      assertThat(compiled.before("")).isEqualTo(compiled.folder().toString());
    }
  }

  @Test
  void a_file_without_a_class_around_its_main_method_is_a_program() throws Exception {
    try (CompiledSource compiled = compile(write("Sum.java", "void main() { IO.println(1); }"))) {
      assertThat(compiled.mainClass()).isEqualTo("Sum");
    }
  }

  @Test
  void classes_of_other_files_are_compiled_with_it() throws Exception {
    write("my/part/Other.java", "package my.part; public class Other {}");
    Path main =
        write("my/App.java", "package my; class App { Object other = new my.part.Other(); }");
    try (CompiledSource compiled = compile(main)) {
      assertThat(compiled.mainClass()).isEqualTo("my.App");
      assertThat(compiled.folder().resolve("my/part/Other.class")).exists();
    }
    assertThat(errors.toString()).isEmpty();
  }

  @Test
  void a_mistake_is_shown_by_the_compiler_and_leaves_nothing_behind() throws Exception {
    Path file = write("Bad.java", "class Bad { int number = \"text\"; }");
    assertThatThrownBy(() -> compile(file)).hasMessage("cannot compile " + file);
    assertThat(errors.toString())
        .contains("Bad.java:1: error: incompatible types", "int number", "1 error");
    assertThat(place).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "classs Sum { void main() {} }                | 1: error: class, interface, ",
        "/* class Sum {}                              | 1: error: unclosed comment",
        "import java.util.List~void main() {}         | 1: error: ';' expected",
        "package my;~classs Sum {}                    | 2: error: class, interface, enum",
        "class Sum { void main() { }                  | 1: error: reached end of file",
        "import none.Such;                            | 1: error: package none does not exist",
      })
  void a_mistake_outside_of_any_class_is_shown_by_the_compiler_too(String text, String shown)
      throws Exception {
    Path file = write("Sum.java", text.replace('~', '\n'));
    assertThatThrownBy(() -> compile(file)).hasMessage("cannot compile " + file);
    assertThat(errors.toString()).contains("Sum.java:" + shown);
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void a_syntax_that_only_a_preview_has_is_understood_where_it_is_allowed() throws Exception {
    Path file =
        write("Early.java", "class Early { boolean is(Object o) { return o instanceof int i; } }");
    try (CompiledSource compiled = compile(file, "--enable-preview")) {
      assertThat(compiled.mainClass()).isEqualTo("Early");
    }
    assertThatThrownBy(() -> compile(file)).hasMessage("cannot compile " + file);
  }

  @Test
  void the_classes_go_with_the_program() throws Exception {
    compile(write("Sum.java", "class Sum {}")).close();
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void what_the_JVM_is_told_of_modules_and_previews_concerns_the_compiler_too() throws Exception {
    Path hidden = write("Hidden.java", "class Hidden { sun.security.x509.X500Name name; }");
    assertThatThrownBy(() -> compile(hidden)).isInstanceOf(CompilationException.class);
    compile(hidden, "-Xmx1g", "--add-exports=java.base/sun.security.x509=ALL-UNNAMED").close();
    Path vectors =
        write("Vectors.java", "class Vectors { jdk.incubator.vector.IntVector vector; }");
    errors.getBuffer().setLength(0);
    compile(vectors).close();
    assertThat(errors.toString()).isEmpty();
    compile(write("Early.java", "class Early {}"), "--enable-preview").close();
  }

  @Test
  void a_package_in_another_folder_and_a_file_without_a_class_are_refused() throws Exception {
    Path misplaced = write("other/App.java", "package my; class App {}");
    assertThatThrownBy(() -> compile(misplaced))
        .hasMessage(misplaced + " declares package my, so its folder must end with my");
    Path empty = write("Empty.java", "// nothing");
    assertThatThrownBy(() -> compile(empty)).hasMessage(empty + " declares no class");
    assertThatThrownBy(() -> compile(sources.resolve("None.java")))
        .hasMessage("there is no source file " + sources.resolve("None.java"));
  }
}
