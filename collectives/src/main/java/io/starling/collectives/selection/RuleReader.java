package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Specification;
import io.starling.runtime.json.Json;
import io.starling.runtime.json.Json.Member;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Reads one rule, such as {@code {"ranks": "3-8", "bytes": "<64K", "use": "binomial"}}. */
final class RuleReader {

  private final TableReader table;
  private final CollectiveKind kind;
  private final int number;
  private final Map<String, String> conditions = new LinkedHashMap<>();
  private NumberRange ranks = NumberRange.ANY;
  private NumberRange ranksPerNode = NumberRange.ANY;
  private NumberRange nodes = NumberRange.ANY;
  private NumberRange bytes = NumberRange.ANY;
  private NumberRange blocks = NumberRange.ANY;
  private Boolean commutative;
  private Boolean equalBlocks;
  private Boolean boards;
  private Boolean gpus;
  private Choice choice;
  private String use;

  /** A reader for the rule with a number. */
  RuleReader(TableReader table, CollectiveKind kind, int number) {
    this.table = table;
    this.kind = kind;
    this.number = number;
  }

  Rule read(Json json) {
    if (!(json instanceof Json.ObjectValue rule)) {
      throw table.wrong(json.at(), "a rule is an object, such as {\"use\": \"…\"}");
    }
    rule.members().forEach(this::take);
    if (choice == null) {
      throw table.wrong(
          rule.at(),
          "the rule has no \"use\", which names the algorithm, such as \"%s\""
              .formatted(DecisionTable.catchAll(kind)));
    }
    return new Rule(
        kind,
        number,
        ranks,
        ranksPerNode,
        nodes,
        bytes,
        blocks,
        commutative,
        equalBlocks,
        boards,
        gpus,
        choice,
        Collections.unmodifiableMap(conditions),
        use);
  }

  private void take(Member member) {
    switch (member.key()) {
      case "ranks" -> ranks = bounds(member, NumberRange::ofCounts);
      case "ranksPerNode" -> ranksPerNode = bounds(member, NumberRange::ofCounts);
      case "nodes" -> nodes = bounds(member, NumberRange::ofCounts);
      case "bytes" -> bytes = bounds(member, NumberRange::ofBytes);
      case "blockBytes" -> blocks = bounds(member, NumberRange::ofBytes);
      case "commutative" -> commutative = truth(member);
      case "equalBlocks" -> equalBlocks = truth(member);
      case "boards" -> boards = truth(member);
      case "gpus" -> gpus = truth(member);
      case "use" -> use(member);
      case "note" -> text(member);
      default ->
          throw table.wrong(
              member.at(),
              "unknown key '%s'; a rule has use, note, ranks, ranksPerNode, nodes, bytes, blockBytes, commutative, equalBlocks, boards and gpus"
                  .formatted(member.key()));
    }
  }

  private NumberRange bounds(Member member, Function<String, NumberRange> parser) {
    String text = numbers(member);
    conditions.put(member.key(), text);
    return table.at(
        member.value().at(),
        () -> {
          try {
            return parser.apply(text);
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(member.key() + ": " + e.getMessage(), e);
          }
        });
  }

  /** No switch over types: the JVM makes a class for each, at every start of a rank. */
  private String numbers(Member member) {
    if (member.value() instanceof Json.Text string) {
      return string.value();
    }
    if (member.value() instanceof Json.Numeral whole) {
      return whole.value();
    }
    throw table.wrong(
        member.value().at(),
        "'%s' is a number or a range, such as 4, \"3-8\", \"<8\" or \">=4\""
            .formatted(member.key()));
  }

  private boolean truth(Member member) {
    if (!(member.value() instanceof Json.Truth truth)) {
      throw table.wrong(
          member.value().at(), "'%s' is true or false, without quotes".formatted(member.key()));
    }
    conditions.put(member.key(), String.valueOf(truth.value()));
    return truth.value();
  }

  private void use(Member member) {
    use = text(member);
    choice = table.at(member.value().at(), () -> Specification.choice(kind, use));
  }

  private String text(Member member) {
    if (!(member.value() instanceof Json.Text text)) {
      throw table.wrong(member.value().at(), "'%s' is a text".formatted(member.key()));
    }
    return text.value();
  }
}
