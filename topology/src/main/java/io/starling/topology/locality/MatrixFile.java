package io.starling.topology.locality;

import io.starling.runtime.json.Json;
import io.starling.runtime.json.Json.Position;
import io.starling.runtime.json.JsonException;
import io.starling.runtime.json.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A file with the round-trip times between hosts:
 *
 * <pre>{@code
 * {"hosts": ["node1", "node2"],
 *  "rtt_us": [[0, 21.5], [22.1, 0]],
 *  "bytes_per_us": [[0, 1250], [1240, 0]]}
 * }</pre>
 *
 * <p>Rows are the hosts that send, columns those that answer. The bandwidths may be left out.
 */
public final class MatrixFile {

  /** As --host takes them: an order of hosts is written for other programs. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");

  private static final String HOSTS = "hosts";
  private static final String TIMES = "rtt_us";
  private static final String RATES = "bytes_per_us";

  private final String file;

  private MatrixFile(String file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @param option the option that names it, for messages
   * @throws IllegalArgumentException if it can't be read or is wrong; the message names the file
   *     and, where it can, line and column
   */
  public static LatencyMatrix read(String option, Path file) {
    try {
      return parse(file.toString(), Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(option + ": there is no file " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException(option + ": cannot read " + file + ": " + e, e);
    }
  }

  static LatencyMatrix parse(String file, String text) {
    MatrixFile reader = new MatrixFile(file);
    try {
      return reader.matrix(JsonParser.parse(text));
    } catch (JsonException e) {
      throw reader.wrong(e.at(), "this is not JSON: " + e.getMessage());
    }
  }

  /**
   * The text of a file.
   *
   * @param roundTrips in microseconds, from the host of the row
   * @param bandwidths in bytes per microsecond; no rows if they were not measured
   */
  public static String write(List<String> hosts, double[][] roundTrips, double[][] bandwidths) {
    String names =
        hosts.stream()
            .map(host -> '"' + host.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
            .collect(Collectors.joining(", ", "[", "]"));
    return "{\"%s\": %s,\n \"%s\": %s%s}\n"
        .formatted(
            HOSTS,
            names,
            TIMES,
            rows(roundTrips),
            bandwidths.length == 0 ? "" : ",\n \"%s\": %s".formatted(RATES, rows(bandwidths)));
  }

  private static String rows(double[]... rows) {
    return Arrays.stream(rows)
        .map(
            row ->
                Arrays.stream(row)
                    .mapToObj(value -> value == 0 ? "0" : String.format(Locale.ROOT, "%.3f", value))
                    .collect(Collectors.joining(", ", "[", "]")))
        .collect(Collectors.joining(",\n  ", "[", "]"));
  }

  private IllegalArgumentException wrong(Position at, String message) {
    return new IllegalArgumentException(
        "%s:%d:%d: %s".formatted(file, at.line(), at.column(), message));
  }

  private LatencyMatrix matrix(Json json) {
    if (!(json instanceof Json.ObjectValue object)) {
      throw wrong(json.at(), "a matrix is an object: {\"hosts\": […], \"rtt_us\": [[…]]}");
    }
    for (Json.Member member : object.members()) {
      if (!List.of(HOSTS, TIMES, RATES).contains(member.key())) {
        throw wrong(
            member.at(),
            "unknown key '%s'; a matrix has hosts, rtt_us and perhaps bytes_per_us"
                .formatted(member.key()));
      }
    }
    Map<String, Json> values =
        object.members().stream().collect(Collectors.toMap(Json.Member::key, Json.Member::value));
    for (String key : List.of(HOSTS, TIMES)) {
      if (!values.containsKey(key)) {
        throw wrong(object.at(), "'" + key + "' is missing");
      }
    }
    List<String> hosts = list(values.get(HOSTS), "a list of names", this::name);
    double[][] times = numbers(values.get(TIMES), hosts);
    double[][] rates =
        values.containsKey(RATES) ? numbers(values.get(RATES), hosts) : new double[0][];
    try {
      return LatencyMatrix.of(hosts, times, rates);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private <T> List<T> list(Json json, String what, Function<Json, T> element) {
    if (!(json instanceof Json.ArrayValue array)) {
      throw wrong(json.at(), "this must be " + what);
    }
    return array.elements().stream().map(element).toList();
  }

  private String name(Json json) {
    if (!(json instanceof Json.Text text) || text.value().isBlank()) {
      throw wrong(json.at(), "a host is a name in double quotes");
    }
    if (!NAME.matcher(text.value()).matches()) {
      throw wrong(json.at(), "'%s' is no name of a host".formatted(text.value()));
    }
    return text.value();
  }

  private double[][] numbers(Json json, List<String> hosts) {
    List<double[]> rows = list(json, "a list of rows", row -> row(row, hosts.size()));
    if (rows.size() != hosts.size()) {
      throw wrong(
          json.at(), "%d hosts need as many rows, not %d".formatted(hosts.size(), rows.size()));
    }
    return rows.toArray(double[][]::new);
  }

  private double[] row(Json json, int columns) {
    List<Double> row = list(json, "a row of numbers", this::number);
    if (row.size() != columns) {
      throw wrong(
          json.at(), "%d hosts need as many columns, not %d".formatted(columns, row.size()));
    }
    return row.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private double number(Json json) {
    if (json instanceof Json.Numeral numeral) {
      return Double.parseDouble(numeral.value());
    }
    throw wrong(json.at(), "this must be a number, without quotes");
  }
}
