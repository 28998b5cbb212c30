package io.starling.launcher;

import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say how algorithms are chosen, to be mixed into commands ({@code @Mixin}). */
public final class SelectionOptions {

  @Option(
      names = "--tree",
      paramLabel = "TREE|LEVEL=TREE[,LEVEL=TREE]...",
      description =
          "broadcast and reduce along one tree that follows the hardware: chain, or"
              + " node=binomial,package=chain; levels that are not named have chains")
  private String tree;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "choose algorithms by the rules in this file, which 'starling tune' writes")
  private String table;

  @Option(
      names = "--explain",
      description = "tell on stderr, once for each case, which algorithm was chosen and why")
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
