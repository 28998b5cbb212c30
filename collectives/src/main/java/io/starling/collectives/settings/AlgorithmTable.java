package io.starling.collectives.settings;

import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Specification;
import io.starling.collectives.selection.Decision;
import io.starling.collectives.selection.DecisionTable;
import io.starling.collectives.selection.Decisions;
import io.starling.collectives.selection.Place;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.progress.Board;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A table of rules that select algorithms: the shipped table, or the one that {@link
 * JobVariables#TABLE} names. {@code docs/algorithms.md} describes the format.
 */
public final class AlgorithmTable {

  /**
   * A rule.
   *
   * @param conditions as in the file, by key
   * @param use the algorithm with its parameters
   */
  public record Rule(Map<String, String> conditions, String use) {}

  /**
   * The selection for a number of ranks.
   *
   * @param collective such as {@code broadcast}
   * @param leastBytes the shortest message for which it is selected
   * @param mostBytes the longest message for which it is selected
   * @param limits the operators and blocks for which it is selected; empty for all
   * @param algorithm with all its parameters
   * @param reason the rule that applies
   */
  public record Line(
      String collective,
      long leastBytes,
      long mostBytes,
      String limits,
      String algorithm,
      String reason) {}

  private final DecisionTable table;
  private final Selection selection;

  private AlgorithmTable(DecisionTable table, Selection selection) {
    this.table = table;
    this.selection = selection;
  }

  /** The shipped table. */
  public static AlgorithmTable shipped() {
    return new AlgorithmTable(DecisionTable.shipped(), Selection.DEFAULT);
  }

  /**
   * The table in a file.
   *
   * @throws IllegalArgumentException if it can't be read or is wrong; the message names the place
   */
  public static AlgorithmTable read(String file) {
    return read("--table", file);
  }

  /**
   * The table that {@link JobVariables#TABLE} names, otherwise the shipped one.
   *
   * @throws IllegalArgumentException if it can't be read or is wrong; the message names the place
   */
  public static AlgorithmTable from(Map<String, String> environment) {
    String file = environment.get(JobVariables.TABLE);
    return file == null ? shipped() : read(JobVariables.TABLE, file);
  }

  /**
   * This table for a job with these variables: {@link JobVariables#GPUS} says whether each rank has
   * a GPU.
   *
   * @throws IllegalArgumentException if that variable is wrong
   */
  public AlgorithmTable in(Map<String, String> environment) {
    return SelectionVariables.haveGpus(environment)
        ? new AlgorithmTable(table, selection.withGpus())
        : this;
  }

  private static AlgorithmTable read(String origin, String file) {
    DecisionTable table = SelectionVariables.table(origin, file, SelectionVariables::readTable);
    return new AlgorithmTable(table, Selection.DEFAULT.withTable(table));
  }

  /**
   * Parses a table.
   *
   * @param name the name in messages
   * @throws IllegalArgumentException if it is wrong; the message names the place
   */
  public static AlgorithmTable parse(String name, String text) {
    DecisionTable table = DecisionTable.parse(name, text);
    return new AlgorithmTable(table, Selection.DEFAULT.withTable(table));
  }

  /** The rules for a collective, in their order; empty if the table has none. */
  public List<Rule> rules(String collective) {
    return table.rules(Specification.kind(collective)).stream()
        .map(rule -> new Rule(rule.conditions(), rule.use()))
        .toList();
  }

  /**
   * The selections for a communicator with this table, from short messages to long ones, if each
   * rank has a core of its own.
   *
   * @param ranksPerNode the most ranks on one node
   */
  public List<Line> decisions(int ranks, int nodes, int ranksPerNode) {
    boolean boards = nodes == 1 && ranks > 1 && ranks <= Board.MOST_RANKS;
    Decisions decisions = selection.on(new Place(ranks, nodes, ranksPerNode, boards, false));
    return AlgorithmRegistry.all().stream()
        .map(algorithm -> algorithm.kind())
        .distinct()
        .flatMap(kind -> lines(decisions, kind))
        .toList();
  }

  private static Stream<Line> lines(Decisions decisions, CollectiveKind kind) {
    List<Line> lines = new ArrayList<>();
    List<Decision> usual = decisions.all(kind, true, true);
    usual.forEach(decision -> lines.add(line(decision, "")));
    if (kind.folds()) {
      decisions.all(kind, false, true).stream()
          .filter(decision -> !usual.contains(decision))
          .forEach(decision -> lines.add(line(decision, "operators that are not commutative")));
    }
    decisions.all(kind, true, false).stream()
        .filter(decision -> !usual.contains(decision))
        .forEach(decision -> lines.add(line(decision, "unequal blocks")));
    return lines.stream();
  }

  private static Line line(Decision decision, String limits) {
    return new Line(
        decision.kind().label(),
        decision.least(),
        decision.most(),
        limits,
        decision.choice().describe(),
        decision.reason());
  }
}
