package io.starling.runtime.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.starling.runtime.json.Json.ArrayValue;
import io.starling.runtime.json.Json.Member;
import io.starling.runtime.json.Json.Nothing;
import io.starling.runtime.json.Json.Numeral;
import io.starling.runtime.json.Json.ObjectValue;
import io.starling.runtime.json.Json.Position;
import io.starling.runtime.json.Json.Text;
import io.starling.runtime.json.Json.Truth;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JsonParserTest {

  @Test
  void values_know_where_they_begin() throws JsonException {
    ObjectValue object = (ObjectValue) JsonParser.parse("{\n  \"key\": [1,\r\n\t true]}");
    assertThat(object.at()).isEqualTo(new Position(1, 1));
    assertThat(object.members().getFirst().at()).isEqualTo(new Position(2, 3));
    ArrayValue array = (ArrayValue) object.members().getFirst().value();
    assertThat(array)
        .isEqualTo(
            new ArrayValue(
                new Position(2, 10),
                java.util.List.of(
                    new Numeral(new Position(2, 11), "1"), new Truth(new Position(3, 3), true))));
  }

  @Test
  void escapes_in_strings_are_read() throws JsonException {
    assertThat(((Text) JsonParser.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9é\"")).value())
        .isEqualTo("\"\\/\b\f\n\r\téé");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "10", "1.5", "1e9", "-1.25E-3", "2E+1"})
  void numbers_are_kept_as_they_are_written(String number) throws JsonException {
    assertThat(JsonParser.parse(" " + number + " "))
        .isEqualTo(new Numeral(new Position(1, 2), number));
  }

  private static Stream<Arguments> emptiness() {
    Position start = new Position(1, 1);
    return Stream.of(
        arguments("{}", new ObjectValue(start, List.of())),
        arguments("{ }", new ObjectValue(start, List.of())),
        arguments("[]", new ArrayValue(start, List.of())),
        arguments("[ ]", new ArrayValue(start, List.of())),
        arguments("null", new Nothing(start)),
        arguments("\"\"", new Text(start, "")),
        arguments(
            "[{}]", new ArrayValue(start, List.of(new ObjectValue(new Position(1, 2), List.of())))),
        arguments(
            "{\"\":[]}",
            new ObjectValue(
                start,
                List.of(
                    new Member(
                        new Position(1, 2), "", new ArrayValue(new Position(1, 5), List.of()))))));
  }

  @ParameterizedTest
  @MethodSource("emptiness")
  void what_is_empty_is_json(String text, Json expected) throws JsonException {
    assertThat(JsonParser.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "##|1:1 expected a value, found the end of the text",
        "{|1:2 expected a key in double quotes, found the end of the text",
        "{\"a\":1|1:7 expected ',' or '}', found the end of the text",
        "{\"a\" 1}|1:6 expected ':', found '1'",
        "{\"a\":1,}|1:8 expected a key in double quotes, found '}'",
        "{a:1}|1:2 expected a key in double quotes, found 'a'",
        "{\"a\":1,\"a\":2}|1:8 the key \"a\" is there twice",
        "[1 2]|1:4 expected ',' or ']', found '2'",
        "[1,]|1:4 expected a value, found ']'",
        "[01]|1:3 expected ',' or ']', found '1'",
        "-|1:2 expected a digit, found the end of the text",
        "1.|1:3 expected a digit, found the end of the text",
        "1e|1:3 expected a digit, found the end of the text",
        "+1|1:1 expected a value, found '+'",
        "tru|1:1 expected a value, found 't'",
        "nulll|1:5 expected the end of the text, found 'l'",
        "{} {}|1:4 expected the end of the text, found '{'",
        "\"a|1:3 a string without an end on its line",
        "\"\\x\"|1:3 expected one of \" \\ / b f n r t u after the backslash, found 'x'",
        "\"\\u12g4\"|1:6 expected four hexadecimal digits, found 'g'",
        "'a'|1:1 expected a value, found '''",
        "// note|1:1 expected a value, found '/'",
        "\uFEFF{}|1:1 expected a value, found '\uFEFF'",
        "\uFFFF|1:1 expected a value, found '\uFFFF'",
        "NaN|1:1 expected a value, found 'N'"
      })
  void what_is_no_json_is_refused_with_its_place(String text, String message) {
    JsonException refused = catchThrowableOfType(JsonException.class, () -> JsonParser.parse(text));
    assertThat(refused.at().line() + ":" + refused.at().column() + " " + refused.getMessage())
        .isEqualTo(message);
  }

  @Test
  void lines_are_counted_up_to_the_mistake() {
    assertThatThrownBy(() -> JsonParser.parse("{\n\n  \"a\": [\n    1,\n    x]}"))
        .isInstanceOfSatisfying(
            JsonException.class, e -> assertThat(e.at()).isEqualTo(new Position(5, 5)));
  }

  @Test
  void control_characters_and_line_ends_in_strings_are_refused() {
    assertThatThrownBy(() -> JsonParser.parse("\"\u0001\"")).hasMessageContaining("U+0001");
    assertThatThrownBy(() -> JsonParser.parse("\"a\nb\"")).hasMessageContaining("without an end");
  }

  @Test
  void nesting_without_end_is_refused_before_the_stack_is_full() {
    assertThatThrownBy(() -> JsonParser.parse("[".repeat(100_000)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("levels deep");
  }
}
