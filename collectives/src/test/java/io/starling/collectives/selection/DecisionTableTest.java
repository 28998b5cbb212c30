package io.starling.collectives.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.algorithm.CollectiveKind;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DecisionTableTest {

  /** A table of broadcasts, whose rules begin on line 2. */
  private static String rules(String rules) {
    return "{\"version\": 1, \"collectives\": {\"broadcast\": [\n" + rules + "\n]}}";
  }

  private static String message(String text, String place, String fragment) {
    return text + "\0" + place + "\0" + fragment;
  }

  private static Stream<Arguments> wrongTables() {
    return Stream.concat(wrongOutside(), wrongRules())
        .map(text -> Arguments.of((Object[]) text.split("\0", -1)));
  }

  private static Stream<String> wrongOutside() {
    return Stream.of(
        message("", "1:1", "this is not JSON: expected a value, found the end of the text"),
        message("{\"version\": 1,\n", "2:1", "this is not JSON"),
        message("[]", "1:1", "a table is an object"),
        message("{}", "1:1", "no version; write \"version\": 1"),
        message("{\"version\": 2}", "1:13", "tables of version 1 only"),
        message("{\"version\": \"1\"}", "1:13", "tables of version 1 only"),
        message("{\"version\": 1}", "1:1", "an object \"collectives\""),
        message("{\"version\": 1, \"collectives\": []}", "1:31", "an object \"collectives\""),
        message("{\"version\": 1, \"rules\": {}}", "1:16", "unknown key 'rules'"),
        message("{\"machine\": 7, \"version\": 1}", "1:13", "'machine' must be a string"),
        message(
            "{\"version\": 1, \"collectives\": {\"bcast\": []}}",
            "1:32",
            "unknown collective 'bcast'; known are barrier, broadcast"),
        message(
            "{\"version\": 1, \"collectives\": {\"broadcast\": {}}}", "1:45", "a list of rules"),
        message(
            "{\"version\": 1, \"collectives\": {\"broadcast\": []}}", "1:45", "a list of rules"));
  }

  private static Stream<String> wrongRules() {
    return Stream.of(
        message(rules("\"chain\""), "2:1", "a rule is an object"),
        message(rules("{}"), "2:1", "no \"use\""),
        message(rules("{\"use\": 7}"), "2:9", "'use' is a text"),
        message(
            rules("{\"use\": \"chian\"}"),
            "2:9",
            "unknown algorithm 'chian' for broadcast; known are chain"),
        message(rules("{\"use\": \"\"}"), "2:9", "unknown algorithm ''"),
        message(
            rules("{\"use\": \"chain,radix=2\"}"),
            "2:9",
            "broadcast 'chain' has no parameter 'radix'; it has segment"),
        message(rules("{\"use\": \"chain,segment\"}"), "2:9", "is not PARAMETER=VALUE"),
        message(rules("{\"use\": \"chain,segment=0\"}"), "2:9", "at least 1 byte"),
        message(
            rules("{\"use\": \"chain,segment=1,segment=2\"}"), "2:9", "'segment' is given twice"),
        message(rules("{\"size\": 8, \"use\": \"chain\"}"), "2:2", "unknown key 'size'"),
        message(rules("{\"ranks\": [4], \"use\": \"chain\"}"), "2:11", "'ranks' is a number"),
        message(
            rules("{\"ranks\": \"8-3\", \"use\": \"chain\"}"), "2:11", "ranks: '8-3' is an empty"),
        message(
            rules("{\"ranks\": 0, \"use\": \"chain\"}"), "2:11", "ranks: '0' is an empty range"),
        message(rules("{\"ranks\": 1.5, \"use\": \"chain\"}"), "2:11", "not a whole number"),
        message(rules("{\"nodes\": \"two\", \"use\": \"chain\"}"), "2:11", "nodes: 'two'"),
        message(rules("{\"bytes\": \"64Q\", \"use\": \"chain\"}"), "2:11", "bytes: '64Q' is not a"),
        message(rules("{\"commutative\": \"yes\", \"use\": \"chain\"}"), "2:17", "true or false"),
        message(
            rules("{\"use\": \"flat\"},\n {\"bytes\": 8, \"use\": \"chain\"}"),
            "3:2",
            "the last rule of broadcast has conditions"),
        message(
            "{\"version\": 1, \"collectives\": {\"reduce\": [{\"use\": \"chain\"}]}}",
            "1:43",
            "'chain' is only for commutative operators; end with {\"use\":"
                + " \"in-order-binary\"}"),
        message(
            "{\"version\": 1, \"collectives\": {\"allreduce\": [{\"use\": \"ring\"}]}}",
            "1:46",
            "'ring' is only for commutative operators"));
  }

  @ParameterizedTest
  @MethodSource("wrongTables")
  void what_is_wrong_is_told_with_file_line_and_column(String text, String place, String fragment) {
    assertThatThrownBy(() -> DecisionTable.parse("my.json", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("my.json:" + place + ": ")
        .hasMessageContaining(fragment);
  }

  @Test
  void notes_are_for_people() {
    DecisionTable table =
        DecisionTable.parse(
            "my.json",
            "{\"version\": 1, \"machine\": \"mine\", \"made\": \"by hand\", \"collectives\":"
                + " {\"broadcast\": [{\"use\": \"flat\", \"note\": \"why not\"}]}}");
    assertThat(table.rules(CollectiveKind.BROADCAST)).hasSize(1);
    assertThat(table.decides(CollectiveKind.REDUCE)).isFalse();
  }

  @Test
  void rules_keep_what_was_written() {
    Rule rule =
        DecisionTable.parse(
                "my.json",
                rules(
                    "{\"ranks\": 4, \"bytes\": \"<8K\", \"commutative\": true, \"use\": \"flat\"},"
                        + "{\"use\": \"chain\"}"))
            .rules(CollectiveKind.BROADCAST)
            .getFirst();
    assertThat(rule.describe()).isEqualTo("rule 1: ranks 4, bytes <8K, commutative true");
    assertThat(rule.use()).isEqualTo("flat");
  }
}
