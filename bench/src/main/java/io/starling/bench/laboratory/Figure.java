package io.starling.bench.laboratory;

import io.starling.bench.report.MarkupWriter;
import io.starling.bench.report.Panel;
import java.util.List;
import java.util.function.Consumer;

/**
 * What an experiment found.
 *
 * @param name of the experiment, for the command line and files
 * @param title for people, with the paper's figure
 * @param panels plots with the same kind of axes
 * @param drawings what is shown besides plots
 * @param findings what agrees with the paper, what differs and why, a sentence each
 */
public record Figure(
    String name, String title, List<Panel> panels, List<Drawing> drawings, List<String> findings) {

  /** Plots alone. */
  public Figure(String name, String title, List<Panel> panels, List<String> findings) {
    this(name, title, panels, List.of(), findings);
  }

  /** A picture with a title. */
  public record Drawing(String title, Consumer<MarkupWriter> picture) {}
}
