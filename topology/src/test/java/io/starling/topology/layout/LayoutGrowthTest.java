package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.starling.topology.machine.Cluster;
import io.starling.topology.placement.ClusterAllocation;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.PlacementPolicy;
import io.starling.topology.placement.Placer;
import io.starling.topology.placement.RankLocation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a rank of 100,000 spends until it knows its groups. The limits are far above what it takes:
 * they tell linear growth from quadratic, and {@code TopologyGrowth} in bench measures.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LayoutGrowthTest {

  private static final int RANKS = 100_000;
  private static final long MOST_BYTES_OF_A_RANK = 100;
  private static final long MOST_PROCESSOR_TIME = 1_000_000_000;
  private static final int LAST_OF_FIRST_NODE = 31;

  /** How the ranks of the job are numbered. */
  enum Mapping {
    SLOT,
    NODE,
    RANDOM;

    final Map<String, byte[]> published = new HashMap<>();

    Mapping() {
      LayoutExchange.publish(new LayoutBuilder(placement()), _ -> "host", published::put);
    }

    private Placement placement() {
      Cluster cluster = Cluster.synthetic("node:3125 package:2 core:16 pu:2");
      MapBy mapBy = name().equals("NODE") ? MapBy.NODE : MapBy.SLOT;
      Placement placed =
          Placer.place(ClusterAllocation.whole(cluster), RANKS, PlacementPolicy.NONE.mapBy(mapBy));
      return name().equals("RANDOM") ? shuffled(placed) : placed;
    }

    private static Placement shuffled(Placement placement) {
      List<RankLocation> locations = new ArrayList<>(placement.locations());
      Collections.shuffle(locations, new Random(1));
      for (int rank = 0; rank < locations.size(); rank++) {
        RankLocation location = locations.get(rank);
        locations.set(
            rank, new RankLocation(rank, location.node(), location.home(), location.cpus()));
      }
      return new Placement(placement.cluster(), locations, true, false);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(60)
  void a_rank_of_a_hundred_thousand_finds_its_groups_at_once_and_in_little_memory(Mapping mapping) {
    long start = processorTime();
    long before = allocated();
    Hierarchy hierarchy =
        LayoutExchange.read(LAST_OF_FIRST_NODE, mapping.published::get)
            .hierarchy(LAST_OF_FIRST_NODE);
    long bytes = allocated() - before;
    assertThat(processorTime() - start).isLessThan(MOST_PROCESSOR_TIME);
    assertThat(hierarchy.divisions().get(0).count()).isEqualTo(3125);
    assertThat(bytes).isLessThan(MOST_BYTES_OF_A_RANK * RANKS);
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(60)
  void a_selection_of_them_takes_little_more(Mapping mapping) {
    long start = processorTime();
    Layout layout = LayoutExchange.read(LAST_OF_FIRST_NODE, mapping.published::get);
    int[] reversed = IntStream.rangeClosed(1, RANKS).map(number -> RANKS - number).toArray();
    long before = allocated();
    Layout selected = layout.select(reversed);
    long bytes = allocated() - before;
    assertThat(processorTime() - start).isLessThan(MOST_PROCESSOR_TIME);
    assertThat(selected.table().nodes()).isEqualTo(3125);
    assertThat(bytes).isLessThan(MOST_BYTES_OF_A_RANK * RANKS);
  }

  /** In nanoseconds; other programs of the machine do not count. */
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
