package io.starling.bench.soak;

import io.starling.bench.report.Json;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The same as JSON, an object in a line. */
record SoakJson(Writer out) implements Closeable {

  void write(String transport, SoakOptions options, Findings findings) throws IOException {
    for (Map.Entry<String, List<ProcessSample>> rank : findings.samples().entrySet()) {
      for (ProcessSample vitals : rank.getValue()) {
        Json json = begin("sample", transport).put("rank", rank.getKey());
        for (ProcessSample.Kind kind : ProcessSample.Kind.values()) {
          json.put(kind.name().toLowerCase(Locale.ROOT), vitals.of(kind));
        }
        json.writeLine(out);
      }
    }
    for (Map.Entry<String, Findings.Count> entry : findings.counts().entrySet()) {
      begin("calls", transport)
          .put("kind", entry.getKey())
          .put("calls", entry.getValue().calls())
          .put("bytes", entry.getValue().bytes())
          .writeLine(out);
    }
    begin("total", transport)
        .put("seed", options.seed())
        .put("ranks", options.ranks())
        .put("steps", findings.farthest() - options.from())
        .put("jobs", findings.jobs())
        .put("kills", findings.kills())
        .put("recoveries", findings.recoveries())
        .put("wrong", findings.wrong())
        .put("hanging", findings.hanging())
        .put("growth", findings.growth())
        .writeLine(out);
  }

  private static Json begin(String what, String transport) {
    return new Json().put("what", what).put("transport", transport);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
