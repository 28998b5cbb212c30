package io.starling.bench.topo;

import java.util.List;

/**
 * A line of text and the lines under it.
 *
 * @param children indented, in their order
 */
record Outline(String text, List<Outline> children) {

  Outline {
    children = List.copyOf(children);
  }

  static Outline leaf(String text) {
    return new Outline(text, List.of());
  }

  /** All lines, each ended by a newline. */
  String render(Glyphs glyphs) {
    StringBuilder lines = new StringBuilder(text).append('\n');
    render(glyphs, "", lines);
    return lines.toString();
  }

  private void render(Glyphs glyphs, String indent, StringBuilder lines) {
    for (int i = 0; i < children.size(); i++) {
      boolean last = i == children.size() - 1;
      Outline child = children.get(i);
      lines.append(indent).append(glyphs.branch(last)).append(child.text()).append('\n');
      child.render(glyphs, indent + glyphs.below(last), lines);
    }
  }
}
