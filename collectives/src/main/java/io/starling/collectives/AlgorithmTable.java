package io.starling.collectives;

import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Specification;
import io.starling.collectives.selection.Decision;
import io.starling.collectives.selection.DecisionTable;
import io.starling.collectives.selection.Decisions;
import io.starling.collectives.selection.Place;
import io.starling.collectives.selection.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A table of rules by which algorithms are chosen: Starling's own, or one as {@link Starling#TABLE}
 * names it. {@code docs/algorithms.md} has the format.
 */
public final class AlgorithmTable {

  /**
   * A rule.
   *
   * @param conditions as they are written, by key
   * @param use the algorithm with its parameters
   */
  public record Rule(Map<String, String> conditions, String use) {}

  /**
   * What is chosen for some ranks.
   *
   * @param collective such as {@code broadcast}
   * @param leastBytes the shortest message for which it is chosen
   * @param mostBytes the longest
   * @param limits for which operators and blocks; empty: for all
   * @param algorithm with all its parameters
   * @param reason the rule
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

  /** Starling's own. */
  public static AlgorithmTable shipped() {
    return new AlgorithmTable(DecisionTable.shipped(), Selection.DEFAULT);
  }

  /**
   * The table in a file.
   *
   * @throws IllegalArgumentException if it can't be read or is wrong; the message says where
   */
  public static AlgorithmTable read(String file) {
    return read("--table", file);
  }

  /**
   * The table that {@link Starling#TABLE} names, else Starling's own.
   *
   * @throws IllegalArgumentException if it can't be read or is wrong; the message says where
   */
  public static AlgorithmTable from(Map<String, String> environment) {
    String file = environment.get(Starling.TABLE);
    return file == null ? shipped() : read(Starling.TABLE, file);
  }

  /**
   * The same table for a job with these variables: {@link Starling#GPUS} says whether each rank has
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
    DecisionTable table = SelectionVariables.table(origin, file, TableFile::read);
    return new AlgorithmTable(table, Selection.DEFAULT.withTable(table));
  }

  /**
   * The table that a text is.
   *
   * @param name for messages
   * @throws IllegalArgumentException if it is wrong; the message says where
   */
  public static AlgorithmTable parse(String name, String text) {
    DecisionTable table = DecisionTable.parse(name, text);
    return new AlgorithmTable(table, Selection.DEFAULT.withTable(table));
  }

  /** The rules for a collective, in their order; none where the table does not mention it. */
  public List<Rule> rules(String collective) {
    return table.rules(Specification.kind(collective)).stream()
        .map(rule -> new Rule(rule.conditions(), rule.use()))
        .toList();
  }

  /**
   * What is chosen for a communicator with this table, from short messages to long ones.
   *
   * @param ranksPerNode of the node that has most
   */
  public List<Line> decisions(int ranks, int nodes, int ranksPerNode) {
    Decisions decisions = selection.on(new Place(ranks, nodes, ranksPerNode));
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
          .forEach(decision -> lines.add(line(decision, "operators that don't commute")));
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
