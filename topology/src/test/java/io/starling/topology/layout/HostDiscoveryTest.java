package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HostDiscoveryTest {

  private static final String TWO_PACKAGES = "package:2 core:2 pu:1";

  /** Ranks that are threads, with a count of what they ask of each other. */
  private static final class Team {
    private final int size;
    private final Map<String, CompletableFuture<byte[]>> brought = new ConcurrentHashMap<>();
    private final AtomicInteger exchanges = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();

    Team(int size) {
      this.size = size;
    }

    List<byte[]> exchange(int rank, String name, byte[] own) {
      exchanges.incrementAndGet();
      of(name, rank).complete(own);
      return IntStream.range(0, size).mapToObj(peer -> of(name, peer).join()).toList();
    }

    private CompletableFuture<byte[]> of(String name, int rank) {
      return brought.computeIfAbsent(name + "/" + rank, _ -> new CompletableFuture<>());
    }

    private Machine look(String machine) {
      looks.incrementAndGet();
      return Machine.synthetic(machine);
    }
  }

  private static HostDiscovery.Place on(String host, String cpus) {
    return new HostDiscovery.Place("identity-of-" + host, host, CpuSet.parse(cpus));
  }

  private static HostDiscovery.Place inContainer(String container, String cpus) {
    return new HostDiscovery.Place("boot " + container, container, CpuSet.parse(cpus));
  }

  private static List<HostDiscovery> explore(Team team, HostDiscovery.Place... places)
      throws InterruptedException {
    HostDiscovery[] found = new HostDiscovery[places.length];
    List<Thread> ranks = new ArrayList<>();
    for (int rank = 0; rank < places.length; rank++) {
      int own = rank;
      ranks.add(
          Thread.ofVirtual()
              .start(
                  () ->
                      found[own] =
                          HostDiscovery.explore(
                              own,
                              places[own],
                              () -> team.look(TWO_PACKAGES),
                              (name, value) -> team.exchange(own, name, value))));
    }
    for (Thread rank : ranks) {
      rank.join();
    }
    return List.of(found);
  }

  @Test
  void ranks_count_themselves_on_their_hosts() throws InterruptedException {
    var found =
        explore(new Team(5), on("b", "0"), on("a", "0"), on("b", "1"), on("a", "1"), on("b", "2"));
    assertThat(found).extracting(HostDiscovery::localRank).containsExactly(0, 0, 1, 1, 2);
    assertThat(found).extracting(HostDiscovery::localSize).containsExactly(3, 2, 3, 2, 3);
    assertThat(found).noneMatch(HostDiscovery::oversubscribed);
  }

  @Test
  void each_rank_has_the_layout_that_a_launcher_would_have_published() throws InterruptedException {
    var found = explore(new Team(4), on("a", "0"), on("a", "3"), on("b", "0-3"), on("a", "1"));
    for (int rank = 0; rank < 4; rank++) {
      Layout layout = LayoutExchange.read(rank, found.get(rank).values()::get);
      assertThat(layout.table())
          .isEqualTo(NodeTable.of(List.of(RankSet.of(0, 1, 3), RankSet.of(2))));
      assertThat(layout.own().host()).isEqualTo(rank == 2 ? "b" : "a");
      assertThat(layout.own().identity()).isEqualTo("identity-of-" + layout.own().host());
    }
    Layout ofTheFirst = LayoutExchange.read(0, found.get(0).values()::get);
    assertThat(ofTheFirst.group(Level.PACKAGE, 0)).isEqualTo(RankSet.of(0, 3));
    assertThat(ofTheFirst.group(Level.PACKAGE, 1)).isEqualTo(RankSet.of(1));
  }

  @Test
  void only_the_first_rank_of_a_host_looks_at_the_machine_and_all_meet_twice()
      throws InterruptedException {
    Team team = new Team(6);
    var _ =
        explore(
            team,
            on("a", "0"),
            on("a", "1"),
            on("b", "0"),
            on("b", "1"),
            on("c", "0"),
            on("c", "1"));
    assertThat(team.looks).hasValue(3);
    assertThat(team.exchanges).hasValue(2 * 6);
  }

  @Test
  void the_ranks_of_one_host_may_share_cores_while_others_do_not() throws InterruptedException {
    var found = explore(new Team(4), on("a", "2"), on("a", "2"), on("b", "2"), on("b", "3"));
    assertThat(found)
        .extracting(HostDiscovery::oversubscribed)
        .containsExactly(true, true, false, false);
  }

  @Test
  void ranks_in_containers_of_one_machine_may_share_cores_with_those_of_others()
      throws InterruptedException {
    var found =
        explore(
            new Team(4),
            inContainer("a", "0"),
            inContainer("b", "0"),
            inContainer("c", "1"),
            on("d", "0"));
    assertThat(found).extracting(HostDiscovery::localSize).containsOnly(1);
    assertThat(found)
        .extracting(HostDiscovery::oversubscribed)
        .containsExactly(true, true, true, false);
    assertThat(explore(new Team(2), inContainer("a", "0"), inContainer("b", "1")))
        .noneMatch(HostDiscovery::oversubscribed);
  }

  @Test
  void containers_with_cores_of_their_own_share_none_though_each_sees_only_its_own()
      throws InterruptedException {
    assertThat(explore(new Team(2), inContainer("a", "0"), inContainer("b", "8")))
        .noneMatch(HostDiscovery::oversubscribed);
    assertThat(explore(new Team(2), inContainer("a", "8"), inContainer("b", "8")))
        .allMatch(HostDiscovery::oversubscribed);
  }

  @Test
  void where_the_machine_is_another_than_hwloc_says_all_pus_are_equally_near()
      throws InterruptedException {
    var found = explore(new Team(2), on("a", "8"), on("a", "9"));
    Layout layout = LayoutExchange.read(0, found.get(0).values()::get);
    assertThat(layout.own().levels()).doesNotContain(Level.PACKAGE);
    assertThat(found).noneMatch(HostDiscovery::oversubscribed);
  }

  @Test
  void what_is_no_place_is_refused() {
    byte[] wrong = "one line".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> HostDiscovery.Place.decode(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 lines");
  }
}
