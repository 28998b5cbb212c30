package io.starling.bench.laboratory.study;

import io.starling.bench.report.Mark;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The implementations that the paper compares: ADAPT's machine and the baselines, which are
 * Starling's production algorithms.
 */
enum Implementation {
  /** Chains on every level, one tree, event by event. */
  ADAPT("adapt", "topology,segment=%s"),
  /** The same tree as adapt with a wait for all children before the next segment (figure 3). */
  WAITALL("waitall", "waitall,tree=topology,segment=%s"),
  /** The same tree with blocking sends and receives (figure 1). */
  BLOCKING("blocking", "blocking,tree=topology,segment=%s"),
  /** A communicator per level, one after the other (section 3.1). */
  MULTILEVEL("multilevel", "multilevel,segment=%s"),
  /** A tree that knows nothing of the machine, as libraries have it by default. */
  WAITALL_BINOMIAL("waitall-binomial", "waitall,tree=binomial,segment=%s"),
  /** ADAPT's machine on a tree whose leaders have fewer children; not in the paper. */
  RELAY("relay", "relay,segment=%s");

  /** All on the same tree. */
  static final List<Implementation> ON_ONE_TREE = List.of(ADAPT, WAITALL, BLOCKING, MULTILEVEL);

  private final String label;
  private final String specification;

  Implementation(String label, String specification) {
    this.label = label;
    this.specification = specification;
  }

  String label() {
    return label;
  }

  /**
   * How an implementation, or a variant for GPUs, looks in a plot: the same in all of them. Empty
   * if none has this label.
   */
  static Optional<Mark> mark(String label) {
    for (Implementation implementation : values()) {
      if (implementation.label.equals(label)) {
        return Optional.of(Mark.of(implementation.ordinal()));
      }
    }
    return GpuVariant.mark(label);
  }

  static List<String> labels() {
    return Stream.of(values()).map(Implementation::label).toList();
  }

  /** What {@code withAlgorithm} takes. */
  String specification(StudyCollective collective, String segment) {
    return collective.label() + "=" + algorithm(segment);
  }

  /** The same without the collective. */
  String algorithm(String segment) {
    return specification.formatted(segment);
  }
}
