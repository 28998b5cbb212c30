package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.study.objects.ObjectsExperiment;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The experiments of the papers. */
enum Experiment {
  NOISE("slowdown under noise (figure 7)") {
    @Override
    Figure run(Laboratory laboratory, Scope scope) {
      return new NoiseExperiment(laboratory, scope).run();
    }
  },
  TOPOLOGY("algorithms that know the machine (figure 8)") {
    @Override
    Figure run(Laboratory laboratory, Scope scope) {
      return Sweep.topology(laboratory, scope);
    }
  },
  SIZES("end to end over message sizes (figure 9)") {
    @Override
    Figure run(Laboratory laboratory, Scope scope) {
      return Sweep.sizes(laboratory, scope);
    }
  },
  SCALING("strong scaling (figure 10)") {
    @Override
    Figure run(Laboratory laboratory, Scope scope) {
      return Sweep.scaling(laboratory, scope);
    }
  },
  ASP("all pairs shortest paths (table 1)") {
    @Override
    Figure run(Laboratory laboratory, Scope scope) {
      return new ShortestPaths(laboratory, scope).run();
    }
  },
  GPU("messages in GPU memory (figure 11)") {
    @Override
    Figure run(Laboratory laboratory, Scope scope) {
      return new GpuExperiment(laboratory, scope).run();
    }
  },
  PROPAGATION("which ranks a delay reaches (figure 2)") {
    @Override
    Figure run(Laboratory laboratory, Scope scope) {
      return new Propagation(laboratory, scope).run();
    }
  },
  ORDER("orders of hosts (Cloud Collectives, figures 1 and 4, table I)") {
    @Override
    Figure run(Laboratory laboratory, Scope scope) {
      return new OrderExperiment(laboratory, scope).run();
    }
  },
  OBJECTS("objects in stores (Hoplite, figures 6 to 14)") {
    @Override
    Figure run(Laboratory laboratory, Scope scope) {
      return ObjectsExperiment.run(label(), laboratory, scope.quick());
    }
  };

  private static final String ALL = "all";

  private final String description;

  Experiment(String description) {
    this.description = description;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For people, in a line. */
  String description() {
    return description;
  }

  /** Finds it out. */
  abstract Figure run(Laboratory laboratory, Scope scope);

  static List<String> labels() {
    return List.of(values()).stream().map(Experiment::label).toList();
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
