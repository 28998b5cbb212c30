package io.starling.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.bench.report.Plot;
import io.starling.bench.report.Scale;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HtmlReportTest {

  private final String page;
  private final Document document;

  HtmlReportTest() throws Exception {
    Results results = Figures.results();
    results.fail("scan, MPICH 4.0.2: <no such thing>");
    page = HtmlReport.of(results, Figures.facts());
    Files.writeString(Path.of("target", "comparison.html"), page);
    document = parse(page);
  }

  private static Document parse(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  @Test
  void each_collective_has_a_plot() {
    assertThat(elements(document.getDocumentElement(), "figure"))
        .extracting(figure -> elements(figure, "figcaption").getFirst().getTextContent())
        .containsExactly("broadcast", "allreduce", "barrier");
    assertThat(elements(document.getDocumentElement(), "svg")).hasSize(3);
  }

  @Test
  void each_cell_of_each_library_has_a_mark_that_tells_its_figure() {
    List<String> titles =
        elements(document.getDocumentElement(), "title").stream()
            .map(Element::getTextContent)
            .toList();
    Results results = Figures.results();
    for (Cell cell : results.cells()) {
      for (Contender library : results.libraries()) {
        assertThat(titles)
            .filteredOn(title -> title.startsWith(library.title() + ", " + cell + ": "))
            .hasSize(1);
      }
    }
    assertThat(titles).contains("Starling, broadcast, 1 MiB: 52 µs (51 µs to 156 µs in 3 rounds)");
  }

  @Test
  void lines_go_through_all_points_and_stay_in_the_picture() {
    List<Element> lines = elements(document.getDocumentElement(), "polyline");
    assertThat(lines).hasSize(6);
    for (Element line : lines) {
      String[] points = line.getAttribute("points").split(" ");
      assertThat(points).hasSize(6);
      for (String point : points) {
        assertThat(Double.parseDouble(point.split(",")[0])).isBetween(0.0, Plot.WIDTH);
        assertThat(Double.parseDouble(point.split(",")[1])).isBetween(0.0, Plot.HEIGHT);
      }
    }
  }

  @Test
  void every_size_has_a_label_where_there_is_room() {
    Element plot = elements(document.getDocumentElement(), "svg").getFirst();
    assertThat(elements(plot, "text"))
        .filteredOn(text -> text.getAttribute("class").equals("tick middle"))
        .extracting(Element::getTextContent)
        .containsExactly("8", "1K", "64K", "1M", "4M", "16M");
  }

  @Test
  void labels_of_sizes_that_are_near_to_each_other_do_not_touch() throws Exception {
    Results results = new Results(List.of(Contender.STARLING), Results.Statistic.BEST);
    for (long bytes : new long[] {8, 1 << 20, (1 << 20) + 4, (1 << 20) + 8}) {
      results.add(Figures.sample(Contender.STARLING, 1, "scan", bytes, 10));
    }
    Document near = parse(HtmlReport.of(results, Figures.facts()));
    assertThat(elements(near.getDocumentElement(), "text"))
        .filteredOn(text -> text.getAttribute("class").equals("tick middle"))
        .extracting(Element::getTextContent)
        .containsExactly("8", "1048584");
  }

  @Test
  void it_says_which_way_is_better_and_what_colours_mean() {
    assertThat(document.getDocumentElement().getTextContent())
        .contains("lower is better", "on blue where Starling is not slower, stronger up to 0.60");
  }

  @Test
  void libraries_differ_in_colour_and_in_form() {
    List<Element> marks =
        elements(document.getDocumentElement(), "path").stream()
            .filter(path -> path.getAttribute("class").startsWith("mark "))
            .toList();
    assertThat(marks)
        .extracting(mark -> mark.getAttribute("class"))
        .containsOnly("mark series-0", "mark series-1", "mark series-2");
    assertThat(marks.stream().map(mark -> mark.getAttribute("d")).distinct()).hasSize(3);
  }

  @Test
  void the_table_has_every_figure() {
    List<List<String>> rows =
        elements(document.getDocumentElement(), "tr").stream()
            .map(row -> elements(row, "td").stream().map(Element::getTextContent).toList())
            .filter(row -> !row.isEmpty())
            .toList();
    assertThat(rows).hasSize(13);
    assertThat(rows).contains(List.of("8 B", "0.300", "0.240", "0.600", "1.25"));
    assertThat(rows).contains(List.of("", "0.400", "0.500", "0.900", "0.80"));
  }

  @Test
  void it_tells_the_facts_and_the_failures() {
    assertThat(document.getDocumentElement().getTextContent())
        .contains("A \"fast\" one", "Linux 6.1", "25.0.3", "--html <figures & more>.html")
        .contains("Not measured: scan, MPICH 4.0.2: <no such thing>")
        .contains(ComparisonSummary.of(Figures.results()));
  }

  @Test
  void it_needs_no_other_file_and_no_script() {
    assertThat(page)
        .startsWith("<!DOCTYPE html>\n")
        .doesNotContain("<script", "<link", "<img", "@import", "url(");
    assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http");
  }

  @Test
  void the_style_holds_nothing_that_had_to_be_escaped() {
    int begin = page.indexOf("<style>");
    assertThat(page.substring(begin, page.indexOf("</style>"))).contains("svg").doesNotContain("&");
  }

  @Test
  void a_single_size_and_a_single_library_can_be_drawn() throws Exception {
    Results results = new Results(List.of(Contender.STARLING), Results.Statistic.BEST);
    results.add(Figures.sample(Contender.STARLING, 1, "scan", 64, 10));
    Document small = parse(HtmlReport.of(results, Figures.facts()));
    String[] point =
        elements(small.getDocumentElement(), "polyline")
            .getFirst()
            .getAttribute("points")
            .split(",");
    assertThat(Double.parseDouble(point[0])).isBetween(0.0, Plot.WIDTH);
    assertThat(Double.parseDouble(point[1])).isBetween(0.0, Plot.HEIGHT);
  }

  @Test
  void scales_are_logarithmic() {
    Scale scale = new Scale(1, 100, 300, 100);
    assertThat(scale.at(1)).isEqualTo(300);
    assertThat(scale.at(10)).isCloseTo(200, within(1e-9));
    assertThat(scale.at(100)).isEqualTo(100);
  }

  private static List<Element> elements(Element parent, String name) {
    NodeList nodes = parent.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }
}
