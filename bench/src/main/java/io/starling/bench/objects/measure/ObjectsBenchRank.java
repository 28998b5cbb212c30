package io.starling.bench.objects.measure;

import io.starling.bench.report.Units;
import io.starling.objects.ObjectStore;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What each rank of {@code starling bench objects} runs. */
@Command
public final class ObjectsBenchRank {

  private static final String LIBRARY = "starling";

  @Mixin private ObjectsBenchOptions options;

  private Scene scene;
  private Stopwatch stopwatch;
  private FigureReport report;
  private Map<PeerKind, Peer> peers = Map.of();

  private ObjectsBenchRank() {}

  /** The arguments are those of {@code starling bench objects} that do not concern the launcher. */
  public static void main(String[] arguments) throws IOException {
    ObjectsBenchRank rank = new ObjectsBenchRank();
    new CommandLine(rank).parseArgs(arguments);
    RankEnvironment environment =
        RankEnvironment.from(System.getenv())
            .orElseThrow(() -> new IllegalStateException("'starling bench objects' starts ranks"));
    try (ObjectStore store = ObjectStore.connect()) {
      rank.run(Scene.open(store, environment.rank(), environment.size()));
    }
  }

  private void run(Scene where) throws IOException {
    scene = where;
    stopwatch = options.stopwatch(scene.meeting());
    try (FigureReport first = scene.rank() == 0 ? FigureReport.open(options.json()) : null) {
      report = first;
      peers = openPeers();
      if (report != null) {
        report.header();
      }
      int all =
          options.benchmarks(scene.ranks()).stream()
              .mapToInt(benchmark -> options.sizes(benchmark).size())
              .sum();
      int done = 0;
      for (ObjectsBenchmark benchmark : options.benchmarks(scene.ranks())) {
        for (long bytes : options.sizes(benchmark)) {
          announce((double) done++ / all, benchmark, bytes);
          measure(benchmark, bytes);
        }
      }
    } finally {
      for (Peer peer : peers.values()) {
        peer.close();
      }
    }
  }

  private Map<PeerKind, Peer> openPeers() throws IOException {
    Map<PeerKind, Peer> open = new LinkedHashMap<>();
    for (PeerKind kind : options.peers()) {
      if (scene.meeting().agree(kind.isInstalled() ? 1 : 0) == 1) {
        open.put(kind, kind.open(scene, options));
      } else {
        skip(kind.remedy());
      }
    }
    return open;
  }

  private void measure(ObjectsBenchmark benchmark, long bytes) throws IOException {
    long needed = benchmark.memory(bytes, scene.ranks());
    if (needed > options.memory()) {
      skip(
          "left out: %s of %s needs %s at a store, more than --memory %s"
              .formatted(
                  benchmark.label(),
                  Units.bytes(bytes),
                  Units.bytes(needed),
                  Units.bytes(options.memory())));
      return;
    }
    measureStarling(benchmark, bytes);
    for (Peer peer : peers.values()) {
      Optional<Figure> figure = peer.measure(benchmark, bytes, stopwatch);
      if (report != null && figure.isPresent()) {
        report.add(figure.get());
      }
    }
  }

  private void measureStarling(ObjectsBenchmark benchmark, long bytes) throws IOException {
    switch (benchmark) {
      case RECOVERY -> {
        try (RecoveryTrial trial = new RecoveryTrial(scene, bytes, options.memory())) {
          add(benchmark, "SIGKILL", bytes, trial.measure(options.recoveries()));
        }
      }
      case EMBEDDED -> {
        for (boolean spins : new boolean[] {false, true}) {
          try (Trial trial = EmbeddedStores.open(scene, options.memory(), bytes, spins)) {
            add(benchmark, spins ? "spins" : "sleeps", bytes, stopwatch.measure(trial));
          }
        }
      }
      case BROADCAST, GATHER, REDUCE, ALLREDUCE -> {
        for (boolean timesPuts : new boolean[] {false, true}) {
          try (Trial trial =
              new CollectiveTrial(benchmark, scene, scene.payload(bytes), timesPuts)) {
            add(benchmark, timesPuts ? "memory" : "objects", bytes, stopwatch.measure(trial));
          }
        }
      }
      case ROUNDTRIP -> {
        try (Trial trial = new RoundTripTrial(scene.store(), scene.rank(), scene.payload(bytes))) {
          add(benchmark, "served", bytes, stopwatch.measure(trial));
        }
      }
      case PUT, GET, WRITE, READ -> {
        try (Trial trial =
            new OneObjectTrial(benchmark, scene.store(), scene.rank(), scene.payload(bytes))) {
          add(benchmark, "served", bytes, stopwatch.measure(trial));
        }
      }
    }
  }

  private void add(ObjectsBenchmark benchmark, String way, long bytes, long[] times)
      throws IOException {
    if (report == null) {
      return;
    }
    if (times.length == 0) {
      skip("%s: no kill came before the end of the read; try larger --sizes".formatted(benchmark));
      return;
    }
    int ranks = benchmark == ObjectsBenchmark.EMBEDDED ? 2 : scene.ranks();
    report.add(Figure.of(benchmark.label(), LIBRARY, way, ranks, bytes, times));
  }

  private void announce(double part, ObjectsBenchmark benchmark, long bytes) {
    if (report != null) {
      report.announce(part, "%s, %s".formatted(benchmark.label(), Units.bytes(bytes)));
    }
  }

  private void skip(String what) {
    if (report != null) {
      report.skip(what);
    }
  }
}
