package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Parameters;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Rules that select algorithms: for each collective the first rule that applies. The last rule of a
 * collective always applies and has no restrictions, so there is always a selection. All ranks have
 * the same table and ask with the same values, so they get the same selection.
 */
public final class DecisionTable {

  private static final String SHIPPED = "shipped-table.json";
  private static final DecisionTable OWN = readShipped();

  private final String origin;
  private final Map<CollectiveKind, List<Rule>> rules;

  /**
   * A table.
   *
   * @param origin the name in explanations
   * @param rules the rules of each collective that it mentions, the last of them without conditions
   */
  DecisionTable(String origin, Map<CollectiveKind, List<Rule>> rules) {
    this.origin = origin;
    this.rules = rules;
  }

  /** The shipped table. */
  public static DecisionTable shipped() {
    return OWN;
  }

  /**
   * A table in JSON.
   *
   * @param file its name in messages
   * @throws IllegalArgumentException if it is wrong; the message begins with file, line and column
   */
  public static DecisionTable parse(String file, String text) {
    return TableReader.read(file, text, "table %s; file " + file);
  }

  private static DecisionTable readShipped() {
    try (InputStream stream = DecisionTable.class.getResourceAsStream(SHIPPED)) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return TableReader.read(SHIPPED, text, "shipped table, %s");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The table for a collective that no table mentions: its first algorithm without restrictions.
   */
  static DecisionTable ofRegistry(CollectiveKind kind) {
    String table =
        "{\"version\": 1, \"collectives\": {\"%s\": [{\"use\": \"%s\"}]}}"
            .formatted(kind.label(), catchAll(kind));
    return TableReader.read("registry", table, "in no table; the first algorithm, %s");
  }

  /** The first algorithm without restrictions. */
  static String catchAll(CollectiveKind kind) {
    return AlgorithmRegistry.of(kind).stream()
        .filter(Algorithm::takesUnequalBlocks)
        .filter(algorithm -> !kind.folds() || algorithm.keepsOrder(Parameters.DEFAULT))
        .map(Algorithm::name)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no algorithm for " + kind.label()));
  }

  boolean decides(CollectiveKind kind) {
    return rules.containsKey(kind);
  }

  /** The rules of a collective that it mentions. */
  public List<Rule> rules(CollectiveKind kind) {
    return rules.getOrDefault(kind, List.of());
  }

  /** Why a rule of this table applies. */
  String reason(Rule rule) {
    return origin.formatted(rule.describe());
  }
}
