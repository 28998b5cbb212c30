package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.report.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** What the parts of the experiment have found so far. */
final class Findings {

  private final List<Panel> panels = new ArrayList<>();
  private final List<String> sentences = new ArrayList<>();

  /** Keeps a plot, and returns it. */
  Panel add(Panel panel) {
    panels.add(panel);
    return panel;
  }

  /** Keeps a sentence. */
  void say(String format, Object... arguments) {
    sentences.add(String.format(Locale.ROOT, format, arguments));
  }

  /** A word for each value, with commas. */
  static String list(double[] values, DoubleFunction<String> word) {
    return DoubleStream.of(values).mapToObj(word).collect(Collectors.joining(", "));
  }

  /** All of it. */
  Figure figure(String name, String title) {
    return new Figure(name, title, List.copyOf(panels), List.copyOf(sentences));
  }
}
