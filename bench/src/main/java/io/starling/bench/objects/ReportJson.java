package io.starling.bench.objects;

import io.starling.bench.report.Json;
import io.starling.objects.ObjectInfo;
import io.starling.objects.StoreReport;
import java.util.List;

/** Stores and objects for machines. Sizes are bytes, times seconds. */
final class ReportJson {

  private static final double MILLIS = 1000;

  private ReportJson() {}

  /** An array of stores. */
  static String stores(List<StoreReport> reports) {
    return Json.pretty(reports.stream().map(ReportJson::of).toList());
  }

  /** An array of objects. */
  static String objects(List<ObjectInfo> objects) {
    return Json.pretty(objects.stream().map(ReportJson::of).toList());
  }

  private static Json of(StoreReport report) {
    return new Json()
        .put("store", report.slot())
        .put("address", report.host())
        .put("view", report.view())
        .put("memory", report.memory())
        .put("used", report.used())
        .put("copies", report.copies())
        .put("objects", report.entries())
        .put("programs", report.clients())
        .put("sends", report.streams())
        .put("waits", report.pending())
        .put("age", report.age().toMillis() / MILLIS)
        .put("trouble", report.noQuorum().orElse(null));
  }

  private static Json of(ObjectInfo object) {
    return new Json()
        .put("id", object.id().toString())
        .put("type", object.type().toString())
        .put("size", object.size())
        .put("complete", object.complete())
        .put("small", object.small())
        .put("age", object.age().toMillis() / MILLIS)
        .put("places", object.places().stream().map(ReportJson::of).toList());
  }

  private static Json of(ObjectInfo.Place place) {
    return new Json()
        .put("store", place.store())
        .put("complete", place.complete())
        .put("original", place.original())
        .put("readers", place.readers());
  }
}
