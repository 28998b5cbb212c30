package io.starling.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HostNamesTest {

  @ParameterizedTest
  @CsvSource({
    "node1,                node1",
    "user@node1.site.org,  user@node1.site.org",
    "'node[1-3,7]',        node1 node2 node3 node7",
    "node[08-11],          node08 node09 node10 node11",
    "node[3]-ib,           node3-ib",
    "'r[1-2]n[1,3]',       r1n1 r1n3 r2n1 r2n3"
  })
  void ranges_are_written_out(String part, String names) {
    assertThat(HostNames.expand(part)).isEqualTo(List.of(names.split(" ", -1)));
  }

  @Test
  void commas_inside_brackets_separate_nothing() {
    assertThat(HostNames.split("node[1-3,7], login,r[1-2]n[1-4]"))
        .containsExactly("node[1-3,7]", "login", "r[1-2]n[1-4]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node[3-1]",
        "node[]",
        "node[a]",
        "node[1-2-3]",
        "node[1-999999999]",
        "-oProxyCommand=x",
        "a b",
        "a;b",
        "no/de",
        "r[1-4000]n[1-4000]"
      })
  void what_is_no_name_is_refused(String part) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostNames.expand(part))
        .withMessageContaining("cannot read the host list '");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",", "a,,b", "node[1", "node1]", "node[[1]]", "a,"})
  void lists_with_gaps_or_odd_brackets_are_refused(String list) {
    assertThatIllegalArgumentException().isThrownBy(() -> HostNames.split(list));
  }

  @Test
  void a_list_of_hosts_gives_slots() {
    assertThat(HostList.parse("a:4,user@b,node[1-2]:3"))
        .containsExactly(
            HostSlots.of("a", 4),
            HostSlots.named("user@b"),
            HostSlots.of("node1", 3),
            HostSlots.of("node2", 3));
    assertThatIllegalArgumentException().isThrownBy(() -> HostList.parse("a:0"));
    assertThatIllegalArgumentException().isThrownBy(() -> HostList.parse("a:x"));
  }

  @Test
  void slots_of_a_host_that_is_named_twice_add_up() {
    assertThat(HostSlots.merged(HostList.parse("a:4,b,a:2,b,b:1")))
        .containsExactly(HostSlots.of("a", 6), HostSlots.of("b", 1));
  }
}
