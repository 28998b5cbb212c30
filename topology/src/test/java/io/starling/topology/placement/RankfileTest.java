package io.starling.topology.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class RankfileTest {

  private static final ClusterAllocation CLUSTER =
      ClusterAllocation.whole(Cluster.synthetic("node:2 package:2 core:2 pu:2"));
  private static final ClusterAllocation HERE =
      new ClusterAllocation(
          Cluster.synthetic("package:2 core:2 pu:2"),
          List.of(CpuSet.parse("0-5")),
          Optional.of("wren"));

  @TempDir private Path folder;

  private PlacementPolicy policy(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("ranks"), text.replace(';', '\n'));
    return PlacementPolicy.NONE.rankfile(file);
  }

  private static List<String> cpus(Placement placement) {
    return placement.locations().stream()
        .map(location -> location.node() + ":" + location.cpus())
        .toList();
  }

  @Test
  void hosts_of_a_cluster_go_by_their_names() throws IOException {
    ClusterAllocation named =
        new ClusterAllocation(
            CLUSTER.cluster(), CLUSTER.allowed(), List.of("wren", "tit"), List.of());
    Placement placement = Placer.place(named, 2, policy("rank 0=tit slot=1;rank 1=wren slot=0"));
    assertThat(cpus(placement)).containsExactly("1:2-3", "0:0-1");
    PlacementPolicy unknown = policy("rank 0=owl slot=1;rank 1=wren slot=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placer.place(named, 2, unknown))
        .withMessageContaining("no host 'owl'; there is wren, tit, also called +n0 to +n1");
  }

  @Test
  void ranks_are_bound_to_the_cores_that_are_named() throws IOException {
    PlacementPolicy policy =
        policy(
            """
            # the first node
            rank 2=+n0 slot=0
              rank  0 = +n0   slot = 1 - 2 , 3   # three cores

            rank 1=+n1 slot=1:0-1
            rank 3=+n1\tslot=0:1
            """);
    Placement placement = Placer.place(CLUSTER, 4, policy);
    assertThat(cpus(placement)).containsExactly("0:2-7", "1:4-7", "0:0-1", "1:2-3");
    assertThat(placement.locations()).allMatch(location -> location.home().equals(location.cpus()));
    assertThat(placement.bound()).isTrue();
    assertThat(placement.oversubscribed()).isFalse();
  }

  @Test
  void a_node_has_several_names_and_only_allowed_pus_count() throws IOException {
    PlacementPolicy policy =
        policy("rank 0=wren slot=0;rank 1=localhost slot=1;rank 2=+n0 slot=1:0");
    assertThat(cpus(Placer.place(HERE, 3, policy))).containsExactly("0:0-1", "0:2-3", "0:4-5");
  }

  @Test
  void ranks_are_not_bound_where_that_is_asked_for() throws IOException {
    Placement placement = Placer.place(HERE, 1, policy("rank 0=wren slot=1").bindTo(BindTo.NONE));
    assertThat(cpus(placement)).containsExactly("0:0-5");
    assertThat(placement.locations().getFirst().home()).hasToString("2-3");
    assertThat(placement.bound()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "rank 0=+n0 slot=0;rank 1=+n0 slot=0, true",
    "rank 0=+n0 slot=0;rank 1=+n1 slot=0, false",
    "rank 0=+n0 slot=0-1;rank 1=+n0 slot=0-1, false",
    "rank 0=+n0 slot=0-1;rank 1=+n0 slot=0, false",
    "rank 0=+n0 slot=0-1;rank 1=+n0 slot=0-1;rank 2=+n0 slot=1, true"
  })
  void ranks_are_oversubscribed_where_one_finds_no_core_of_its_own(String text, boolean expected)
      throws IOException {
    int ranks = text.split(";", -1).length;
    assertThat(Placer.place(CLUSTER, ranks, policy(text)).oversubscribed()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rank 0=wren slot=0;rank 1=wren slot=9 | ranks:2: node wren has no core 9; it has 4 cores,"
            + " from 0",
        "rank 0=wren slot=0;rank 1=wren slot=1:2 | ranks:2: package 1 of node wren has no core 2;"
            + " it has 2 cores",
        "rank 0=wren slot=2:0 | ranks:1: node wren has no package 2; it has 2, from 0",
        "rank 0=wren slot=3 | ranks:1: core 3 of node wren has the PUs 6-7, and this job may use"
            + " only 0-5",
        "rank 0=robin slot=0 | ranks:1: there is no host 'robin'; there is wren, localhost or +n0",
        "rank 0=+n1 slot=0 | ranks:1: there is no host '+n1'",
        "rank 0=wren slot=0;;rank 0=wren slot=1 | ranks:3: rank 0 is on line 1 already",
        "rank 2=wren slot=0 | ranks:1: there is no rank 2 in a job of 2 ranks",
        "rank 1=wren slot=0 | ranks' does not mention these ranks of a job of 2: 0",
        "# nothing | ranks' does not mention these ranks of a job of 2: 0-1",
        "rank zero=wren slot=0 | ranks:1: 'rank zero=wren slot=0' is not of the form 'rank"
            + " 0=localhost slot=0'",
        "rank 0=wren | ranks:1: 'rank 0=wren' is not of the form",
        "rank 0=wren slot= | ranks:1: 'rank 0=wren slot=' is not of the form",
        "rank 0=wren slot=a | ranks:1: 'slot=a' names no cores",
        "rank 0=wren slot=1-0 | ranks:1: '1-0' is not a list of cores",
        "rank 0=wren slot=0,,1 | ranks:1: '0,,1' is not a list of cores",
        "rank 0=wren slot=99999999999 | ranks:1: '99999999999' is not a list of cores"
      })
  void a_mistake_is_named_with_its_file_and_line(String text, String message) throws IOException {
    PlacementPolicy policy = policy(text);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placer.place(HERE, 2, policy))
        .withMessageContaining(folder.toString())
        .withMessageContaining(message);
  }

  @Test
  void a_pretended_cluster_has_no_host_of_this_name() throws IOException {
    PlacementPolicy policy = policy("rank 0=localhost slot=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placer.place(CLUSTER, 1, policy))
        .withMessageContaining("there is no host 'localhost'; there is +n0 to +n1");
  }

  @Test
  void a_file_that_cannot_be_read_is_named() throws IOException {
    PlacementPolicy missing = PlacementPolicy.NONE.rankfile(folder.resolve("missing"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placer.place(HERE, 1, missing))
        .withMessage("there is no rankfile '" + folder.resolve("missing") + "'");
    Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 'x'});
    for (Path unreadable : List.of(folder, bytes)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Placer.place(HERE, 1, PlacementPolicy.NONE.rankfile(unreadable)))
          .withMessageContaining("cannot read the rankfile '" + unreadable + "'");
    }
  }

  @Test
  void other_wishes_do_not_go_with_a_rankfile() throws IOException {
    PlacementPolicy policy = policy("rank 0=wren slot=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.mapBy(MapBy.CORE))
        .withMessageContaining("--map-by core can't be combined with a rankfile");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.rankBy(MapBy.NODE))
        .withMessageContaining("--rank-by node");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.bindTo(BindTo.PACKAGE))
        .withMessageContaining("--bind-to package");
  }
}
