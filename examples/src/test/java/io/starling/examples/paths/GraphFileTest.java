package io.starling.examples.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.starling.examples.program.BadInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphFileTest {

  private static final int FAR = FloydWarshall.UNREACHABLE;

  @TempDir private Path folder;

  @Test
  void a_dimacs_graph_is_directed_and_counts_from_one() throws Exception {
    Graph graph = read("c three nodes\n\np sp 3 3\na 1 2 5\nc between\na 2 3 0\na 1 2 4\n", 1);
    assertThat(graph.arcs()).isEqualTo(3);
    assertThat(graph.rows(0, 3))
        .isDeepEqualTo(new int[][] {{0, 4, FAR}, {FAR, 0, 0}, {FAR, FAR, 0}});
    assertThat(graph.rows(1, 1)).isDeepEqualTo(new int[][] {{FAR, 0, 0}});
  }

  @Test
  void a_general_matrix_is_a_directed_graph() throws Exception {
    Graph graph =
        read("%%MatrixMarket matrix coordinate real general\n% c\n2 2 2\n1 2 3.0\n2 2 7e0\n", 1);
    assertThat(graph.rows(0, 2)).isDeepEqualTo(new int[][] {{0, 3}, {FAR, 0}});
  }

  @Test
  void a_symmetric_pattern_has_arcs_of_length_one_both_ways() throws Exception {
    Graph graph = read("%%MatrixMarket Matrix Coordinate Pattern Symmetric\n3 3 2\n2 1\n3 3\n", 1);
    assertThat(graph.rows(0, 3))
        .isDeepEqualTo(new int[][] {{0, 1, FAR}, {1, 0, FAR}, {FAR, FAR, 0}});
  }

  @Test
  void a_scale_makes_weights_whole() throws Exception {
    assertThat(read("p sp 2 1\na 1 2 0.257\n", 100).rows(0, 1))
        .isDeepEqualTo(new int[][] {{0, 26}});
  }

  @Test
  void a_packed_file_is_unpacked() throws Exception {
    Path file = folder.resolve("graph.gr.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("p sp 1 0\n".getBytes(StandardCharsets.US_ASCII));
    }
    assertThat(GraphFile.read(file, 1).nodes()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "''| the line 'p sp NODES ARCS' is missing at the end of the file",
        "a 1 2 3;p sp 2 1| :1: the first line that is no comment must be 'p sp NODES ARCS'",
        "c x;p max 2 1| :2: the first line",
        "p sp 2| :1: the number of arcs is missing",
        "p sp two 1| :1: the number of nodes must be a number",
        "p sp 0 0| :1: a graph needs a node",
        "p sp 2 1;a 1 3 4| :2: node 3 is out of range, nodes go from 1 to 2",
        "p sp 2 1;a 0 1 4| :2: node 0 is out of range",
        "p sp 2 1;a 1 x 4| :2: node is not a number: 'x'",
        "p sp 2 1;c;a 1 2| :3: the weight is missing",
        "p sp 2 1;a 1 2 far| :2: the weight is not a number: 'far'",
        "p sp 2 1;a 1 2 -4| :2: the weight -4 is negative",
        "p sp 2 1;a 1 2 0.5| :2: the weight 0.5 is not a whole number; see option --scale",
        "p sp 2 1;a 1 2 3000000000| :2: the weight 3000000000 is too large",
        "p sp 2 1;a 1 2 NaN| :2: the weight NaN is too large",
        "p sp 2 1;a 1 2 3 4| :2: nothing may follow, found '4'",
        "p sp 2 1;e 1 2 3| :2: a line must begin with 'a' or 'c', not 'e'",
        "p sp 2 1;a 1 2 3;a 2 1 3| :3: more arcs than the 1 of the problem line",
        "p sp 2 3;a 1 2 3| 2 arcs are missing of 3 at the end of the file",
        "p sp 3 2;a 1 2 1000000000;a 2 3 1000000000| a path could be 2000000000 long",
        "%%MatrixMarket matrix array real general;2 2| :1: expected 'coordinate', found 'array'",
        "%%MatrixMarket matrix coordinate complex general;2 2 0| :1: expected 'real' or",
        "%%MatrixMarket matrix coordinate real general;%;2 3 0| :3: a graph's matrix is square",
        "%%MatrixMarket matrix coordinate real general| the line with the size",
        "%%MatrixMarket matrix coordinate real general;2 2 1;1 5 1| :3: column 5 is out of range",
        "%%MatrixMarket matrix coordinate real general;2 2 1;1 2| :3: the weight is missing",
        "%%MatrixMarket matrix coordinate real general;2 2 2;1 2 1| 1 entries are missing of 2",
        "%%MatrixMarket matrix coordinate real general;2 2 0;1 2 1| :3: more entries than the 0"
      })
  void a_malformed_file_is_named_with_the_line(String lines, String message) {
    String text = lines.equals("''") ? "" : lines.replace(';', '\n') + "\n";
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(text, 1))
        .withMessageContaining(folder.resolve("graph").toString())
        .withMessageContaining(message);
  }

  @Test
  void an_unreadable_file_is_named() {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> GraphFile.read(folder.resolve("nowhere.gr"), 1))
        .withMessageContaining("nowhere.gr: no such file");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> GraphFile.read(folder, 1))
        .withMessageContaining("not readable");
  }

  private Graph read(String text, double scale) throws IOException, BadInputException {
    Path file = Files.writeString(folder.resolve("graph"), text);
    return GraphFile.read(file, scale);
  }
}
