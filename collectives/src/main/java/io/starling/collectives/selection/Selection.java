package io.starling.collectives.selection;

import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Parameter;
import io.starling.collectives.algorithm.Parameters;
import io.starling.collectives.algorithm.Specification;
import io.starling.collectives.algorithm.TreeKind;
import io.starling.collectives.operation.Context;
import io.starling.topology.Level;
import io.starling.topology.machine.Labels;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Selects algorithms: by the user's request, otherwise by the user's table, otherwise by the
 * shipped table. {@link #on} applies it to a communicator.
 *
 * <p>A specification names collectives and algorithms with parameters, separated by semicolons:
 * {@code broadcast=chain,segment=32K;reduce=binary}.
 */
public final class Selection {

  /** A selection without requests. */
  public static final Selection DEFAULT =
      new Selection(Map.of(), List.of(DecisionTable.shipped()), false, null);

  private final Map<CollectiveKind, Decisions.Request> requests;
  private final List<DecisionTable> tables;
  private final boolean gpus;
  private final Explanations explanations;

  private Selection(
      Map<CollectiveKind, Decisions.Request> requests,
      List<DecisionTable> tables,
      boolean gpus,
      Explanations explanations) {
    this.requests = requests;
    this.tables = tables;
    this.gpus = gpus;
    this.explanations = explanations;
  }

  /**
   * This selection with more requests.
   *
   * @param origin their source, for explanations
   * @throws IllegalArgumentException if the specification is malformed, or names an unknown
   *     collective, algorithm or parameter
   */
  public Selection with(String specification, String origin) {
    Map<CollectiveKind, Decisions.Request> more = copy();
    for (String part : specification.split(";", -1)) {
      String[] halves = Specification.halves(part, "COLLECTIVE=ALGORITHM");
      CollectiveKind kind = Specification.kind(halves[0], specification);
      more.put(kind, new Decisions.Request(Specification.choice(kind, halves[1]), origin, false));
    }
    return new Selection(more, tables, gpus, explanations);
  }

  /**
   * This selection with the topology tree for broadcast, and for reduce with commutative operators.
   *
   * @param levels the trees of its levels, such as {@code node=binomial,package=chain}, or one for
   *     all
   * @throws IllegalArgumentException if a level or a tree is unknown
   */
  public Selection withTree(String levels) {
    String tree = TreeKind.TOPOLOGY.label() + "," + settings(levels);
    Map<CollectiveKind, Decisions.Request> more = copy();
    for (CollectiveKind kind : List.of(CollectiveKind.BROADCAST, CollectiveKind.REDUCE)) {
      more.put(kind, new Decisions.Request(Specification.choice(kind, tree), "--tree", true));
    }
    return new Selection(more, tables, gpus, explanations);
  }

  /**
   * This selection with a table that precedes the others; they decide about collectives that it
   * does not mention.
   */
  public Selection withTable(DecisionTable table) {
    return new Selection(requests, List.of(table, DecisionTable.shipped()), gpus, explanations);
  }

  /** This selection for a job in which each rank has a GPU. */
  public Selection withGpus() {
    return new Selection(requests, tables, true, explanations);
  }

  /** This selection with explanations. */
  public Selection explainedBy(Explanations listener) {
    return new Selection(requests, tables, gpus, listener);
  }

  private Map<CollectiveKind, Decisions.Request> copy() {
    Map<CollectiveKind, Decisions.Request> copy = new EnumMap<>(CollectiveKind.class);
    copy.putAll(requests);
    return copy;
  }

  /**
   * The parameters of the topology tree that {@link #withTree} would take.
   *
   * @throws IllegalArgumentException if a level or a tree is unknown
   */
  public static Parameters treeParameters(String levels) {
    return DEFAULT.withTree(levels).requests.get(CollectiveKind.BROADCAST).choice().parameters();
  }

  /** The decisions for a communicator; its rank 0 explains them. */
  public Decisions on(Context context) {
    boolean tells = explanations != null && context.rank() == 0;
    return new Decisions(
        this,
        Place.of(context, gpus),
        tells ? Explanations.members(context) : "",
        tells ? explanations : null);
  }

  /**
   * The decisions for ranks with a layout; they have GPUs if the layout or this selection says so.
   */
  public Decisions on(Place place) {
    Place its =
        new Place(
            place.ranks(),
            place.nodes(),
            place.ranksPerNode(),
            place.boards(),
            gpus || place.gpus());
    return new Decisions(this, its, "", null);
  }

  Optional<Decisions.Request> request(CollectiveKind kind) {
    return Optional.ofNullable(requests.get(kind));
  }

  /** The table that decides about a collective. */
  DecisionTable table(CollectiveKind kind) {
    return tables.stream()
        .filter(table -> table.decides(kind))
        .findFirst()
        .orElseGet(() -> DecisionTable.ofRegistry(kind));
  }

  /**
   * Converts it to parameters of the topology tree.
   *
   * @throws IllegalArgumentException if a level or a tree is unknown
   */
  private static String settings(String text) {
    if (text.contains(";")) {
      throw new IllegalArgumentException(
          "there may be only one tree without a level; an example: node=binomial,package=chain");
    }
    if (!text.contains("=")) {
      return everywhere(text.strip());
    }
    for (String field : text.split(",", -1)) {
      String name = field.strip().split("=", 2)[0];
      if (Arrays.stream(Parameter.values()).noneMatch(known -> known.label().equals(name))) {
        Labels.find(Level.class, name);
      }
    }
    return text;
  }

  private static String everywhere(String tree) {
    TreeKind.named(tree);
    return Arrays.stream(Level.values())
        .map(level -> level.label() + "=" + tree)
        .collect(Collectors.joining(","));
  }
}
