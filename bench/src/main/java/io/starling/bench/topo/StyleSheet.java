package io.starling.bench.topo;

import io.starling.bench.report.MarkupWriter;
import io.starling.topology.Level;
import java.util.Collection;

/** How the classes of elements look; boxes are the paler the deeper they lie. */
final class StyleSheet {

  private static final String FIXED =
      """
      text { font-family: Helvetica, Arial, sans-serif; fill: #222222; pointer-events: none }
      .background { fill: #ffffff }
      .title { font-size: 15px; font-weight: bold }
      .subtitle { font-size: 13px; fill: #555555 }
      .box-node { fill: #eceff3; stroke: #8a929c }
      .box-package { fill: #ffffff; stroke: #b4bac2 }
      .box-numa { fill: #f6f7f9; stroke: #b4bac2 }
      .box-l3 { fill: #fdfdfe; stroke: #b4bac2 }
      .box-core { fill: #e6e9ee; stroke: #b4bac2 }
      .caption { font-size: 11px; fill: #444444; text-anchor: end }
      .caption { stroke: #ffffff; stroke-width: 3; paint-order: stroke }
      .caption.node { stroke: #eceff3 }
      .processor { font-size: 8px; fill: #6a727c }
      .right { text-anchor: end }
      .edge, .seam { fill: none }
      .seam { stroke: #ffffff }
      .gpu { fill: #fff3d9; stroke: #c8963e }
      .gpu-name { font-size: 10px; font-weight: bold; text-anchor: middle }
      .gpu-detail { text-anchor: middle; fill: #555555 }
      .rank { fill: #ffffff; stroke: #222222; stroke-width: 2.5 }
      .root { fill: #222222 }
      .halo { fill: #ffffff; stroke: #222222; stroke-width: 1.5 }
      .number { font-weight: bold; text-anchor: middle }
      .on-root { fill: #ffffff }
      .legend text { font-size: 12px }
      .name { font-weight: bold }
      .legend .note { font-size: 11px; fill: #6a727c }
      """;

  private StyleSheet() {}

  /** The sheet for a picture in which these levels occur. */
  static String of(Collection<Level> levels) {
    StringBuilder sheet = new StringBuilder(FIXED);
    for (Level level : levels) {
      LevelStyle style = LevelStyle.of(level);
      String width = MarkupWriter.number(style.width());
      sheet.append(
          """
          .edge.%1$s { stroke: %2$s; stroke-width: %3$s }
          .rank.%1$s { stroke: %2$s }
          .head.%1$s { fill: %2$s }
          """
              .formatted(level.label(), style.colour(), width));
    }
    return sheet.toString();
  }
}
