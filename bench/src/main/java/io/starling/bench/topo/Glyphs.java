package io.starling.bench.topo;

import java.nio.charset.Charset;

/** The characters that trees are drawn with. */
public enum Glyphs {
  /** Box drawing and arrows. */
  UNICODE("├─ ", "└─ ", "│  ", "→", "…"),
  /** What every terminal has. */
  ASCII("|- ", "`- ", "|  ", "->", "...");

  private final String branch;
  private final String lastBranch;
  private final String trunk;
  private final String arrow;
  private final String ellipsis;

  Glyphs(String branch, String lastBranch, String trunk, String arrow, String ellipsis) {
    this.branch = branch;
    this.lastBranch = lastBranch;
    this.trunk = trunk;
    this.arrow = arrow;
    this.ellipsis = ellipsis;
  }

  /** The richest that this encoding has. */
  public static Glyphs of(Charset charset) {
    return charset.newEncoder().canEncode("├─└│→…") ? UNICODE : ASCII;
  }

  String branch(boolean last) {
    return last ? lastBranch : branch;
  }

  /** What stands under a branch, as wide. */
  String below(boolean last) {
    return last ? " ".repeat(trunk.length()) : trunk;
  }

  String arrow() {
    return arrow;
  }

  String ellipsis() {
    return ellipsis;
  }
}
