package io.starling.bench.objects;

import io.starling.bench.report.Units;
import io.starling.objects.ObjectInfo;
import io.starling.objects.StoreReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Stores and objects as tables for people. */
final class ReportTable {

  private ReportTable() {}

  /** A line for each store. */
  static List<String> stores(List<StoreReport> reports) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "store",
            "address",
            "used",
            "of",
            "copies",
            "objects",
            "programs",
            "sends",
            "waits",
            "age"));
    for (StoreReport report : reports) {
      rows.add(
          List.of(
              Integer.toString(report.slot()),
              report.host(),
              Units.bytes(report.used()),
              Units.bytes(report.memory()),
              Integer.toString(report.copies()),
              Integer.toString(report.entries()),
              Integer.toString(report.clients()),
              Integer.toString(report.streams()),
              Integer.toString(report.pending()),
              Units.time(report.age())));
    }
    return aligned(rows);
  }

  /** What is wrong, a line for each text. */
  static List<String> troubles(List<StoreReport> reports) {
    return reports.stream().flatMap(report -> report.noQuorum().stream()).distinct().toList();
  }

  /** All objects, the largest first. */
  static List<ObjectInfo> all(List<StoreReport> reports) {
    return reports.stream()
        .flatMap(report -> report.objects().stream())
        .sorted(Comparator.comparingLong(ObjectInfo::size).reversed().thenComparing(ObjectInfo::id))
        .toList();
  }

  /** A line for each object. */
  static List<String> objects(List<ObjectInfo> objects) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("object", "type", "size", "age", "readers", "stores"));
    objects.stream().map(ReportTable::row).forEach(rows::add);
    return aligned(rows);
  }

  private static List<String> row(ObjectInfo object) {
    return List.of(
        object.id().toString(),
        object.type().toString(),
        Units.bytes(object.size()),
        Units.time(object.age()),
        Integer.toString(object.places().stream().mapToInt(ObjectInfo.Place::readers).sum()),
        object.small()
            ? "directory"
            : object.places().stream().map(ReportTable::place).collect(Collectors.joining(" ")));
  }

  /** {@code 3} for a copy, {@code 3*} for one that stays, {@code 3~} for one that is not whole. */
  private static String place(ObjectInfo.Place place) {
    return place.store() + (place.original() ? "*" : "") + (place.complete() ? "" : "~");
  }

  private static List<String> aligned(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      line.append(row.get(i)).repeat(" ", widths[i] - row.get(i).length() + 2);
    }
    return line.toString().stripTrailing();
  }
}
