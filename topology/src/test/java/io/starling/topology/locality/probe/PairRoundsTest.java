package io.starling.topology.locality.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PairRoundsTest {

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7, 8, 33})
  void each_pair_meets_once_and_no_host_is_in_two_pairs(int hosts) {
    Set<Set<Integer>> pairs = new HashSet<>();
    for (int round = 0; round < PairRounds.count(hosts); round++) {
      for (int host = 0; host < hosts; host++) {
        int peer = PairRounds.peer(round, host, hosts);
        assertThat(peer).isNotEqualTo(host);
        if (peer < hosts) {
          assertThat(PairRounds.peer(round, peer, hosts)).isEqualTo(host);
          pairs.add(Set.of(host, peer));
        }
      }
    }
    assertThat(pairs).hasSize(hosts * (hosts - 1) / 2);
  }
}
