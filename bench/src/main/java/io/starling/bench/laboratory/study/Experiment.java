package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.study.objects.ObjectsExperiment;
import io.starling.bench.report.Labels;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The experiments of the papers. */
enum Experiment {
  NOISE(
      "slowdown under noise (figure 7)",
      (laboratory, scope) -> new NoiseExperiment(laboratory, scope).run()),
  TOPOLOGY("algorithms that know the machine (figure 8)", Sweep::topology),
  SIZES("end to end over message sizes (figure 9)", Sweep::sizes),
  SCALING("strong scaling (figure 10)", Sweep::scaling),
  ASP(
      "all pairs shortest paths (table 1)",
      (laboratory, scope) -> new ShortestPaths(laboratory, scope).run()),
  GPU(
      "messages in GPU memory (figure 11)",
      (laboratory, scope) -> new GpuExperiment(laboratory, scope).run()),
  PROPAGATION(
      "which ranks a delay reaches (figure 2)",
      (laboratory, scope) -> new Propagation(laboratory, scope).run()),
  ORDER(
      "orders of hosts (Cloud Collectives, figures 1 and 4, table I)",
      (laboratory, scope) -> new OrderExperiment(laboratory, scope).run()),
  OBJECTS(
      "objects in stores (Hoplite, figures 6 to 14)",
      (laboratory, scope) -> ObjectsExperiment.run("objects", laboratory, scope.quick()));

  private static final String ALL = "all";

  private final String description;
  private final BiFunction<Laboratory, Scope, Figure> work;

  Experiment(String description, BiFunction<Laboratory, Scope, Figure> work) {
    this.description = description;
    this.work = work;
  }

  String label() {
    return Labels.of(this);
  }

  /** For people, in a line. */
  String description() {
    return description;
  }

  /** Finds it out. */
  Figure run(Laboratory laboratory, Scope scope) {
    return work.apply(laboratory, scope);
  }

  static List<String> labels() {
    return Labels.all(Experiment.class);
  }

  /**
   * The experiments of these labels, of which {@code all} stands for all.
   *
   * @throws IllegalArgumentException if there is no such one, or no label
   */
  static Set<Experiment> named(List<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "EXPERIMENT is missing: name %s or all".formatted(String.join(", ", labels())));
    }
    Set<Experiment> named = EnumSet.noneOf(Experiment.class);
    for (String name : names) {
      if (name.equals(ALL)) {
        named.addAll(EnumSet.allOf(Experiment.class));
      } else {
        named.add(named(name));
      }
    }
    return named;
  }

  private static Experiment named(String name) {
    return Stream.of(values())
        .filter(experiment -> experiment.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "EXPERIMENT must be one of %s and all, not '%s'"
                        .formatted(String.join(", ", labels()), name)));
  }
}
