package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.report.MarkupWriter;
import io.starling.bench.report.Plot;
import io.starling.bench.report.StandalonePicture;
import io.starling.bench.report.WholeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Each plot and drawing of some figures in a file of its own: {@code noise-1.svg}. */
final class StudyImages {

  private StudyImages() {}

  /** Writes them into a folder; returns how many they are. */
  static int write(Path folder, List<Figure> figures) {
    int count = 0;
    for (Figure figure : figures) {
      int number = 0;
      for (Consumer<MarkupWriter> picture : pictures(figure)) {
        MarkupWriter svg = new MarkupWriter();
        picture.accept(svg);
        Path file = folder.resolve("%s-%d.svg".formatted(figure.name(), ++number));
        WholeFile.write(file, StandalonePicture.of(svg.toString()));
        count++;
      }
    }
    return count;
  }

  private static List<Consumer<MarkupWriter>> pictures(Figure figure) {
    Stream<Consumer<MarkupWriter>> plots =
        figure.panels().stream().map(panel -> svg -> Plot.draw(panel, Implementation::mark, svg));
    return new ArrayList<>(
        Stream.concat(plots, figure.drawings().stream().map(Figure.Drawing::picture)).toList());
  }
}
