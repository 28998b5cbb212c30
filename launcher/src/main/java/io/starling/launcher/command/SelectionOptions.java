package io.starling.launcher.command;

import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say how algorithms are chosen, to be mixed into commands ({@code @Mixin}). */
public final class SelectionOptions {

  @Option(
      names = "--tree",
      paramLabel = "TREE|LEVEL=TREE[,LEVEL=TREE]...",
      description =
          "the tree of broadcast and reduce, which follows the hardware: one shape, such as chain,"
              + " or one per level, such as node=binomial,package=chain; other levels are chains")
  private String tree;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "a file of rules that choose algorithms, as 'starling tune' writes it")
  private String table;

  @Option(
      names = "--explain",
      description = "report on stderr, once per case, which algorithm was chosen and why")
  private boolean explain;

  /** For picocli. */
  public SelectionOptions() {}

  /** What they mean for the environment of ranks. */
  public Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    if (tree != null) {
      environment.put("STARLING_TREE", tree);
    }
    if (table != null) {
      environment.put("STARLING_TABLE", table);
    }
    if (explain) {
      environment.put("STARLING_EXPLAIN", "1");
    }
    return environment;
  }
}
