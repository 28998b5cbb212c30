package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.HardwareDevice.Kind;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class NodeReportCodecTest {

  private static final NodeReport REPORT =
      new NodeReport(
          "boot 1 ipc:[2]",
          "närrisch",
          List.of(Level.PACKAGE, Level.CORE),
          RankSet.of(3, 5, 6),
          List.of(CpuSet.parse("0,64"), CpuSet.parse("0-31"), CpuSet.EMPTY),
          new int[][] {{0, 0}, {0, NodeReport.NOWHERE}, {NodeReport.NOWHERE, NodeReport.NOWHERE}},
          List.of(
              new HardwareDevice(
                  Kind.NETWORK,
                  "0000:3c:00.0",
                  0x15b3,
                  0x1017,
                  "",
                  List.of("ib0", "mlx5_0"),
                  CpuSet.parse("0-15")),
              new HardwareDevice(
                  Kind.GPU, "0000:3b:00.0", 0x10de, 0x2330, "Nvidia®", List.of(), CpuSet.EMPTY)));

  @Example
  void bytes_give_back_the_report() {
    NodeReport copy = NodeReportCodec.decode(NodeReportCodec.encode(REPORT));
    assertThat(copy).isEqualTo(REPORT).hasSameHashCodeAs(REPORT);
    assertThat(copy.placeOf(5)).containsExactly(0, NodeReport.NOWHERE);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void bytes_give_back_the_report_of_any_node(@ForAll(supplier = AnyJob.class) Placement job) {
    LayoutBuilder survey = new LayoutBuilder(job);
    for (int node = 0; node < survey.table().nodes(); node++) {
      NodeReport report = survey.report(node, "identity", "host " + node);
      assertThat(NodeReportCodec.decode(NodeReportCodec.encode(report))).isEqualTo(report);
    }
  }

  @Example
  void sixty_four_ranks_on_a_node_take_less_than_two_thousand_bytes() {
    LayoutBuilder survey = Jobs.job("package:2 numa:4 l3:2 core:4 pu:2", 64, MapBy.SLOT);
    assertThat(NodeReportCodec.encode(survey.report(0, "identity", "host"))).hasSizeLessThan(2000);
  }

  @Example
  void bytes_that_are_cut_short_or_go_on_are_refused() {
    byte[] bytes = NodeReportCodec.encode(REPORT);
    for (int length = 0; length < bytes.length; length++) {
      assertRefused(Arrays.copyOf(bytes, length));
    }
    assertRefused(Arrays.copyOf(bytes, bytes.length + 1));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void four_wrong_bytes_give_another_report_or_a_refusal_and_nothing_else(
      @ForAll @IntRange(max = 141) int position, @ForAll int wrong) {
    byte[] bytes = NodeReportCodec.encode(REPORT);
    ByteBuffer.wrap(bytes).putInt(position, wrong);
    try {
      assertThat(NodeReportCodec.decode(bytes).ranks().size()).isEqualTo(3);
    } catch (IllegalArgumentException expected) {
      assertThat(expected).hasMessageMatching("(?s).+");
    }
  }

  @Example
  void negative_and_huge_counts_are_refused_before_memory_is_taken() {
    NodeReport empty =
        new NodeReport(
            "", "", List.of(), RankSet.of(0), List.of(CpuSet.EMPTY), new int[][] {{}}, List.of());
    byte[] bytes = NodeReportCodec.encode(empty);
    int levels = 4;
    int ranks = bytes.length - 14;
    int devices = bytes.length - 4;
    for (int count : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertRefused(ByteBuffer.wrap(bytes.clone()).putInt(levels, count).array());
      assertRefused(ByteBuffer.wrap(bytes.clone()).putInt(ranks, count).array());
      assertRefused(ByteBuffer.wrap(bytes.clone()).putInt(devices, count).array());
    }
    assertRefused(ByteBuffer.wrap(bytes.clone()).putInt(ranks, 0).array());
  }

  private static void assertRefused(byte[] bytes) {
    assertThatIllegalArgumentException().isThrownBy(() -> NodeReportCodec.decode(bytes));
  }
}
