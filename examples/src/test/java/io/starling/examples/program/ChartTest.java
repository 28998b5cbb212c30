package io.starling.examples.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ChartTest {

  @Test
  void a_column_is_as_high_as_its_value() {
    String text = new Chart("loss", "steps", List.of(8.0, 4.0, 1.0, 0.0), Map.of()).text();
    assertThat(text)
        .isEqualTo(
            """
            loss
               8.000 |\u2588  \s
                     |\u2588  \s
                     |\u2588  \s
                     |\u2588  \s
                     |\u2588\u2588 \s
                     |\u2588\u2588 \s
                     |\u2588\u2588 \s
                   0 |\u2588\u2588\u2588\s
                      1 to 4: steps
            """);
  }

  @Test
  void many_values_share_the_columns() {
    String text = new Chart("x", "y", Collections.nCopies(1000, 3.0), Map.of()).text();
    assertThat(text.lines().skip(1).limit(8))
        .allMatch(line -> line.endsWith("|" + "\u2588".repeat(64)));
  }

  @Test
  void a_picture_is_well_formed_and_has_a_point_for_each_value() throws Exception {
    Chart chart = new Chart("a < b & \"c\"", "steps", List.of(3.0, 2.0, 1.0), Map.of(1, "it ends"));
    Document picture =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(chart.svg())));
    String points =
        picture.getElementsByTagName("polyline").item(0).getAttributes().getNamedItem("points")
            + "";
    assertThat(points).isEqualTo("points=\"60.0,46.0 400.0,122.0 740.0,198.0\"");
    assertThat(picture.getDocumentElement().getTextContent())
        .contains("a < b & \"c\"", "it ends", "steps");
  }
}
