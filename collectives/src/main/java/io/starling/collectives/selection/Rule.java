package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A rule of a table: under its conditions its choice runs.
 *
 * @param number its place among the rules of its collective, from 1 on
 * @param bytes of the message; where ranks don't know that alike, only a rule without bounds
 *     applies
 * @param commutative whether the operator commutes, or null for both
 * @param equalBlocks whether all blocks have the same length, or null for both
 * @param gpus whether each rank has a GPU, or null for both
 * @param conditions as they are written, by key
 * @param use the choice as it is written
 */
public record Rule(
    CollectiveKind kind,
    int number,
    Bounds ranks,
    Bounds ranksPerNode,
    Bounds nodes,
    Bounds bytes,
    Boolean commutative,
    Boolean equalBlocks,
    Boolean gpus,
    Choice choice,
    Map<String, String> conditions,
    String use) {

  /** Whether it may apply, for some lengths. A rule whose algorithm can't do it does not. */
  boolean appliesTo(Place place, boolean commutes, boolean areEqual) {
    return ranks.contains(place.ranks())
        && ranksPerNode.contains(place.ranksPerNode())
        && nodes.contains(place.nodes())
        && (commutative == null || commutative == commutes)
        && (equalBlocks == null || equalBlocks == areEqual)
        && (gpus == null || gpus == place.gpus())
        && (commutes || !kind.folds() || keepsOrder())
        && (areEqual || choice.algorithm().takesUnequalBlocks());
  }

  /** Whether it applies always, and can do everything. */
  boolean catchesAll() {
    return conditions.isEmpty()
        && (!kind.folds() || keepsOrder())
        && choice.algorithm().takesUnequalBlocks();
  }

  private boolean keepsOrder() {
    return choice.algorithm().keepsOrder(choice.parameters());
  }

  /** Such as {@code rule 3: ranks 3-8, bytes 64K-1M}. */
  String describe() {
    return "rule %d: %s"
        .formatted(
            number,
            conditions.isEmpty()
                ? "everything else"
                : conditions.entrySet().stream()
                    .map(condition -> condition.getKey() + " " + condition.getValue())
                    .collect(Collectors.joining(", ")));
  }
}
