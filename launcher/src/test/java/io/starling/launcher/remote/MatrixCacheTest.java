package io.starling.launcher.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.locality.probe.FullProbe;
import io.starling.topology.locality.probe.PairSample;
import io.starling.topology.locality.probe.ProbedMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class MatrixCacheTest {

  private static final List<String> HOSTS = List.of("a", "b", "c");

  @TempDir Path folder;

  private final List<String> said = new ArrayList<>();
  private MatrixCache cache;

  @BeforeEach
  void make() {
    cache = cacheOf("10.1.0.0/16");
  }

  private MatrixCache cacheOf(String network) {
    return new MatrixCache(Map.of("XDG_CACHE_HOME", folder.toString()), network);
  }

  @Test
  void another_network_between_the_hosts_has_other_times() throws InterruptedException {
    cache.keep(HOSTS, probed(), said::add);
    assertThat(cache.find(HOSTS)).isPresent();
    assertThat(cacheOf("10.2.0.0/16").find(HOSTS)).isEmpty();
  }

  private static ProbedMatrix probed() throws InterruptedException {
    return FullProbe.run(
        3,
        pairs ->
            pairs.stream()
                .map(pair -> new PairSample(10 + pair.from() + 3 * pair.to(), 0, 1, 0, false))
                .toList(),
        _ -> {});
  }

  @Test
  void it_has_what_it_kept_for_the_same_hosts_in_any_order() throws InterruptedException {
    assertThat(cache.find(HOSTS)).isEmpty();
    cache.keep(HOSTS, probed(), said::add);
    var found = cache.find(List.of("c", "a", "b"));
    assertThat(found.orElseThrow().hosts()).containsExactly("c", "a", "b");
    assertThat(found.orElseThrow().roundTrip(0, 1)).isEqualTo(16);
    assertThat(cache.find(List.of("a", "b"))).isEmpty();
    assertThat(said).isEmpty();
  }

  @Test
  void what_is_older_than_a_day_is_measured_again() throws InterruptedException, IOException {
    cache.keep(HOSTS, probed(), said::add);
    Instant old = Instant.now().minus(Duration.ofHours(25));
    Files.setLastModifiedTime(cache.file(HOSTS).orElseThrow(), FileTime.from(old));
    assertThat(cache.find(HOSTS)).isEmpty();
  }

  @Test
  void a_damaged_file_is_as_good_as_none() throws InterruptedException, IOException {
    cache.keep(HOSTS, probed(), said::add);
    Files.writeString(cache.file(HOSTS).orElseThrow(), "{\"hosts\": [");
    assertThat(cache.find(HOSTS)).isEmpty();
  }

  @Test
  void a_folder_that_cannot_be_written_is_named() throws InterruptedException, IOException {
    Files.writeString(folder.resolve("starling"), "a file in the way");
    cache.keep(HOSTS, probed(), said::add);
    assertThat(said)
        .singleElement()
        .asString()
        .startsWith("cannot keep the round-trip times in " + folder);
  }
}
