package io.starling.collectives.selection;

import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Parameters;
import io.starling.collectives.algorithm.Shape;
import io.starling.collectives.algorithm.Specification;
import io.starling.collectives.machine.Context;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which algorithm runs: what the user asked for, else what the user's table says, else what
 * Starling's own table says. {@link #on} makes it ready for a communicator.
 *
 * <p>A specification names collectives and algorithms with parameters, separated by semicolons:
 * {@code broadcast=chain,segment=32K;reduce=binary}.
 */
public final class Selection {

  /** Nothing asked for. */
  public static final Selection DEFAULT =
      new Selection(Map.of(), List.of(DecisionTable.shipped()), false, null);

  private final Map<CollectiveKind, Wish> wishes;
  private final List<DecisionTable> tables;
  private final boolean gpus;
  private final Explanations explanations;

  private Selection(
      Map<CollectiveKind, Wish> wishes,
      List<DecisionTable> tables,
      boolean gpus,
      Explanations explanations) {
    this.wishes = wishes;
    this.tables = tables;
    this.gpus = gpus;
    this.explanations = explanations;
  }

  /**
   * This selection with more wishes.
   *
   * @param origin where they come from, for explanations
   * @throws IllegalArgumentException if the specification is malformed or names something unknown
   */
  public Selection with(String specification, String origin) {
    Map<CollectiveKind, Wish> more = copy();
    for (String part : specification.split(";", -1)) {
      String[] halves = Specification.halves(part, "COLLECTIVE=ALGORITHM");
      CollectiveKind kind = Specification.kind(halves[0], specification);
      more.put(kind, new Wish(Specification.choice(kind, halves[1]), origin, false));
    }
    return new Selection(more, tables, gpus, explanations);
  }

  /**
   * This selection with the topology tree for broadcast and for the reduces that it can do, those
   * whose operator commutes.
   *
   * @param levels the trees of its levels, such as {@code node=binomial,package=chain}, or one for
   *     all
   * @throws IllegalArgumentException if a level or a tree is unknown
   */
  public Selection withTree(String levels) {
    String tree = Shape.TOPOLOGY.label() + "," + TreeSpecification.settings(levels);
    Map<CollectiveKind, Wish> more = copy();
    for (CollectiveKind kind : List.of(CollectiveKind.BROADCAST, CollectiveKind.REDUCE)) {
      more.put(kind, new Wish(Specification.choice(kind, tree), "--tree", true));
    }
    return new Selection(more, tables, gpus, explanations);
  }

  /** This selection with a table before the others, which decide what it does not mention. */
  public Selection withTable(DecisionTable table) {
    return new Selection(wishes, List.of(table, DecisionTable.shipped()), gpus, explanations);
  }

  /** This selection for a job of which each rank has a GPU. */
  public Selection withGpus() {
    return new Selection(wishes, tables, true, explanations);
  }

  /** This selection, telling what was chosen. */
  public Selection explainedBy(Explanations listener) {
    return new Selection(wishes, tables, gpus, listener);
  }

  private Map<CollectiveKind, Wish> copy() {
    Map<CollectiveKind, Wish> copy = new EnumMap<>(CollectiveKind.class);
    copy.putAll(wishes);
    return copy;
  }

  /**
   * The parameters of the topology tree that {@link #withTree} would take.
   *
   * @throws IllegalArgumentException if a level or a tree is unknown
   */
  public static Parameters treeParameters(String levels) {
    return DEFAULT.withTree(levels).wishes.get(CollectiveKind.BROADCAST).choice().parameters();
  }

  /** What it means for a communicator, whose rank 0 tells. */
  public Decisions on(Context context) {
    boolean tells = explanations != null && context.rank() == 0;
    return new Decisions(
        this,
        Place.of(context, gpus),
        tells ? Explanations.members(context) : "",
        tells ? explanations : null);
  }

  /** What it means for ranks that are somewhere, which have GPUs where it says so or this. */
  public Decisions on(Place place) {
    Place its = new Place(place.ranks(), place.nodes(), place.ranksPerNode(), gpus || place.gpus());
    return new Decisions(this, its, "", null);
  }

  Optional<Wish> wish(CollectiveKind kind) {
    return Optional.ofNullable(wishes.get(kind));
  }

  /** The table that decides about a collective. */
  DecisionTable table(CollectiveKind kind) {
    return tables.stream()
        .filter(table -> table.decides(kind))
        .findFirst()
        .orElseGet(() -> DecisionTable.ofRegistry(kind));
  }
}
