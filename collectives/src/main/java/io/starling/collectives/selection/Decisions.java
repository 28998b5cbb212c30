package io.starling.collectives.selection;

import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A {@link Selection} applied to one communicator. The rules for its ranks are compiled once into
 * classes of message lengths; after that a choice costs a few comparisons and allocates nothing.
 *
 * <p>All ranks pass the same values to {@link #choose}, so they get the same choice. A class always
 * returns the same object.
 */
public final class Decisions {

  /**
   * The user's request for an algorithm.
   *
   * @param origin the option or call with the request
   * @param yields whether the tables decide about operators that it does not support; otherwise
   *     they are refused
   */
  record Request(Choice choice, String origin, boolean yields) {}

  /** Commutative or not, equal blocks or not. */
  private static final int COMBINATIONS = 4;

  /** The lengths in ascending order, each with the decision from there on. */
  private record Classes(long[] from, Decision[] decisions, Decision ofUnknown) {

    Decision of(long bytes) {
      if (bytes == Problem.UNKNOWN) {
        return ofUnknown;
      }
      int last = from.length - 1;
      while (from[last] > bytes) {
        last--;
      }
      return decisions[last];
    }
  }

  private final Selection selection;
  private final Place place;
  private final String members;
  private final Explanations explanations;
  private final Classes[] compiled = new Classes[CollectiveKind.values().length * COMBINATIONS];

  /**
   * The decisions for ranks with a layout.
   *
   * @param members the ranks, for explanations
   * @param explanations receives explanations; null for none
   */
  Decisions(Selection selection, Place place, String members, Explanations explanations) {
    this.selection = selection;
    this.place = place;
    this.members = members;
    this.explanations = explanations;
  }

  /**
   * The algorithm to run.
   *
   * @param bytes the length of the message, or {@link Problem#UNKNOWN}; all ranks pass the same
   * @param commutative false if the order of operands matters
   * @param equalBlocks whether all ranks' blocks have the same length; if not, the tables replace a
   *     requested algorithm that supports only equal blocks
   * @throws IllegalArgumentException if the order of operands matters and the requested algorithm
   *     does not keep it
   */
  public Choice choose(CollectiveKind kind, long bytes, boolean commutative, boolean equalBlocks) {
    Decision decision = decide(kind, bytes, commutative, equalBlocks);
    if (explanations != null) {
      explanations.tell(decision, place, members, bytes);
    }
    return decision.choice();
  }

  /** The decision with its reason, without an explanation. */
  public Decision decide(
      CollectiveKind kind, long bytes, boolean commutative, boolean equalBlocks) {
    return classes(kind, commutative, equalBlocks).of(bytes);
  }

  /** All decisions for a collective, from short messages to long ones. */
  public List<Decision> all(CollectiveKind kind, boolean commutative, boolean equalBlocks) {
    return List.of(classes(kind, commutative, equalBlocks).decisions);
  }

  private Classes classes(CollectiveKind kind, boolean commutative, boolean equalBlocks) {
    int combination = (commutative ? 2 : 0) + (equalBlocks ? 1 : 0);
    int index = kind.ordinal() * COMBINATIONS + combination;
    if (compiled[index] == null) {
      compiled[index] = compile(kind, commutative, equalBlocks);
    }
    return compiled[index];
  }

  private Classes compile(CollectiveKind kind, boolean commutative, boolean equalBlocks) {
    Request request = selection.request(kind).orElse(null);
    if (request == null) {
      return ofTable(kind, commutative, equalBlocks, "");
    }
    Choice choice = request.choice();
    if (!equalBlocks && !choice.algorithm().takesUnequalBlocks()) {
      return ofTable(
          kind, commutative, false, "; %s does not support unequal blocks", request.origin());
    }
    if (!commutative && !choice.algorithm().keepsOrder(choice.parameters())) {
      if (request.yields()) {
        return ofTable(
            kind,
            false,
            equalBlocks,
            "; %s does not support operators that are not commutative",
            request.origin());
      }
      throw new IllegalArgumentException(
          "%s '%s' does not keep the order of operands, but the operator is not commutative; use %s"
              .formatted(kind.label(), choice.describe(), AlgorithmRegistry.namesInOrder(kind)));
    }
    Decision only = new Decision(kind, 0, Long.MAX_VALUE, choice, request.origin());
    return new Classes(new long[] {0}, new Decision[] {only}, only);
  }

  private Classes ofTable(
      CollectiveKind kind,
      boolean commutative,
      boolean equalBlocks,
      String note,
      Object... arguments) {
    DecisionTable table = selection.table(kind);
    List<Rule> rules =
        table.rules(kind).stream()
            .filter(rule -> rule.appliesTo(place, commutative, equalBlocks))
            .map(rule -> rule.forRanks(place.ranks()))
            .filter(rule -> !rule.bytes().isEmpty())
            .toList();
    String suffix = note.formatted(arguments);
    List<Decision> decisions = new ArrayList<>();
    Rule before = null;
    Rule afterBefore = null;
    for (long start : starts(rules)) {
      Rule rule = first(rules, start);
      Rule after = rule.choice().needsNext() ? after(rules, rule, start) : null;
      if (rule != before || after != afterBefore) {
        decisions.add(decision(table, rule, after, start, suffix));
        before = rule;
        afterBefore = after;
      }
    }
    closeGaps(decisions);
    return new Classes(
        decisions.stream().mapToLong(Decision::least).toArray(),
        decisions.toArray(Decision[]::new),
        decision(table, firstForAll(rules), null, 0, suffix));
  }

  /** The next rule for this length that does not need another one itself; null without one. */
  private static Rule after(List<Rule> rules, Rule rule, long bytes) {
    return rules.subList(rules.indexOf(rule) + 1, rules.size()).stream()
        .filter(next -> !next.choice().needsNext() && next.bytes().contains(bytes))
        .findFirst()
        .orElse(null);
  }

  /** The decision for a rule, and for the one after it if that matters. */
  private static Decision decision(
      DecisionTable table, Rule rule, Rule after, long least, String suffix) {
    Choice choice = after == null ? rule.choice() : rule.choice().before(after.choice());
    return new Decision(rule.kind(), least, Long.MAX_VALUE, choice, table.reason(rule) + suffix);
  }

  /** Each class ends where the next one begins. */
  private static void closeGaps(List<Decision> decisions) {
    for (int i = 0; i < decisions.size() - 1; i++) {
      Decision open = decisions.get(i);
      decisions.set(
          i,
          new Decision(
              open.kind(),
              open.least(),
              decisions.get(i + 1).least() - 1,
              open.choice(),
              open.reason()));
    }
  }

  /** The lengths at which another rule may begin to apply. */
  private static Set<Long> starts(List<Rule> rules) {
    Set<Long> starts = new TreeSet<>();
    starts.add(0L);
    for (Rule rule : rules) {
      starts.add(rule.bytes().least());
      if (rule.bytes().most() < Long.MAX_VALUE) {
        starts.add(rule.bytes().most() + 1);
      }
    }
    return starts;
  }

  private static Rule first(List<Rule> rules, long bytes) {
    return rules.stream().filter(rule -> rule.bytes().contains(bytes)).findFirst().orElseThrow();
  }

  private static Rule firstForAll(List<Rule> rules) {
    return rules.stream().filter(rule -> rule.bytes() == NumberRange.ANY).findFirst().orElseThrow();
  }
}
