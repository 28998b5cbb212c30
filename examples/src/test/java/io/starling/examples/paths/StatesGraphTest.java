package io.starling.examples.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StatesGraphTest {

  private static final Path FILE = Path.of("graphs", "us-states.gr");
  private static final Pattern NODE =
      Pattern.compile("c (\\d+) ([A-Z]{2}) (-?\\d+\\.\\d+) (-?\\d+\\.\\d+) .+");
  private static final double EARTH_RADIUS_KM = 6371.0088;

  /** A state's center of population, in degrees. */
  private record Place(String code, double latitude, double longitude) {}

  @Test
  void the_shipped_graph_has_107_borders_in_both_directions() throws Exception {
    Graph graph = GraphFile.read(FILE, 1);
    assertThat(graph.nodes()).isEqualTo(49);
    assertThat(graph.arcs()).isEqualTo(2 * 107);
    int[][] rows = graph.rows(0, 49);
    for (int i = 0; i < 49; i++) {
      for (int j = 0; j < 49; j++) {
        assertThat(rows[i][j]).isEqualTo(rows[j][i]);
      }
    }
  }

  @Test
  void its_weights_are_the_great_circles_between_its_coordinates() throws Exception {
    List<Place> places = places();
    Graph graph = GraphFile.read(FILE, 1);
    for (int a = 0; a < graph.arcs(); a++) {
      Place from = places.get(graph.from()[a]);
      Place to = places.get(graph.to()[a]);
      assertThat((long) graph.weight()[a])
          .as("%s to %s", from, to)
          .isEqualTo(Math.round(kilometres(from, to)));
    }
  }

  @Test
  void from_maine_all_ways_lead_through_new_hampshire() throws Exception {
    List<String> codes = places().stream().map(Place::code).toList();
    int maine = codes.indexOf("ME");
    int newHampshire = codes.indexOf("NH");
    int[][] distances = GraphFile.read(FILE, 1).rows(0, 49);
    FloydWarshall.solve(distances);
    for (int to = 0; to < 49; to++) {
      if (to != maine) {
        assertThat(distances[maine][to])
            .isEqualTo(distances[maine][newHampshire] + distances[newHampshire][to]);
      }
    }
  }

  private static List<Place> places() throws IOException {
    List<Place> places = new ArrayList<>();
    for (String line : Files.readAllLines(FILE)) {
      Matcher node = NODE.matcher(line);
      if (node.matches()) {
        assertThat(Integer.parseInt(node.group(1))).isEqualTo(places.size() + 1);
        places.add(
            new Place(
                node.group(2),
                Double.parseDouble(node.group(3)),
                Double.parseDouble(node.group(4))));
      }
    }
    assertThat(places).hasSize(49);
    return places;
  }

  private static double kilometres(Place from, Place to) {
    double latitudes = Math.toRadians(to.latitude() - from.latitude());
    double longitudes = Math.toRadians(to.longitude() - from.longitude());
    double h =
        Math.pow(Math.sin(latitudes / 2), 2)
            + Math.cos(Math.toRadians(from.latitude()))
                * Math.cos(Math.toRadians(to.latitude()))
                * Math.pow(Math.sin(longitudes / 2), 2);
    return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h));
  }
}
