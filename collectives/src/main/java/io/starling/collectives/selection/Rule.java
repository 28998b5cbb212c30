package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A rule of a table: if its conditions hold, its choice runs.
 *
 * @param number its place among the rules of its collective, from 1 on
 * @param bytes the lengths of messages; if not all ranks know the length, only a rule without
 *     bounds applies
 * @param blocks the same for the length divided by the number of ranks
 * @param commutative whether the operator is commutative, or null for both
 * @param equalBlocks whether all blocks have the same length, or null for both
 * @param boards whether the ranks have a board, or null for both
 * @param gpus whether each rank has a GPU, or null for both
 * @param conditions as in the file, by key
 * @param use the choice as in the file
 */
public record Rule(
    CollectiveKind kind,
    int number,
    NumberRange ranks,
    NumberRange ranksPerNode,
    NumberRange nodes,
    NumberRange bytes,
    NumberRange blocks,
    Boolean commutative,
    Boolean equalBlocks,
    Boolean boards,
    Boolean gpus,
    Choice choice,
    Map<String, String> conditions,
    String use) {

  /**
   * Whether it may apply, for some lengths. A rule whose algorithm does not support the call does
   * not apply.
   */
  boolean appliesTo(Place place, boolean commutes, boolean areEqual) {
    return ranks.contains(place.ranks())
        && ranksPerNode.contains(place.ranksPerNode())
        && nodes.contains(place.nodes())
        && (commutative == null || commutative == commutes)
        && (equalBlocks == null || equalBlocks == areEqual)
        && (boards == null || boards == place.boards())
        && (gpus == null || gpus == place.gpus())
        && (commutes || !kind.folds() || keepsOrder())
        && (areEqual || choice.algorithm().takesUnequalBlocks());
  }

  /** The same rule for so many ranks: what it says of blocks is said of bytes. */
  Rule forRanks(int count) {
    return blocks == NumberRange.ANY
        ? this
        : new Rule(
            kind,
            number,
            ranks,
            ranksPerNode,
            nodes,
            bytes.and(blocks.ofQuotients(count)),
            NumberRange.ANY,
            commutative,
            equalBlocks,
            boards,
            gpus,
            choice,
            conditions,
            use);
  }

  /** Whether it always applies and its algorithm has no restrictions. */
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
