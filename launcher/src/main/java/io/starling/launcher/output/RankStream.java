package io.starling.launcher.output;

/** The two streams that a rank writes. */
public enum RankStream {
  OUTPUT("out"),
  ERROR("err");

  private final String suffix;

  RankStream(String suffix) {
    this.suffix = suffix;
  }

  String suffix() {
    return suffix;
  }
}
